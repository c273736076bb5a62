"""Live moves on the real stack: Daphne, Redis, and a database commit before every acknowledgement.

Opens tables with four sockets each, whose players play random legal moves; in a game for two, two of the four look on.
Prints the moves per second at saturation, and the p50 and p99, in milliseconds, from sending a move to its receipt by
each other socket at a natural pace. With several processes, all sockets of a table are at the same one.

    python bench/live_moves.py [--game chicken-foot] [--database sqlite|postgresql] [--processes 1] [--seconds 15]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.ports import free_port  # noqa: E402
from run.postgres import throwaway_postgres  # noqa: E402

SOCKETS = 4
"""How many sockets each table has."""

LOADS = [
    ("50 tables, at saturation", 50, (0.0, 0.0)),
    ("50 tables, 0.5 to 1 s of thinking", 50, (0.5, 1.0)),
    ("250 tables, 0.5 to 1 s of thinking", 250, (0.5, 1.0)),
]
"""Each load has a name, a number of tables, and the range of seconds that players think."""


SERVER = """
from django.conf import settings
from live import allowance
from live.server import CommandLine
settings.LIMITS["messages"] = "3000/3 seconds"
allowance.OF_SOCKET = allowance.OF_PLAYER = allowance.Limit(1000, 1000)
CommandLine.entrypoint()
"""
"""The site's server with higher rate limits for messages. Messages are still counted."""


class Incoming(msgspec.Struct):
    """The few fields of a message that a playing client needs."""

    type: str
    code: str = ""
    ply: int = 0
    mine: dict | None = None
    over: dict | None = None
    seat: int | None = None
    status: str = ""
    deal: int = 0
    deals: list[dict] = []

    @property
    def is_void(self) -> bool:
        """Return whether the deal was over before anyone could move, as in Two-Step without a double."""
        return any(ended["number"] == self.deal for ended in self.deals)


decoder = msgspec.json.Decoder(Incoming)

LONG = {"kardinal": {"ending": "games", "games": 20}}
"""Options for long matches, for games whose matches are usually short."""

IN_A_ROW = 4
"""How many matches follow one another at saturation, so that there are always moves to play."""


@contextlib.contextmanager
def serving(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


class Table:
    """The clients at one table, and the time at which each move was sent."""

    def __init__(self, table_id: str, seats: int, sessions: list[str], think: tuple[float, float]) -> None:
        """Create a client for each session; the first `seats` of them play, the others look on."""
        self.id = table_id
        self.seats = seats
        self.sessions = sessions
        self.think = think
        self.port = 0
        self.answered: set[int] = set()
        """The plies for which a move is chosen. A position may be shown twice, as when a match begins."""
        self.sent: dict[int, float] = {}
        self.latencies: list[float] = []
        self.moves = 0
        self.arrived = 0
        self.may_begin = asyncio.Event()
        self.next: Table | None = None
        """The match that begins when this one is over."""

    async def play(self, entrance: asyncio.Semaphore) -> None:
        async with asyncio.TaskGroup() as group:
            for seat, session in enumerate(self.sessions):
                group.create_task(self.sit(seat, session, entrance))

    async def sit(self, seat: int, session: str, entrance: asyncio.Semaphore) -> None:
        address = f"ws://127.0.0.1:{self.port}/ws/table/{self.id}/?protocol=2"
        headers = {"Cookie": f"sessionid={session}"}
        async with entrance:
            link = await connect(
                address,
                additional_headers=headers,
                origin=Origin(f"http://127.0.0.1:{self.port}"),
                compression=None,
                ping_interval=None,
            )
        self.arrived += 1
        async with link:
            async for text in link:
                await self.hear(link, seat, decoder.decode(text), time.perf_counter())

    async def hear(self, link: ClientConnection, seat: int, message: Incoming, now: float) -> None:
        if message.type == "moved":
            if message.seat == seat:
                self.moves += 1
            elif message.ply in self.sent:
                self.latencies.append(now - self.sent[message.ply])
            if message.over and message.over["result"] and self.next:
                self.next.may_begin.set()
            elif message.over and seat < self.seats:
                await link.send('{"type": "ready"}')
        elif message.type == "view" and message.mine and message.is_void:
            await link.send('{"type": "ready"}')
        elif message.type in ("view", "mine") and self.is_asked(message):
            self.answered.add(message.ply)
            asyncio.get_running_loop().create_task(self.move(link, message))
        elif message.type == "contribute" and seat < self.seats:
            asyncio.get_running_loop().create_task(self.contribute(link))
        elif message.type == "error":
            print("refused:", message.code, file=sys.stderr)

    def is_asked(self, message: Incoming) -> bool:
        """Return whether a position asks for a move that has not been chosen yet."""
        return bool(message.mine and message.mine["legal"]) and message.ply not in self.answered

    async def contribute(self, link: ClientConnection) -> None:
        await self.may_begin.wait()
        await link.send('{"type": "contribute", "bytes": "%s"}' % random.randbytes(16).hex())  # noqa: UP031

    async def move(self, link: ClientConnection, message: Incoming) -> None:
        await asyncio.sleep(random.uniform(*self.think))
        assert message.mine
        chosen = random.choice(message.mine["legal"])["move"]
        self.sent[message.ply + 1] = time.perf_counter()
        with contextlib.suppress(Exception):  # the benchmark is over
            await link.send('{"type": "move", "move": "%s", "ply": %d}' % (chosen, message.ply))  # noqa: UP031


def open_tables(game: str, count: int) -> list[tuple[str, int, list[str]]]:
    """Open tables; return their ids with the number of seats, and the sessions of their players and onlookers."""
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.models import Player
    from games import services
    from games.rules import GAMES

    def sign_in(player: Player) -> str:
        store = SessionStore()
        store["_auth_user_id"] = str(player.pk)
        store["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
        store["_auth_user_hash"] = player.get_session_auth_hash()
        store.save()
        return str(store.session_key)

    options = LONG.get(game, {})
    seats = min(SOCKETS, max(GAMES[game].seats(GAMES[game].complete(options))))
    opened = []
    tag = f"{time.time_ns() % 10**9:x}"
    for number in range(count):
        players = [Player.objects.create(username=f"b{tag}{number}x{seat}") for seat in range(SOCKETS)]
        table = services.open_table(owner=players[0], game=game, options=options, bots=[""] * seats, seconds=3600)
        for player in players[1:seats]:
            services.join(table_id=table.pk, player=player)
        opened.append((table.pk, seats, [sign_in(player) for player in players]))
    return opened


def in_a_row(
    opened: list[tuple[str, int, list[str]]], think: tuple[float, float], row: int, ports: list[int]
) -> list[Table]:
    """Return tables in rows of `row`; those of a row are played one after the other and at the same port."""
    tables = [Table(*one, think) for one in opened]
    for number, table in enumerate(tables):
        table.port = ports[number // row % len(ports)]
        if number % row < row - 1:
            table.next = tables[number + 1]
        if number % row == 0:
            table.may_begin.set()
    return tables


async def measure(tables: list[Table], warm_up: float, seconds: float) -> float:
    """Play at the tables; return the moves per second after the warm-up, which begins when all clients are
    connected."""
    firsts = [table for table in tables if table.may_begin.is_set()]
    for table in firsts:
        table.may_begin.clear()
    entrance = asyncio.Semaphore(20)
    playing = [asyncio.create_task(table.play(entrance)) for table in tables]
    async with asyncio.timeout(120):
        while any(table.arrived < SOCKETS for table in tables):
            await asyncio.sleep(0.1)
    for table in firsts:
        table.may_begin.set()
    await asyncio.sleep(warm_up)
    for table in tables:
        table.latencies.clear()
        table.moves = 0
    start = time.perf_counter()
    await asyncio.sleep(seconds)
    rate = sum(table.moves for table in tables) / (time.perf_counter() - start)
    for task in playing:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return rate


class Figures(NamedTuple):
    """The moves per second, and the milliseconds from sending to receipt."""

    rate: float
    p50: float
    p99: float


def report(name: str, rate: float, latencies: list[float]) -> Figures:
    """Print and return the results; `latencies` are in seconds."""
    found = sorted(one * 1000 for one in latencies)
    p50, p99 = statistics.median(found), found[int(len(found) * 0.99)]
    print(f"{name:34} {rate:8.0f} moves/s   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms", flush=True)
    return Figures(rate, p50, p99)


def wait_for(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.1)
    raise SystemExit("Daphne did not come up.")


def bench(game: str, processes: int, seconds: float) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from run.redis import redis_command

    ports = [free_port() for _ in range(processes)]
    daphne = [sys.executable, "-c", SERVER, "-b", "127.0.0.1", "-p"]
    with contextlib.ExitStack() as programs:
        programs.enter_context(serving(*redis_command(settings.VAR_DIR / "redis.sock")))
        call_command("migrate", verbosity=0)
        for port in ports:
            programs.enter_context(serving(*daphne, str(port), "config.asgi:application"))
        for port in ports:
            wait_for(port)
        for name, count, think in LOADS:
            row = IN_A_ROW if think == (0.0, 0.0) else 1
            tables = in_a_row(open_tables(game, count * row), think, row, ports)
            rate = asyncio.run(measure(tables, warm_up=5 + count / 10, seconds=seconds))
            report(name, rate, [one for table in tables for one in table.latencies])


@contextlib.contextmanager
def surroundings(database: str) -> Iterator[None]:
    """Make this process and its children use a temporary database and Redis."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as scratch, contextlib.ExitStack() as server:
        os.environ |= {"VAR_DIR": scratch, "REDIS_URL": f"unix://{scratch}/redis.sock", "LOG_LEVEL": "WARNING"}
        os.environ |= {"DEAL_PAUSE": "3600", "DATABASE_URL": f"sqlite:///{scratch}/bench.sqlite3"}
        if database == "postgresql":
            os.environ["DATABASE_URL"] = server.enter_context(throwaway_postgres())
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="chicken-foot")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15.0)
    arguments = parser.parse_args()
    with surroundings(arguments.database):
        bench(arguments.game, arguments.processes, arguments.seconds)


if __name__ == "__main__":
    main()

"""One table that is played at a natural pace, with a thousand onlookers.

Half of the onlookers are signed in. Prints the p50 and p99, in milliseconds, from a player sending a move to its
receipt by each onlooker, and the processor time that the server's threads spend per onlooker and move: the difference
to the same table without onlookers, which is played first. Onlookers are sockets in a separate process, which only
searches incoming data for the number of the move. As it reads one socket after the other, the times of the last sockets
include reading the others. Onlookers send nothing; a browser would ping every ten seconds.

    python bench/sockets/onlookers.py [--onlookers 1000] [--database sqlite|postgresql] [--seconds 30]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

BENCH = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(BENCH.parent), str(BENCH)]

from live_moves import SERVER, SOCKETS, Table, open_tables, serving, surroundings, wait_for  # noqa: E402

from run.ports import free_port  # noqa: E402

THINK = (0.5, 1.0)
"""The range of seconds that players think."""
WARM_UP = 5.0
AT_ONCE = 20
"""How many onlookers may be connecting at the same time."""

MOVED = re.compile(rb'\{"type":"moved","deal":\d+,"ply":(\d+)')
GREETED = b'{"type":"chats"'


class Onlooker(asyncio.Protocol):
    """A socket that records when each move arrived. It searches for the beginnings of messages without decoding
    them."""

    def __init__(self, head: bytes) -> None:
        self.head = head
        self.greeted = asyncio.Event()
        self.received: list[tuple[int, float]] = []
        self.is_cut = False
        self._before = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.Transport", transport).write(self.head)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if not self.greeted.is_set():
            self._before += data
            if GREETED in self._before:
                self.greeted.set()
        for found in MOVED.finditer(data):
            self.received.append((int(found[1]), now))

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_cut = True


def head(port: int, table_id: str, session: str) -> bytes:
    """Return the request that opens a socket."""
    lines = [
        f"GET /ws/table/{table_id}/?protocol=2 HTTP/1.1",
        *(f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"),
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *([f"Cookie: sessionid={session}"] if session else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def watch(port: int, table_id: str, sessions: list[str]) -> list[tuple[int, float]]:
    """Open a socket for each session; an empty session stands for a visitor.

    Prints the seconds it took once all are connected. Once a line arrives on standard input, returns the number of each
    move with the time at which a socket received it.
    """
    entrance = asyncio.Semaphore(AT_ONCE)

    async def enter(session: str) -> Onlooker:
        async with entrance, asyncio.timeout(60):
            loop = asyncio.get_running_loop()
            _, onlooker = await loop.create_connection(
                lambda: Onlooker(head(port, table_id, session)), "127.0.0.1", port
            )
            await onlooker.greeted.wait()
        return onlooker

    began = time.perf_counter()
    onlookers = await asyncio.gather(*map(enter, sessions))
    print(time.perf_counter() - began, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    if cut := sum(one.is_cut for one in onlookers):
        raise SystemExit(f"{cut} onlookers were cut off.")
    return [receipt for one in onlookers for receipt in one.received]


@contextlib.contextmanager
def onlookers_at(port: int, table_id: str, sessions: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Run the onlookers in a separate process."""
    command = [sys.executable, __file__, "--watch", f"{port}", table_id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        process.stdin.write(json.dumps(sessions) + "\n")
        process.stdin.flush()
        yield process


def processor_time(pid: int) -> float:
    """Return the processor time of all threads of a process, in seconds."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


async def played(table: Table, pid: int, seconds: float) -> float:
    """Let a table play on for some seconds; return the server's processor time per move."""
    table.moves, before = 0, processor_time(pid)
    await asyncio.sleep(seconds)
    return (processor_time(pid) - before) / max(table.moves, 1)


async def measure(port: int, pid: int, table: Table, sessions: list[str], seconds: float) -> None:
    playing = asyncio.create_task(table.play(asyncio.Semaphore(AT_ONCE)))
    async with asyncio.timeout(60):
        while table.arrived < SOCKETS:
            await asyncio.sleep(0.1)
    table.may_begin.set()
    await asyncio.sleep(WARM_UP)
    alone = await played(table, pid, seconds)
    with onlookers_at(port, table.id, sessions) as watching:
        assert watching.stdout
        before = processor_time(pid)
        took = float(await asyncio.to_thread(watching.stdout.readline))
        entering = (processor_time(pid) - before) / len(sessions)
        await asyncio.sleep(WARM_UP)
        table.sent.clear()
        watched = await played(table, pid, seconds)
        sent = dict(table.sent)
        await asyncio.sleep(0.5)
        answer, _ = await asyncio.to_thread(watching.communicate, "\n")
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    late = sorted((at - sent[ply]) * 1000 for ply, at in json.loads(answer) if ply in sent)
    p50, p99 = statistics.median(late), late[int(len(late) * 0.99)]
    each = (watched - alone) / len(sessions)
    print(f"{len(sessions)} onlookers came in {took:.1f} s, {entering * 1000:.2f} ms of processor time each")
    print(f"{len(late)} receipts of {len(sent)} moves   p50 {p50:.1f} ms   p99 {p99:.1f} ms")
    print(
        f"processor time of the server: {alone * 1000:.2f} ms a move without onlookers, {watched * 1000:.2f} with them"
    )
    print(f"                              {each * 1e6:.1f} µs for an onlooker and move", flush=True)


def bench(onlookers: int, seconds: float) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from run.redis import redis_command

    port = free_port()
    with contextlib.ExitStack() as programs:
        programs.enter_context(serving(*redis_command(settings.VAR_DIR / "redis.sock")))
        call_command("migrate", verbosity=0)
        daphne = [sys.executable, "-c", SERVER, "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
        server = programs.enter_context(serving(*daphne))
        wait_for(port)
        [(table_id, seats, players)] = open_tables("chicken-foot", 1)
        signed_in = [session for _, _, sessions in open_tables("chicken-foot", onlookers // 8) for session in sessions]
        sessions = signed_in + [""] * (onlookers - len(signed_in))
        table = Table(table_id, seats, players, THINK)
        table.port = port
        asyncio.run(measure(port, server.pid, table, sessions, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--onlookers", type=int, default=1000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--watch", nargs=2, metavar=("PORT", "TABLE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.watch:
        port, table_id = arguments.watch
        print(json.dumps(asyncio.run(watch(int(port), table_id, json.loads(sys.stdin.readline())))))
        return
    with surroundings(arguments.database):
        bench(arguments.onlookers, arguments.seconds)


if __name__ == "__main__":
    main()

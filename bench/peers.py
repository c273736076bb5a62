"""Live moves compared to boardgame.io: the same load on the same machine, one after the other, with ratios.

The loads are those of live_moves.py. boardgame.io plays a stand-in game with hidden hands and no rules, in memory;
Boneyard plays its real games, and commits every move to the database before anyone hears of it. boardgame.io is
installed from npm into a temporary folder; without Node or an npm registry, the benchmark exits with a message.

    python bench/peers.py [--seconds 15] [--files]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from live_moves import LOADS, SOCKETS, Figures, Table, measure, report, serving, wait_for  # noqa: E402

from run.node import NoNode, find_node, npm  # noqa: E402
from run.ports import free_port  # noqa: E402

PEER = "boardgame.io@0.50.2"
STAND_IN = "stand_in.cjs"
OURS = [
    ("two-step", "sqlite", 1),
    ("kardinal", "sqlite", 1),
    ("chicken-foot", "sqlite", 1),
    ("chicken-foot", "postgresql", 1),
    ("chicken-foot", "postgresql", 2),
]
"""Game, database and number of web processes."""

ROOM = "/stand-in,"
"""The Socket.IO namespace of the game, which prefixes its messages."""

LINE = re.compile(r"(\d+) moves/s +p50 +([\d.]+) ms +p99 +([\d.]+) ms")


class State(msgspec.Struct):
    """The fields of the peer's state that a playing client needs."""

    number: int = msgspec.field(name="_stateID")
    ctx: dict[str, object]


class Synced(msgspec.Struct):
    """The peer's answer to a client that has just connected."""

    state: State


events = msgspec.json.Decoder(list[msgspec.Raw])
states = msgspec.json.Decoder(State)
answers = msgspec.json.Decoder(Synced)


class PeersTable(Table):
    """Four clients in one match of boardgame.io, which speak Socket.IO."""

    def __init__(self, table_id: str, port: int, think: tuple[float, float]) -> None:
        super().__init__(table_id, SOCKETS, [""] * SOCKETS, think)
        self.port = port
        self.movers: dict[int, int] = {}

    async def sit(self, seat: int, session: str, entrance: asyncio.Semaphore) -> None:
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        async with entrance:
            link = await connect(address, compression=None, ping_interval=None, max_size=None)
        self.arrived += 1
        async with link:
            await link.send(f"40{ROOM}")
            async for frame in link:
                await self.hear_frame(link, seat, str(frame), time.perf_counter())

    async def hear_frame(self, link: ClientConnection, seat: int, frame: str, now: float) -> None:
        if frame == "2":
            await link.send("3")  # its ping, our pong
        elif frame.startswith(f"40{ROOM}"):
            await link.send(f'42{ROOM}["sync","{self.id}","{seat}",null,{SOCKETS}]')
        elif frame.startswith(f"42{ROOM}"):
            kind, *arguments = events.decode(frame.removeprefix(f"42{ROOM}"))
            if bytes(kind) == b'"sync"':
                self.hear_state(link, seat, answers.decode(arguments[1]).state, now)
            elif bytes(kind) == b'"update"':
                self.hear_state(link, seat, states.decode(arguments[1]), now)

    def hear_state(self, link: ClientConnection, seat: int, state: State, now: float) -> None:
        mover = self.movers.get(state.number)
        if mover == seat:
            self.moves += 1
        elif mover is not None:
            self.latencies.append(now - self.sent[state.number])
        if state.ctx["currentPlayer"] == str(seat):
            asyncio.get_running_loop().create_task(self.play_on(link, seat, state.number))

    async def play_on(self, link: ClientConnection, seat: int, state: int) -> None:
        await asyncio.sleep(random.uniform(*self.think))
        payload = {"type": "play", "args": [random.randrange(100)], "playerID": str(seat), "credentials": None}
        event = ["update", {"type": "MAKE_MOVE", "payload": payload}, state, self.id, str(seat)]
        self.sent[state + 1], self.movers[state + 1] = time.perf_counter(), seat
        with contextlib.suppress(Exception):  # the benchmark is over
            await link.send(f"42{ROOM}{msgspec.json.encode(event).decode()}")


def of_the_peer(scratch: Path, seconds: float, *, files: bool) -> list[Figures]:
    """Measure the peer. Raises NoNode, CalledProcessError."""
    npm(
        "install",
        "--silent",
        "--no-fund",
        "--no-audit",
        "--prefix",
        str(scratch),
        PEER,
        *(["node-persist"] if files else []),
    )
    shutil.copy(HERE / STAND_IN, scratch)
    port = free_port()
    kept = [str(scratch / "matches")] if files else []
    found = []
    with serving(str(find_node()), str(scratch / STAND_IN), str(port), *kept):
        wait_for(port)
        for number, (name, count, think) in enumerate(LOADS):
            tables: list[Table] = [PeersTable(f"m{number}x{table}", port, think) for table in range(count)]
            rate = asyncio.run(measure(tables, warm_up=5 + count / 10, seconds=seconds))
            found.append(report(name, rate, [one for table in tables for one in table.latencies]))
    return found


def of_ours(game: str, database: str, processes: int, seconds: float) -> list[Figures]:
    options = ["--game", game, "--database", database, "--processes", str(processes), "--seconds", str(seconds)]
    command = [sys.executable, str(HERE / "live_moves.py"), *options]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(said, end="", flush=True)
    return [Figures(float(rate), float(p50), float(p99)) for rate, p50, p99 in LINE.findall(said)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--files", action="store_true", help="let the peer keep its matches in files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boneyard-peers-") as scratch:
        print(f"== {PEER}, {'in files' if arguments.files else 'in memory'}", flush=True)
        try:
            peer = of_the_peer(Path(scratch), arguments.seconds, files=arguments.files)
        except (NoNode, subprocess.CalledProcessError) as reason:
            sys.exit(f"boardgame.io could not be run: {reason}")
    for game, database, processes in OURS:
        print(f"== {game} on {database}, {processes} web process{'es' * (processes > 1)}", flush=True)
        for load, mine, other in zip(LOADS, of_ours(game, database, processes, arguments.seconds), peer, strict=True):
            what, ratio = (
                ("moves/s", mine.rate / other.rate) if load[2] == (0.0, 0.0) else ("p99", mine.p99 / other.p99)
            )
            print(f"{load[0]:34} {ratio:8.2f} × the peer's {what}", flush=True)


if __name__ == "__main__":
    main()

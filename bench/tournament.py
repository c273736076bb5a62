"""A tournament of 200 on the real stack, from registration to medals: Daphne, Celery, Redis and PostgreSQL.

Bots enter, and sockets watch the tournament's page. Prints the time from the last result of a round until each of the
next tables, and all of them, are open, not counting the planned break; the time to seat a round; the moves per second
while a round is played; and, from a repeat in one process, the number of queries of each step.

    python bench/tournament.py [--players 200] [--format descending-doubles] [--rounds 5] [--watchers 100]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from websockets import Origin
from websockets.asyncio.client import connect

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.ports import free_port  # noqa: E402
from run.postgres import throwaway_postgres  # noqa: E402

BREAK = 5
"""Seconds between rounds."""
PAUSES = {"BOT_PAUSE": "0.2", "FORCED_PAUSE": "0.1", "DEAL_PAUSE": "0.2", "START_PAUSE": "1"}
PATIENCE = 1200
PLANS: dict[str, dict[str, Any]] = {
    "descending-doubles": {"game": "chicken-foot", "table_size": 4},
    "table-rounds": {"game": "kardinal", "options": {"ending": "games", "games": 1}, "table_size": 4},
    "swiss": {"game": "two-step", "options": {"target": 1}},
}


@contextlib.contextmanager
def serving(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.1)
    raise SystemExit("Daphne did not come up.")


def load() -> str:
    return "load of the machine {:.1f} {:.1f} {:.1f}".format(*os.getloadavg())


def spread_of(values: Sequence[float]) -> str:
    return f"p50 {statistics.median(values):.2f} s   max {max(values):.2f} s" if values else "none"


def p99(values: Sequence[float]) -> float:
    """Return the smallest value that 99 % of the values do not exceed."""
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


class Watchers:
    """Sockets that watch the tournament, and how many messages they have received in total."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.heard = 0

    async def watch(self, port: int, tournament_id: str, entrance: asyncio.Semaphore) -> None:
        async with entrance:
            link = await connect(
                f"ws://127.0.0.1:{port}/ws/tournament/{tournament_id}/",
                origin=Origin(f"http://127.0.0.1:{port}"),
                compression=None,
                ping_interval=None,
            )
        async with link:
            async for _text in link:
                self.heard += 1

    async def until_over(self, port: int, tournament_id: str) -> None:
        entrance = asyncio.Semaphore(20)
        tasks = [asyncio.create_task(self.watch(port, tournament_id, entrance)) for _ in range(self.count)]
        deadline = time.monotonic() + PATIENCE
        while not await asyncio.to_thread(is_over, tournament_id):
            if time.monotonic() > deadline:
                raise SystemExit("The tournament did not end in time.")
            await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        broken = [one for one in ended if isinstance(one, Exception)]
        if broken:
            print(f"{len(broken)} watchers were thrown out: {broken[0]}")


def is_over(tournament_id: str) -> bool:
    from django.db import connection

    from tournaments.models import Tournament

    try:
        return Tournament.objects.over().filter(pk=tournament_id).exists()
    finally:
        connection.close()


def announced(arguments: argparse.Namespace) -> Any:
    """Return a tournament that all bots have entered and that starts in a few seconds."""
    from django.utils import timezone

    from accounts.models import Player
    from games.models import Seat
    from tournaments.life import clockwork, entering, stages
    from tournaments.planning import plans
    from tournaments.terms import Terms

    organiser = Player.objects.create(username="Olga")
    now = timezone.now()
    plan = PLANS[arguments.format] | {"format": arguments.format, "rounds": arguments.rounds, "break_seconds": BREAK}
    plan |= {"name": "Bench", "registration_at": now, "starts_at": now + timedelta(seconds=10)}
    tournament = plans.plan(organiser=organiser, terms=Terms.from_columns(plan))
    stages.announce(tournament_id=tournament.pk, now=now)
    clockwork.advance(tournament_id=tournament.pk, now=now)
    names = [f"Bot {number}" for number in range(1, arguments.players + 1)]
    entering.enter_bots(tournament_id=tournament.pk, names=names, level=Seat.Bot.EASY)
    return tournament


def report(tournament: Any) -> None:
    from games.models import Move, Table

    tournament.refresh_from_db()
    rounds = list(tournament.played_rounds.order_by("number"))
    tables = [list(Table.objects.filter(board__round=one)) for one in rounds]
    gaps, waits, noticed, moves = [], [], [], []
    for number, (one, its) in enumerate(zip(rounds, tables, strict=True)):
        last = max(table.finished_at for table in its if table.finished_at)
        assert one.started_at
        assert one.finished_at
        took = (last - one.started_at).total_seconds()
        rate = Move.objects.filter(table__in=its).count() / took
        moves.append(rate)
        noticed.append((one.finished_at - last).total_seconds())
        line = f"  round {one.number:2}: {len(its)} tables, {took:6.1f} s, {rate:5.0f} moves/s"
        if number + 1 < len(rounds):
            waits += [(table.opened_at - last).total_seconds() - BREAK for table in tables[number + 1]]
            gaps.append(max(waits[-len(tables[number + 1]) :]))
            line += f", {gaps[-1]:.2f} s (and the break of {BREAK} s) until all tables of the next are open"
        print(line)
    if waits:
        each = f"p50 {statistics.median(waits):.2f} s   p99 {p99(waits):.2f} s"
        print(f"last result to each next table, no break:    {each}")
    print(f"last result to all next tables, no break:    {spread_of(gaps)}")
    print(f"last result until the round is closed:       {spread_of(noticed)}")
    print(f"moves a second while a round is played:      p50 {statistics.median(moves):.0f}   max {max(moves):.0f}")
    print(f"registration to medals:                      {(tournament.finished_at - tournament.registration_at)}")


def seconds_to_seat(tournament: Any) -> list[float]:
    """Return the seconds to read the event and seat each round, by repeating the computation."""
    from tournaments.base.snapshot import event_of, format_of

    took = []
    for number in range(tournament.round_number):
        start = time.perf_counter()
        event = event_of(tournament)
        event = replace(event, rounds=event.rounds[:number])
        present = {entrant.id for entrant in event.entrants}
        format_of(tournament).seat(event, present, random.Random(number))
        took.append(time.perf_counter() - start)
    return took


def queries_by_round(arguments: argparse.Namespace) -> None:
    """Play a tournament in one process and count the queries for ending a round and for starting the next."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from accounts.models import Player
    from tournaments.life import clockwork
    from tournaments.simulation import Simulation

    counts: dict[str, list[int]] = {"ends a round": [], "seats and opens the next": []}
    organiser = Player.objects.get(username="Olga")
    plan = PLANS[arguments.format] | {"rounds": arguments.rounds, "break_seconds": BREAK}
    simulation = Simulation(organiser, arguments.format, arguments.players, seed=1, settings=plan)

    def begin_the_next(tournament: Any) -> None:
        last = tournament.played_rounds.order_by("number").last()
        with CaptureQueriesContext(connection) as queries:
            clockwork.advance(tournament_id=tournament.pk, now=last.finished_at + timedelta(seconds=BREAK))
        counts["seats and opens the next"].append(len(queries))

    advance = clockwork.advance

    def counted(*, tournament_id: str, now: Any = None) -> None:
        with CaptureQueriesContext(connection) as queries:
            advance(tournament_id=tournament_id, now=now or timezone.now())
        if any('"tournaments_place" SET "score"' in query["sql"] for query in queries.captured_queries):
            counts["ends a round"].append(len(queries))

    clockwork.advance = counted
    try:
        simulation.run(begin_the_next)
    finally:
        clockwork.advance = advance
    for name, its in counts.items():
        print(f"queries of the step that {name}: {its}")


def bench(arguments: argparse.Namespace) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from run import site
    from run.redis import redis_command

    port = free_port()
    call_command("migrate", verbosity=0)
    print(f"{arguments.players} bots, {arguments.format}, {arguments.rounds} rounds; {load()}", flush=True)
    watchers = Watchers(arguments.watchers)
    with serving(*redis_command(settings.VAR_DIR / "redis.sock")):
        with contextlib.ExitStack() as programs:
            for program in [site.web("127.0.0.1", port), site.worker()]:
                programs.enter_context(serving(*program.command))
            wait_for(port)
            tournament = announced(arguments)
            asyncio.run(watchers.until_over(port, tournament.pk))
            print(load(), flush=True)
        report(tournament)
        print(f"to seat a round:                             {spread_of(seconds_to_seat(tournament))}")
        print(
            f"news heard by each of {watchers.count} watchers:          {watchers.heard / max(1, watchers.count):.0f}"
        )
        queries_by_round(arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--format", choices=sorted(PLANS), default="descending-doubles")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--watchers", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as scratch, throwaway_postgres() as url:
        os.environ |= {"VAR_DIR": scratch, "REDIS_URL": f"unix://{scratch}/redis.sock", "LOG_LEVEL": "WARNING"}
        os.environ |= {"DATABASE_URL": url, "DATABASE_POOL": "8", **PAUSES}
        bench(arguments)


if __name__ == "__main__":
    main()

"""Bots' turns played by the workers: tables of four bots without pauses, with real workers, Redis and a database.

Prints the turns per second and the workers' processor time per turn, everything included: the task, the choice, the
rules, the transaction, the news. Then it prints how long bots seemed to think, from the times of the moves. That is
most informative with `--level strong --pause 1`, as on a real site, where strong bots have their own worker.

    python bench/bot_turns.py [--game chicken-foot] [--database both] [--workers 1] [--tables 50] [--seconds 15]
                              [--level medium] [--pause 0]
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.postgres import throwaway_postgres  # noqa: E402

WARM_UP = 6.0
LONG_PAUSE = 3.0
LONG = {"kardinal": {"ending": "games", "games": 20}}
"""Options for matches that outlast the measurement."""


@contextlib.contextmanager
def running(*command: str) -> Iterator[int]:
    """Run a program while the block runs; yield its process id."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def spent(pid: int) -> float:
    """Return the processor time of all threads of a process, in seconds."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def open_tables(game: str, level: str, count: int) -> None:
    """Open tables with four bots of this level, or as many as the game allows."""
    from django.db.models import F

    from accounts.models import Player
    from games import services
    from games.models import Seat, Table
    from games.rules import GAMES

    options = LONG.get(game, {})
    seats = min(4, max(GAMES[game].seats(GAMES[game].complete(options))))
    for number in range(count):
        owner = Player.objects.create(username=f"owner{number}")
        table = services.open_table(
            owner=owner, game=game, options=options, bots=["", *[level] * (seats - 1)], seconds=60
        )
        Seat.objects.filter(table=table, player=owner).update(player=None, bot=level, contributed=True)
        Table.objects.filter(pk=table.pk).update(seats_version=F("seats_version") + 1)
        services.act(table_id=table.pk, ply=0, now=Table.objects.get(pk=table.pk).due_at)


def turns() -> int:
    from django.db.models import Sum

    from games.models import Table

    return int(Table.objects.aggregate(Sum("ply"))["ply__sum"] or 0)


def pauses(since: datetime) -> list[float]:
    """Return, in ascending order, the seconds between each move since then and the move before it in the same deal."""
    from games.models import Move

    moves = Move.objects.filter(played_at__gt=since).order_by("table", "ply").values_list("table", "deal", "played_at")
    pairs = itertools.pairwise(moves)
    return sorted((now[2] - before[2]).total_seconds() for before, now in pairs if before[:2] == now[:2])


def in_words(waits: list[float]) -> str:
    at = {share: waits[int(share * (len(waits) - 1))] for share in (0.5, 0.95, 0.99, 1)}
    late = sum(wait > LONG_PAUSE for wait in waits) / len(waits)
    return (
        f"moves came after {at[0.5]:.2f} s (median), {at[0.95]:.2f} (95 %), {at[0.99]:.2f} (99 %), {at[1]:.2f} (all); "
        f"{late:.1%} after more than {LONG_PAUSE:.0f} s"
    )


def measure(game: str, level: str, workers: int, tables: int, seconds: float) -> str:
    """Return a line of results. Needs a separate process, since settings are read only once."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.utils import timezone

    from run import site
    from run.redis import redis_command

    with contextlib.ExitStack() as programs:
        programs.enter_context(running(*redis_command(settings.VAR_DIR / "redis.sock")))
        call_command("migrate", verbosity=0)
        open_tables(game, level, tables)
        pids = [
            programs.enter_context(running(*site.worker_of("bots,clock", threads=4), "-n", f"{number}@%h"))
            for number in range(workers)
        ]
        if level == "strong":
            pids.append(programs.enter_context(running("nice", "-n", "5", *site.thinker().command)))
        programs.enter_context(running(*site.beat().command))
        while turns() < 5 * tables:
            time.sleep(0.2)
        time.sleep(WARM_UP)
        before, processor, begun = turns(), [spent(pid) for pid in pids], time.perf_counter()
        since = timezone.now()
        time.sleep(seconds)
        played, took = turns() - before, time.perf_counter() - begun
        used = [spent(pid) - earlier for pid, earlier in zip(pids, processor, strict=True)]
        waits = in_words(pauses(since))
    each, shares = sum(used) / played * 1000, ", ".join(f"{one / took:.0%}" for one in used)
    line = f"{played / took:6.0f} turns/s, {each:5.2f} ms of workers' processor time for each"
    return f"{line} ({shares} of a core); {waits}"


def measured(conclusion: multiprocessing.queues.Queue[str], environment: dict[str, str], *arguments: object) -> None:
    os.environ |= environment
    conclusion.put(measure(*arguments))  # type: ignore[arg-type]


def bench(database: str, game: str, level: str, pause: float, *arguments: float) -> None:
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as scratch, contextlib.ExitStack() as stack:
        environment = {"VAR_DIR": scratch, "REDIS_URL": f"unix://{scratch}/redis.sock", "LOG_LEVEL": "ERROR"}
        environment |= {"BOT_PAUSE": str(pause), "DEAL_PAUSE": "0", "DEMO": "0", "DATABASE_POOL": "8"}
        environment["DATABASE_URL"] = f"sqlite:///{scratch}/bench.sqlite3"
        if database == "postgresql":
            environment["DATABASE_URL"] = stack.enter_context(throwaway_postgres())
        context = multiprocessing.get_context("spawn")
        conclusion = context.Queue()
        process = context.Process(target=measured, args=(conclusion, environment, game, level, *arguments))
        process.start()
        print(f"{game:13} {level:6} {database:11} {arguments[0]} worker(s): {conclusion.get()}", flush=True)
        process.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="chicken-foot")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--pause", type=float, default=0.0, help="BOT_PAUSE in seconds")
    given = parser.parse_args()
    for database in ("sqlite", "postgresql") if given.database == "both" else (given.database,):
        bench(database, given.game, given.level, given.pause, given.workers, given.tables, given.seconds)


if __name__ == "__main__":
    main()

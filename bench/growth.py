"""What a million finished matches cost: the same pages with a large and a small database, in alternating runs.

Each database has its own process; those of SQLite are filled once, which takes some minutes, and kept in `var/bench`.
In-memory caches are cleared before each page. Prints the median time of each page, and the ratio.

    python bench/growth.py [--matches 1000000] [--database sqlite] [--only lobby]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.postgres import throwaway_postgres  # noqa: E402
from run.redis import redis_command  # noqa: E402

FEW = 100
"""The number of matches in the small database."""
TURNS = 15


class Site:
    """A process with its own database, which renders pages one after the other."""

    def __init__(self, folder: Path, url: str, matches: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder), "LOG_LEVEL": "ERROR"}
        environment |= {"DATABASE_URL": url, "REDIS_URL": f"unix://{folder}/redis.sock"}
        command = [sys.executable, __file__, "--answer", "--matches", str(matches)]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, env=os.environ | environment, **pipes)

    def read(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, name: str) -> float:
        assert self.process.stdin
        print(name, file=self.process.stdin, flush=True)
        answer: float = self.read()
        return answer

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


# --- In the process of a site ---


def answer(matches: int) -> None:
    """Read names of pages from standard input, and print the seconds that each page takes."""
    redis = subprocess.Popen(redis_command(Path(os.environ["VAR_DIR"]) / "redis.sock"), stdout=subprocess.DEVNULL)
    try:
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        pages = _pages(matches)
        print(json.dumps(list(pages)), flush=True)
        for line in sys.stdin:
            print(_taken(pages[line.strip()]), flush=True)
    finally:
        redis.terminate()
        redis.wait()


def _pages(matches: int) -> dict[str, Any]:
    from django.test import Client
    from django.urls import reverse

    from accounts.models import Player
    from clubs.models import Club
    from games import services as tables
    from games.models import Seat, Table
    from tournaments.models import Tournament

    if not Player.objects.filter(username="Veteran").exists():
        import_module("bench.filling.matches").fill(matches)
        people = list(Player.objects.filter(username__startswith="Template"))
        for number in range(40):
            here = [people[(number + seat) % len(people)] for seat in range(4)]
            table = tables.open_table(owner=here[0], game="chicken-foot", options={}, bots=[""] * 4, seconds=3600)
            for player in here[1:]:
                tables.join(table_id=table.pk, player=player)
            for player in here:
                tables.contribute(table_id=table.pk, player_id=player.pk, contribution=bytes(16))
        Table.objects.update(due_at=None)
    running = Table.objects.running().order_by("pk")[0]
    seat = Seat.objects.filter(table__board__isnull=True, table__status="finished").order_by("-pk")[FEW // 2]
    player, over = seat.player, Tournament.objects.over().order_by("pk")[0]
    assert player is not None
    sitter, club = Player.objects.get(username="Template0"), Club.objects.order_by("pk")[0]
    visitor = Client(SERVER_NAME="localhost")

    def signed_in(player: Player) -> Client:
        client = Client(SERVER_NAME="localhost")
        client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        return client

    reader, veteran = signed_in(player), Player.objects.get(username="Veteran")
    addresses = {
        "lobby": "/",
        "lobby, its tables again": "/lobby/tables/",
        "table": running.get_absolute_url(),
        "result": reverse("games:result", args=[seat.table_id]),
        "profile": player.get_absolute_url(),
        "profile, ratings": reverse("ratings:of", args=[player.username]),
        "profile, matches": reverse("games:matches_of", args=[player.username]),
        "a veteran's matches": reverse("games:matches_of", args=[veteran.username]),
        "club": club.get_absolute_url(),
        "tournament that is over": over.get_absolute_url(),
        "tournaments": "/tournaments/",
        "tournaments that are over": "/tournaments/?when=over",
    }
    everyone = {name: (visitor, address) for name, address in addresses.items()}
    theirs = {f"{name}, signed in": (reader, address) for name, address in addresses.items()}
    return everyone | theirs | {"table, who sits there": (signed_in(sitter), running.get_absolute_url())}


def _taken(page: tuple[Any, str]) -> float:
    from common.caching import fresh
    from games.pages import lobby
    from tournaments import expected

    client, address = page
    fresh.forget()
    lobby.forget()
    expected._remembered = None
    start = time.perf_counter()
    response = client.get(address)
    taken = time.perf_counter() - start
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return taken


# --- Alternating runs ---


@contextmanager
def sites(database: str, matches: int) -> Iterator[list[Site]]:
    with ExitStack() as stack:
        both = []
        for many in (FEW, matches):
            if database == "sqlite":
                folder = ROOT / "var" / "bench" / f"growth-{many}"
                url = f"sqlite:///{folder}/boneyard.sqlite3"
            else:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                url = stack.enter_context(throwaway_postgres())
            both.append(Site(folder, url, many))
            stack.callback(both[-1].end)
        yield both


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--only", default="", help="only pages with this in their name")
    parser.add_argument("--answer", action="store_true", help="run as the process of one database")
    chosen = parser.parse_args()
    if chosen.answer:
        answer(chosen.matches)
        return
    with sites(chosen.database, chosen.matches) as both:
        names, _same = [site.read() for site in both]
        print(f"{'ms':38} {FEW:>10,} {chosen.matches:>10,} {'ratio':>6}")
        for name in (one for one in names if chosen.only in one):
            taken: list[list[float]] = [[], []]
            for turn in range(TURNS + 3):
                for site, times in zip(both, taken, strict=True):
                    seconds = site.ask(name)
                    if turn >= 3:
                        times.append(seconds)
            few, many = (statistics.median(times) * 1000 for times in taken)
            print(f"{name:38} {few:10.1f} {many:10.1f} {many / few:6.2f}", flush=True)


if __name__ == "__main__":
    main()

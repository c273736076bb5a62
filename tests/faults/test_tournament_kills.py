"""Any process may die at any moment of a tournament, and others may do its work twice: it is played once, and right."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings

from tests.whole_site import PROGRAMS, WholeSite, until, whole_site

DEATHS = 10
SECONDS = 400
"""How long the tournament may take; it is far quicker where nothing else runs."""

ANNOUNCE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Player
from tournaments import services
now = timezone.now()
olga = Player.objects.create_user("Olga", "olga@example.org")
absent = Player.objects.create_user("Absent", "absent@example.org")
tournament = services.plan(
    organiser=olga, name="Under fire", game="chicken-foot", format="descending-doubles", seating="standings",
    options={"high": 9, "low": 6}, table_size=4, break_seconds=2, seconds=10,
    registration_at=now, starts_at=now + timedelta(seconds=5),
)
services.announce(tournament_id=tournament.pk, now=now)
services.advance(tournament_id=tournament.pk, now=now)
services.enter(tournament_id=tournament.pk, player=absent)
services.enter_bots(tournament_id=tournament.pk, names=[f"Bot {n}" for n in range(1, 13)], level="easy")
print(tournament.pk)
"""

MEDDLE = """
import sys, threading, time
from django.db import OperationalError, connection
from tournaments import services
from tournaments.models import Tournament
def meddle():
    while True:
        try:
            services.advance(tournament_id=TOURNAMENT)
            if Tournament.objects.over().filter(pk=TOURNAMENT).exists():
                return
        except OperationalError:
            connection.close()
        time.sleep(0.05)
threads = [threading.Thread(target=meddle) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


FACTS = """
import json
from collections import Counter
from accounts.models import Notice
from games.records.checking import problems_of
from games.models import Table
from tests.tournaments.recount import disagreements, recount
from tournaments.models import Board, Place, Tournament
from tournaments.base.standings import standings_of
tournament = Tournament.objects.get(pk=TOURNAMENT)
boards = Board.objects.filter(round__tournament=tournament)
tables = Table.objects.filter(occasion="Under fire").select_related("chain")
print(json.dumps({
    "status": tournament.status,
    "rounds": list(tournament.played_rounds.order_by("number").values_list("number", flat=True)),
    "boards": boards.count(),
    "boards without a table or a result": boards.exclude(table__isnull=False, is_done=True).count(),
    "tables": tables.count(),
    "places": Place.objects.filter(round__tournament=tournament).count(),
    "problems": [f"{table.pk}: {problem}" for table in tables for problem in problems_of(table)],
    "disagreements": disagreements(recount(tournament), standings_of(tournament)),
    "notices": Counter(Notice.objects.filter(player__username="Absent").values_list("kind", flat=True)),
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    pauses = {
        "BOT_PAUSE": "0.05",
        "FORCED_PAUSE": "0.05",
        "AWAY_PAUSE": "0.05",
        "DEAL_PAUSE": "0.2",
        "START_PAUSE": "1",
    }
    with whole_site(tmp_path_factory.mktemp("site"), **pauses) as site:
        yield site


def command(code: str, tournament: str = "") -> list[str]:
    return [sys.executable, "manage.py", "shell", "-v", "0", "-c", code.replace("TOURNAMENT", repr(tournament))]


def asked(site: WholeSite, code: str, tournament: str = "") -> str:
    """What a process of its own says that looks at the same database."""
    done = subprocess.run(
        command(code, tournament),
        env=site.environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().splitlines()[-1]


@contextmanager
def meddling(site: WholeSite, tournament: str) -> Iterator[subprocess.Popen[bytes]]:
    """A second clockwork, of two threads, that turns whenever it likes."""
    process = subprocess.Popen(command(MEDDLE, tournament), env=site.environment, cwd=settings.BASE_DIR)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def kill_them_all(site: WholeSite, meddler: subprocess.Popen[bytes]) -> list[str]:
    """Each of them several times, at moments that nobody chose, as long as the tournament runs."""
    rng, killed = random.Random(7), []
    order = [program for _time in range(1 + DEATHS // len(PROGRAMS)) for program in rng.sample(PROGRAMS, len(PROGRAMS))]
    for program in order[:DEATHS]:
        time.sleep(rng.uniform(0.5, 4))
        if meddler.poll() is not None:
            break
        try:
            os.kill(site.pids(program)[-1], signal.SIGKILL)
            killed.append(program)
        except ProcessLookupError:
            continue  # not back yet
    return killed


def test_a_tournament_survives_the_death_of_any_process(site: WholeSite) -> None:
    tournament = asked(site, ANNOUNCE)
    with meddling(site, tournament) as meddler:
        killed = kill_them_all(site, meddler)
        until(lambda: meddler.poll() is not None, SECONDS)
        assert meddler.returncode == 0
    assert set(killed) == set(PROGRAMS), "it was over before all of them had died"
    facts: dict[str, Any] = json.loads(asked(site, FACTS, tournament))
    assert facts["status"] == "finished"
    assert facts["rounds"] == [1, 2, 3, 4]
    assert facts["boards without a table or a result"] == 0
    assert facts["tables"] == facts["boards"]
    assert facts["places"] == 13 + 3 * 12
    assert facts["problems"] == []
    assert facts["disagreements"] == []
    assert facts["notices"] == {
        "tournament-entered": 1,
        "tournament-table": 1,
        "tournament-missed": 1,
        "tournament-finished": 1,
    }

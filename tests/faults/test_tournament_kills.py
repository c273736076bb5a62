"""Processes may die at any moment of a tournament, or work twice: it is still played once and correctly."""

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

from run.trial.whole_site import PROGRAMS, WholeSite, until, whole_site
from tests.often import times

DEATHS = times(10, 30)
SECONDS = 400
"""The most seconds that the tournament may take; on an idle machine it is far quicker."""


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


def command(function: str, *arguments: str) -> list[str]:
    """Return the command that runs a function of under_fire in a separate process."""
    code = f"from tests.faults import under_fire; under_fire.{function}(*{arguments!r})"
    return [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]


def asked(site: WholeSite, function: str, *arguments: str) -> str:
    """Run a function of under_fire and return its output."""
    done = subprocess.run(
        command(function, *arguments),
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
    process = subprocess.Popen(command("meddle", tournament), env=site.environment, cwd=settings.BASE_DIR)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def kill_them_all(site: WholeSite, meddler: subprocess.Popen[bytes]) -> list[str]:
    """Kill each program several times at random moments while the tournament runs; return the names of the killed."""
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
            continue  # it has not been restarted yet
    return killed


def test_a_tournament_survives_the_death_of_any_process(site: WholeSite) -> None:
    tournament = asked(site, "announce")
    with meddling(site, tournament) as meddler:
        killed = kill_them_all(site, meddler)
        until(lambda: meddler.poll() is not None, SECONDS)
        assert meddler.returncode == 0
    assert set(killed) == set(PROGRAMS), "the tournament was over before all programs had been killed"
    facts: dict[str, Any] = json.loads(asked(site, "tell_facts", tournament))
    assert facts["status"] == "finished"
    assert facts["rounds"] == [1, 2, 3, 4]
    assert facts["boards without a table or a result"] == 0
    assert facts["tables"] == facts["boards"]
    seated = facts["places"] - 4 * 12
    assert seated in (1, 2), "the absentee is seated once, or twice if kills delayed noticing the absence"
    assert facts["problems"] == []
    assert facts["disagreements"] == []
    assert facts["notices"] == {
        "tournament-entered": 1,
        "tournament-table": seated,
        "tournament-missed": 1,
        "tournament-finished": 1,
    }

"""However often the background programs die, the site acts again soon after the last time."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings

from run.trial.whole_site import WholeSite, until, whole_site

pytestmark = pytest.mark.xdist_group("the whole site")

PROMISED = 20
"""Seconds within which the site must act again; on an idle machine it takes at most ten."""

SEAT_BOTS = "from tests.faults import under_fire; under_fire.seat_bots()"


def kill(site: WholeSite, programs: Sequence[str]) -> None:
    """Kill the programs, and wait until all of them have been restarted."""
    known = {program: site.pids(program) for program in programs}
    for pids in known.values():
        os.kill(pids[-1], signal.SIGKILL)
    until(lambda: all(len(site.pids(program)) > len(pids) for program, pids in known.items()), PROMISED)


def moves(site: WholeSite) -> int:
    with sqlite3.connect(site.folder / "var" / "boneyard.sqlite3", timeout=20) as database:
        return int(database.execute("SELECT count(*) FROM games_move").fetchone()[0])


def test_the_house_moves_again_soon_after_the_last_death(tmp_path: Path) -> None:
    with whole_site(tmp_path, BOT_PAUSE="0.3", DEAL_PAUSE="0.3") as site:
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", SEAT_BOTS],
            env=site.environment,
            cwd=settings.BASE_DIR,
            check=True,
        )
        until(lambda: moves(site) > 0)
        for _time in range(4):
            kill(site, ["redis", "worker", "thinker", "slow"])
        played = moves(site)
        until(lambda: moves(site) > played, PROMISED)

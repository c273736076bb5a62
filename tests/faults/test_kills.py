"""Any process may die during a match: no acknowledged move is lost, and the match goes on."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.conf import settings

from games.rules.records import record
from run.trial.table_player import TablePlayer
from run.trial.visitors import Visitor
from run.trial.whole_site import PROGRAMS, WholeSite, whole_site

PLAY_ON = [sys.executable, "manage.py", "shell", "-v", "0", "-c"]
PLAY_ON += ["from tests.faults import playing_together; playing_together.play_on()"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    pauses = {"BOT_PAUSE": "0.02", "FORCED_PAUSE": "0.02", "DEAL_PAUSE": "0.2", "START_PAUSE": "2"}
    with whole_site(tmp_path_factory.mktemp("site"), **pauses) as site:
        yield site


@pytest.mark.parametrize("game", ["chicken-foot", "two-step", "kardinal"])
def test_every_acknowledged_move_survives_the_death_of_any_process(site: WholeSite, game: str) -> None:
    """If a match happens to be too short for killing all processes, the rest are killed in the next one."""
    visitor = Visitor(site.url)
    programs = list(PROGRAMS)
    while programs:
        deaths: dict[int, Callable[[], object]] = {
            1 + 2 * number: partial(kill, site, program) for number, program in enumerate(programs)
        }
        player = TablePlayer(visitor, visitor.opens_a_table(game), random.Random(game))
        player.play(deaths)
        died = len(programs) - len(deaths)
        assert player.reconnects or "web" not in programs[:died]
        all_is_there(player)
        programs = programs[died:]


def test_every_acknowledged_move_survives_when_many_are_stored_together(site: WholeSite) -> None:
    acknowledged: dict[tuple[str, int], str] = {}
    for _death in range(4):
        with subprocess.Popen(PLAY_ON, env=site.environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE) as playing:
            assert playing.stdout is not None
            for _ in range(10):
                told = json.loads(playing.stdout.readline())
                acknowledged |= {(table, ply): text for table, ply, text in told}
            playing.kill()  # while it is storing the next moves
            rest = [json.loads(line) for line in playing.stdout if line.endswith(b"\n")]
            acknowledged |= {(table, ply): text for told in rest for table, ply, text in told}
    with sqlite3.connect(site.folder / "var" / "boneyard.sqlite3", timeout=20) as database:
        tables = {table for table, _ in acknowledged}
        stored = {
            (table, ply): text
            for table, ply, text in database.execute("SELECT table_id, ply, text FROM games_move")
            if table in tables
        }
        plies = {table: ply for table, ply in database.execute("SELECT id, ply FROM games_table") if table in tables}
    assert len(tables) > 1
    assert {move: stored[move] for move in acknowledged} == acknowledged
    assert Counter(table for table, _ in stored) == plies


def kill(site: WholeSite, program: str) -> None:
    os.kill(site.pids(program)[-1], signal.SIGKILL)


def all_is_there(player: TablePlayer) -> None:
    written = json.loads(player.visitor.get(f"/table/{player.table}/record.json").said)
    assert list(record.check(written)) == []
    moves = [text for deal in written["deals"] for _, text in deal["moves"]]
    assert {ply: moves[ply] for ply in player.acknowledged} == player.acknowledged


def test_stored_matches_obey_the_rules_afterwards(site: WholeSite) -> None:
    command = [sys.executable, "manage.py", "check_records"]
    checked = subprocess.run(
        command, env=site.environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr

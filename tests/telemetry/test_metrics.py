"""What is counted, and that the processes of a machine count together."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Player
from games import tasks
from telemetry.metrics import OURS
from tests.games.people import play_any, seated_table
from tests.games.sockets import Browser, in_thread, sign_in


def value(sample: str, **labels: str) -> float:
    return OURS.get_sample_value(sample, labels) or 0.0


@pytest.mark.django_db
def test_moves_are_counted_by_who_made_them(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    before = value("boneyard_moves_total", by="player")
    play_any(table.pk, random.Random(1))
    assert value("boneyard_moves_total", by="player") == before + 1


@pytest.mark.django_db
def test_sweeps_are_counted() -> None:
    before = value("boneyard_sweeps_total", name="tables")
    tasks.sweep()
    assert value("boneyard_sweeps_total", name="tables") == before + 1


@pytest.mark.django_db(transaction=True)
async def test_sockets_and_refusals_are_counted(alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob])
    session = await in_thread(sign_in)(alice)
    open_before, refused = value("boneyard_sockets"), value("boneyard_refusals_total", code="stale")
    timed = value("boneyard_move_seconds_count")
    browser = await Browser.at(table.pk, session)
    assert value("boneyard_sockets") == open_before + 1
    await browser.send(type="move", move="draw", ply=999)
    await browser.hear_until("error")
    await browser.leave()
    assert value("boneyard_refusals_total", code="stale") == refused + 1
    assert value("boneyard_move_seconds_count") == timed + 1
    assert value("boneyard_sockets") == open_before


COUNTING = "from telemetry.metrics import MOVES, SOCKETS; MOVES.labels('bot').inc({}); SOCKETS.inc(); {}"
READING = (
    "from prometheus_client import generate_latest; from telemetry.metrics import registry; "
    "print(generate_latest(registry()).decode())"
)


def run(folder: Path, code: str) -> str:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_processes_count_together_and_dead_ones_lose_their_sockets(tmp_path: Path) -> None:
    folder = tmp_path / "metrics"
    run(folder, COUNTING.format(3, ""))
    run(folder, COUNTING.format(4, ""))
    said = run(folder, COUNTING.format(5, "") + READING)
    assert 'boneyard_moves_total{by="bot"} 12.0' in said
    assert "boneyard_sockets 1.0" in said

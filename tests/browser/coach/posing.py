"""Creates a problem of the day from a match on the site, as a worker would."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from coach.models import Problem
from games.bots.search import distinct
from games.models import Table
from games.records.replay import table_after
from games.rules import Move
from run.trial.whole_site import WholeSite

REASON = "It saves a cardinal, which always fits later."
LOSSES = (0.0, 7.5, 9.0, 12.0)


@dataclass(frozen=True, slots=True)
class Posed:
    """A problem's best move, another one, and the URL fragment of its place in the match."""

    best: str
    worse: str
    place: str


def pose(table_id: str, days_ago: int) -> None:
    """Make a problem from the first choice of a match in which every playable tile fits a single place; print it.

    It becomes the newest problem of its game.
    """
    table = Table.objects.get(pk=table_id)
    places = [(number, step) for number in range(1, table.deal_number + 1) for step in range(table.ply)]
    number, step, moves = next((*place, moves) for place in places if len(moves := _choices(table, *place)) > 1)
    deal = table_after(table, number, step).match.deal  # type: ignore[union-attr]
    assert deal is not None
    day = timezone.now().date() - timedelta(days=days_ago)
    Problem.objects.filter(game=table.game, day__gte=day).delete()
    Problem.objects.create(
        game=table.game,
        day=day,
        table=table,
        deal=number,
        step=step,
        seat=deal.turn,
        moves=[[str(move), loss, 1] for move, loss in zip(moves, LOSSES, strict=False)],
        reason={"template": REASON, "params": {}},
        made_at=timezone.now(),
    )
    print(json.dumps([str(moves[0]), str(moves[1]), f"{number}-{step}"]))


def _choices(table: Table, number: int, step: int) -> list[Move]:
    """Return the moves before this step of a deal, if each is another tile and fits a single place."""
    live = table_after(table, number, step)
    deal = live.match.deal if live else None
    if deal is None or deal.result is not None:
        return []
    legal = deal.legal_moves()
    moves = [move for move in legal if [other.tile for other in legal].count(move.tile) == 1 and move.tile]
    return moves[: len(LOSSES)] if len(distinct(deal.view(deal.turn), legal)) == len(legal) == len(moves) else []


def posed(site: WholeSite, table_id: str, *, days_ago: int = 0) -> Posed:
    """Make a problem in a separate process."""
    script = f"from tests.browser.coach.posing import pose; pose({table_id!r}, {days_ago})"
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", script]
    said = subprocess.run(command, check=True, env=site.environment, cwd=settings.BASE_DIR, capture_output=True)
    return Posed(*json.loads(said.stdout))

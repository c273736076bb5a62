"""What goes wrong at simulated events, and how often."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from common.errors import UserError
from tournaments.control.actions.tables.correct import Correct
from tournaments.models import Board


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often mishaps happen in each round: `withdraws` and `is_absent` for each participant, `is_corrected` for each
    table, `comes_late` for the whole event.

    All are probabilities from 0 to 1; `is_absent` is also that of sitting out, and `people` is the share of entries
    that are people.
    """

    withdraws: float = 0.0
    comes_late: float = 0.0
    is_absent: float = 0.0
    people: float = 0.0
    is_corrected: float = 0.0


CALM = Mishaps()
MANY = Mishaps(withdraws=0.03, comes_late=0.6, is_absent=0.06, people=0.5, is_corrected=0.08)


def correct(board: Board, organiser: Player, rng: random.Random, now: datetime) -> None:
    """Correct the points of one seat by a random amount, unless a seating depends on the result."""
    places = list(board.places.order_by("seat"))
    points = [(place.score or {}).get("points", 0) for place in places]
    absent = [seat for seat, place in enumerate(places) if place.score and place.score["absent"]]
    seat = rng.randrange(len(points))
    points[seat] = max(0, points[seat] + rng.choice([-2, -1, 0, 1, 2, rng.randrange(-40, 40)]))
    action = Correct(board=board.pk, points=points, absent=absent)
    try:
        action.carry_out(tournament_id=board.round.tournament_id, by=organiser, reason="They erred", now=now)
    except UserError as refused:
        if refused.code != "decided":
            raise

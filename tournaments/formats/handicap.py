"""Handicap points, added to the results of strong players and taken off those of weak ones, so that both can win.

A player rated above `LEVEL` has one point for every `handicap_step` rating points, in whole points and at most
`handicap_most`; a player rated below has as many in the other direction. Players without a rating count as rated
`LEVEL`. The points count in every round at a table, and against the stronger player: they are added where the fewest
points win, and taken off where the highest settlement wins. They follow from the rating at the start, so an event only
knows the points.
"""

from __future__ import annotations

from tournaments.formats.format import Format
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop

HANDICAP = "handicap_step"
"""Listed in a format's `uses` if it supports handicap points."""
LEVEL = 1000
LEAST_STEP, LARGEST_STEP = 5, 1000
MOST = 50

ONLY_WHERE_POINTS_ADD_UP = gettext_noop(
    "Handicap points need a format in which the points of all rounds are added up: descending doubles or table rounds."
)
STEP = gettext_noop("One handicap point is for {least} to {most} rating points.")
AT_MOST = gettext_noop("There can be from {least} to {most} handicap points in a round.")


def check(plan: Plan, played: Format) -> None:
    """Raise PlanError if the plan's handicap points are not possible."""
    if not plan.handicap_step:
        return
    if HANDICAP not in played.uses:
        raise PlanError("handicap_step", Sentence(ONLY_WHERE_POINTS_ADD_UP))
    if not LEAST_STEP <= plan.handicap_step <= LARGEST_STEP:
        raise PlanError("handicap_step", Sentence(STEP, {"least": LEAST_STEP, "most": LARGEST_STEP}))
    if not 1 <= plan.handicap_most <= MOST:
        raise PlanError("handicap_most", Sentence(AT_MOST, {"least": 1, "most": MOST}))


def points(plan: Plan, rating: int | None, *, low_wins: bool) -> int:
    """Return the points added to each result of a player with this rating, or with none; 0 without handicaps."""
    if not plan.handicap_step or rating is None:
        return 0
    size = min(abs(rating - LEVEL) // plan.handicap_step, plan.handicap_most)
    return size if (rating > LEVEL) == low_wins else -size

"""Skills and the numbers shown for them: Weng and Lin's rating for matches of any number of players.

`openskill` calculates it. A skill is an estimate (`mu`) with its uncertainty (`sigma`). A match moves each player's
estimate, and moves it further the more surprising the place and the less certain the estimate. All begin at 25 ± 25/3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

START, POINTS = 1000, 40
"""The number shown for a new player, and the points for each unit of `mu`."""
PROVISIONAL_BELOW = 10
"""A rating from fewer matches is provisional."""


@dataclass(frozen=True, slots=True)
class Skill:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after_match(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of the players after a match; `places` count from 1, and ties have equal ones."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]


def number_of(mu: float) -> int:
    """Return the number that is shown for an estimate."""
    return round(START + POINTS * (mu - _MODEL.mu))


def is_provisional(matches: int) -> bool:
    return matches < PROVISIONAL_BELOW

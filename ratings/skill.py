"""Skills and the numbers that stand for them: Weng and Lin's rating for matches of any number of players.

`openskill` calculates it. A skill is an estimate (`mu`) with its uncertainty (`sigma`); a match moves the estimate of
everybody by how surprising their place was, the more the less was known of them. Everyone begins at 25 ± 25/3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

START, POINTS = 1000, 40
"""The number shown at the beginning, and how many points a step of `mu` is."""
PROVISIONAL_BELOW = 10
"""A rating from fewer matches is provisional."""


@dataclass(frozen=True, slots=True)
class Skill:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after_match(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of people after a match; `places` count from 1, and equal ones are shared."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]


def number_of(mu: float) -> int:
    """Return the number that is shown."""
    return round(START + POINTS * (mu - _MODEL.mu))


def is_provisional(matches: int) -> bool:
    return matches < PROVISIONAL_BELOW

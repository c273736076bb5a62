"""Team mates, who do not share a table if that can be avoided."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from tournaments.formats.event import Event
from tournaments.formats.sentence import Sentence, Who, gettext_noop

TOGETHER = gettext_noop("{people} are team mates: there was no other way to seat so many of one team.")


def partners(event: Event) -> frozenset[frozenset[int]]:
    """Return all pairs of team mates."""
    return frozenset(frozenset(pair) for team in event.teams for pair in combinations(team.members, 2))


def together(event: Event, circle: Collection[int]) -> Iterator[Sentence]:
    """Say which team mates share a table because that could not be avoided."""
    for team in event.teams:
        people = tuple(Who(one) for one in team.members if one in circle)
        if len(people) > 1:
            yield Sentence(TOGETHER, {"people": people})

"""Finds the pairs that have met in earlier rounds and would meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from django.utils.translation import ngettext

from tournaments.formats import Event

Meetings = Counter[frozenset[int]]
Pair = tuple[int, int, int]
"""Two entry ids, and how often they have met."""


def meetings_before(event: Event) -> Meetings:
    """Return how often each pair has met."""
    return Counter(
        frozenset(pair) for each in event.rounds for table in each.tables for pair in combinations(table.entrants, 2)
    )


def meeting_again(met: Meetings, tables: Iterable[tuple[int, ...]]) -> list[Pair]:
    """Return the pairs at these tables that have met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [(*pair, met[frozenset(pair)]) for pair in pairs if met[frozenset(pair)]]


def in_words(pair: Pair, names: Mapping[int, str]) -> str:
    """Return, for example, "Anna and Bert have met 2 times"."""
    one, other, times = pair
    sentence = ngettext("{one} and {other} have met before", "{one} and {other} have met {times} times", times)
    return sentence.format(one=names[one], other=names[other], times=times)

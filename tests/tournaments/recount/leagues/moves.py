"""Recounts who plays in which division next, from the final standings and by the manual alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Division:
    """A division after its season: players in the order of the standings, and those who do not go on."""

    places: int
    falls: int
    order: Sequence[int]
    leavers: frozenset[int]
    was_cancelled: bool = False


def next_divisions(divisions: Sequence[Division]) -> list[set[int]]:
    """Return the players of each division in the next season, the highest first."""
    last = len(divisions) - 1
    ladder = [list(one.order) for one in divisions]
    groups: list[list[int]] = [[] for _division in divisions]
    stayed: list[list[int]] = [[] for _division in divisions]
    for at, one in enumerate(divisions):
        down = one.falls if at < last and not (one.was_cancelled or divisions[at + 1].was_cancelled) else 0
        up = divisions[at - 1].falls if at and not (one.was_cancelled or divisions[at - 1].was_cancelled) else 0
        for place, player in enumerate(ladder[at]):
            if player in one.leavers:
                continue
            if place < up:
                groups[at - 1].append(player)
            elif place >= max(up, len(ladder[at]) - down):
                groups[at + 1].append(player)
            else:
                groups[at].append(player)
                stayed[at].append(player)
    for at in range(last):
        while len(groups[at]) < divisions[at].places and any(groups[at + 1 :]):
            below = next(lower for lower in range(at + 1, last + 1) if groups[lower])
            in_order = [one for one in stayed[below] if one in groups[below]]
            player = in_order[0] if in_order else groups[below][0]
            groups[below].remove(player)
            groups[at].append(player)
    return [set(group) for group in groups]

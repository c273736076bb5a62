"""The divisions of the next season: the last fall, the first rise, and free places are filled from below.

Players are placed in the order of their final ranks, after tie-breaks; those who share a rank are in the starting
order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

STAYS, RISES, FALLS, FILLS = "stays", "rises", "falls", "fills"


@dataclass(frozen=True, slots=True)
class Finished:
    """A division at the end of a season: its `places`, how many players fall, and the ids of all players in order.

    `leavers` do not play on. If its season was cancelled, nobody rises or falls from it or into it.
    """

    places: int
    falls: int
    order: Sequence[int]
    leavers: Collection[int] = ()
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A player in the next season; `mark` says how they got there."""

    player: int
    mark: str


def marks_of(number_of_players: int, falls: int, rises: int) -> list[str]:
    """Return the marks of a division's players in order; in a small one, promotion takes precedence over relegation."""
    rises = min(rises, number_of_players)
    falls = min(falls, number_of_players - rises)
    return [RISES] * rises + [STAYS] * (number_of_players - rises - falls) + [FALLS] * falls


def next_season(divisions: Sequence[Finished]) -> list[list[Placed]]:
    """Return the players of each division for the next season: those who fall into it, stay in it and rise to it.

    The places of leavers are filled by the best players of the division below who were not promoted anyway, down to the
    last division, whose free places are for newcomers.
    """
    groups = [_marked(divisions, at) for at in range(len(divisions))]
    following = [
        [
            *(_with(groups[at - 1], FALLS) if at > 0 else []),
            *_with(groups[at], STAYS),
            *(_with(groups[at + 1], RISES) if at + 1 < len(divisions) else []),
        ]
        for at in range(len(divisions))
    ]
    for at, division in enumerate(divisions[:-1]):
        _fill(following, at, division.places)
    return following


def _marked(divisions: Sequence[Finished], at: int) -> list[Placed]:
    """Return the marks of a division's players, without its leavers."""
    division = divisions[at]
    marks = marks_of(len(division.order), _falling(divisions, at), _falling(divisions, at - 1))
    marked = zip(division.order, marks, strict=True)
    return [Placed(player, mark) for player, mark in marked if player not in division.leavers]


def _falling(divisions: Sequence[Finished], at: int) -> int:
    """Return how many players fall from this division to the next one, which is also how many rise from there."""
    pair = divisions[at : at + 2] if at >= 0 else ()
    return divisions[at].falls if len(pair) == 2 and not any(one.is_cancelled for one in pair) else 0


def _with(players: Sequence[Placed], mark: str) -> list[Placed]:
    return [one for one in players if one.mark == mark]


def _fill(following: list[list[Placed]], at: int, places: int) -> None:
    """Fill a division's free places with the best players from below: first those who stayed, then those who fell."""
    below = following[at + 1 :]
    while len(following[at]) < places:
        source = next((group for group in below if group), None)
        if source is None:
            return
        best = next((one for one in source if one.mark in (STAYS, FILLS)), source[0])
        source.remove(best)
        # a player who fell and comes back up at once has stayed
        back = best.mark == FALLS and source is following[at + 1]
        following[at].append(Placed(best.player, STAYS if back else FILLS))

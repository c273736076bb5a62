"""Rows of recounted standings, and how they are ranked and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.tournaments.recount.played import Entrant, Event

DASH = "–"
TABLE_FORMATS = ("descending-doubles", "table-rounds")
USUAL = {
    "descending-doubles": ["zero-deals", "lowest-deal"],
    "table-rounds": ["rounds-won", "best-round", "zero-deals", "lowest-deal"],
    "swiss": ["buchholz", "direct", "game-points", "perfect"],
    "round-robin": ["direct", "sonneborn-berger", "game-points", "perfect"],
}
"""The tie-breaks of a tournament that names none."""

Number = Fraction | int
Row = dict[str, Any]


@dataclass
class Line:
    """A row of the standings in progress. `values` are slug, number (more is better), and what is shown."""

    entrant: Entrant
    values: list[tuple[str, Number, str]]
    played: int
    rounds: list[str]
    amounts: list[Number] = field(default_factory=list)
    """What each round brought, at tables."""

    @property
    def key(self) -> list[Number]:
        return [value for _slug, value, _shown in self.values]


def ranked(lines: list[Line], event: Event, behind_all: Mapping[int, str] | None = None) -> list[Row]:
    """Rank the lines: more is better, the first difference decides; equals share a rank, better seeds first.

    Before anything else, those who have come to a table or had a bye are ahead of those who have not, and of those who
    are `behind_all`, each for some reason."""
    absentees = behind_all or dict.fromkeys(never_came(event), "came")
    keys = {line.entrant.id: [line.entrant.id not in absentees, *line.key] for line in lines}
    ordered = sorted(lines, key=lambda line: ([-value for value in keys[line.entrant.id]], line.entrant.seed))
    rows: list[Row] = []
    for at, line in enumerate(ordered):
        above = ordered[at - 1] if at else None
        own = keys[line.entrant.id]
        differing = [] if above is None else _differing(above, line)
        if above is not None and keys[above.entrant.id][0] != own[0]:
            differing = [absentees[line.entrant.id]]
        rows.append(
            {
                "entry": line.entrant.id,
                "rank": 1 + sum(key > own for key in keys.values()),
                "score": line.values[0][2],
                "tie_breaks": [[slug, shown] for slug, _value, shown in line.values[1:]],
                "by": differing[0] if differing else "",
                "played": line.played,
                "rounds": line.rounds,
            }
        )
    return rows


def never_came(event: Event) -> set[int]:
    came = {sat.entry for played in event.rounds for table in played.tables for sat in table if sat.came}
    if not event.has_absence_rules or not came:
        return set()
    byes = {entry for played in event.rounds for entry in played.byes}
    return {one.id for one in event.entrants} - came - byes


def _differing(above: Line, line: Line) -> list[str]:
    return [slug for (slug, own, _), (_, others, _) in zip(line.values, above.values, strict=True) if own != others]


def shown(amount: Number, signed: bool = False) -> str:
    """Format a number: 24, 2½, ½, -0.33; with a sign +12."""
    amount = Fraction(amount)
    sign = "-" if amount < 0 else "+" if signed and amount > 0 else ""
    whole, rest = divmod(abs(amount), 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{float(abs(amount)):.2f}"


def mean(amounts: Sequence[Number]) -> Fraction:
    return Fraction(sum(amounts)) / len(amounts)

"""Standings of events at tables: totals, tie-breaks, ranks, and the results of each round.

During a round, tables count as soon as they finish; byes and missed rounds count when it is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.event import Event, Standing, Value
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.tables.results import Amount, Kind, Results, RoundResult, settles
from tournaments.formats.tables.tie_breaks import NO_DEAL, TIE_BREAKS, TieBreak

NONE = "\N{EN DASH}"
DUPLICATE = "duplicate"
SETTLEMENT = "settlement"
POINTS = "points"


def score_slug(event: Event) -> str:
    if event.plan.duplicate:
        return DUPLICATE
    return SETTLEMENT if settles(event) else POINTS


def standings(
    event: Event, of_all: Mapping[int, Results], low_wins: bool, tie_breaks: Sequence[TieBreak]
) -> list[Standing]:
    """Return the standings in order; equal ranks by seed."""
    signed = score_slug(event) != POINTS
    absentees = never_came(event)
    rows = []
    for entrant in event.entrants:
        its = of_all[entrant.id]
        total = its.total
        values = [Value(score_slug(event), total, shown(total, signed=signed))]
        values += [measured(each, its, low_wins, signed) for each in tie_breaks]
        lows = [low_wins, *(low_wins if each.low_wins is None else each.low_wins for each in tie_breaks)]
        counts = (one.value if low else -one.value for one, low in zip(values, lows, strict=True))
        key = (int(entrant.id in absentees), *counts)
        rows.append((key, entrant.seed, its, values))
    rows.sort(key=lambda row: row[:2])
    answer: list[Standing] = []
    above: tuple[Fraction | int, ...] = ()
    for place, (key, _, its, values) in enumerate(rows, 1):
        same = key == above
        slugs = (CAME, *(value.slug for value in values))
        differing = (slug for slug, one, other in zip(slugs, key, above, strict=True) if one != other) if above else ()
        by = next(iter(differing), "")
        answer.append(
            Standing(
                entrant=its.entrant,
                rank=answer[-1].rank if same else place,
                score=values[0],
                tie_breaks=tuple(values[1:]),
                played=its.played,
                by=by,
                rounds=tuple(in_grid(one, signed) for one in its.rounds),
            )
        )
        above = key
    return answer


def chosen(slugs: Sequence[str], usual: Sequence[str]) -> list[TieBreak]:
    return [TIE_BREAKS[slug] for slug in (slugs or usual) if slug in TIE_BREAKS]


def measured(each: TieBreak, its: Results, low_wins: bool, signed: bool) -> Value:
    amount = each.measure(its, low_wins)
    if amount == NO_DEAL:
        return Value(each.slug, amount, NONE)
    return Value(each.slug, amount, shown(amount, signed=signed and each.low_wins is None))


def in_grid(one: RoundResult, signed: bool) -> str:
    """Return the cell of the results grid: "24"; "bye 23½" for a bye; "(48)" for a missed round, a round that the house
    played, or one before a late entry; empty while open."""
    if one.kind is Kind.OPEN:
        return ""
    amount = shown(one.amount, signed=signed)
    return {Kind.PLAYED: amount, Kind.BYE: f"bye {amount}"}.get(one.kind, f"({amount})")


def shown(amount: Amount, *, signed: bool = False) -> str:
    """Format a number: integers and halves exactly, others with two decimals (24, 2½, -0.33), and `signed` ones as
    +12."""
    exact = Fraction(amount)
    sign = "-" if exact < 0 else "+" if signed and exact > 0 else ""
    size = abs(exact)
    if size.denominator == 1:
        return f"{sign}{size}"
    if size.denominator == 2:
        return f"{sign}{int(size) or ''}½"
    return f"{sign}{float(size):.2f}"

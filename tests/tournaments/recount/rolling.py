"""Counting at rolling tables, as the manual describes it."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.recount.played import Event, Sat
from tests.tournaments.recount.ranking import Line, Number, Row, ranked, shown


def rolling(event: Event) -> list[Row]:
    """Count places at tables: 3 for the first, 0 for the last, those between at equal steps, and 1 more for each win
    from the third in a row on."""
    tables = [table for played in event.rounds for table in played.tables]
    lines = []
    for entrant in event.entrants:
        sats = [sat for table in tables for sat in table if sat.entry == entrant.id]
        brought, row = [], 0
        for sat in sats:
            row = row + 1 if sat.came and _is_first_alone(event, sat) else 0
            brought.append((_by_place(event, sat) if sat.came else Fraction(0)) + (1 if row >= 3 else 0))
        total = sum(brought, Fraction(0))
        won = sum(sat.came and _is_first_alone(event, sat) for sat in sats)
        played = sum(sat.came for sat in sats)
        values: list[tuple[str, Number, str]] = [
            ("rolling-points", total, shown(total)),
            ("tables-won", won, str(won)),
            ("tables-played", -played, str(played)),
        ]
        lines.append(Line(entrant, values, played, [shown(one) for one in brought]))
    return ranked(lines, event)


def _measure(event: Event, sat: Sat) -> int:
    """Return what decides the place, more being better."""
    if event.is_settled:
        return sat.settlement
    return sat.points if event.plan["game"] == "two-step" else -sat.points


def _is_first_alone(event: Event, sat: Sat) -> bool:
    return all(_measure(event, sat) > _measure(event, other) for other in sat.others)


def _by_place(event: Event, sat: Sat) -> Fraction:
    """Return the average of the points of all places that those who are level share."""
    own = [_measure(event, other) for other in sat.others]
    behind = sum(one < _measure(event, sat) for one in own)
    level = sum(one == _measure(event, sat) for one in own)
    steps = [Fraction(3 * place, len(own)) for place in range(behind, behind + level + 1)]
    return sum(steps, Fraction(0)) / len(steps)

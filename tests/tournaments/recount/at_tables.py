"""Counting at tables of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.tournaments.recount.played import Event, Played, Sat
from tests.tournaments.recount.ranking import DASH, USUAL, Line, Number, Row, mean, ranked, shown


def at_tables(event: Event) -> list[Row]:
    return ranked(lines_at_tables(event), event)


def lines_at_tables(event: Event) -> list[Line]:
    """Count at tables: low points win, settlements (KD2) are won by the highest, missed rounds count as the worst of
    each. A seat to which nobody came is a missed round, or counts as the house played it, but is never played. The
    handicap is part of what every seat has brought."""
    rounds, is_settled, is_duplicate = event.rounds, event.is_settled, event.plan["duplicate"]
    is_signed = is_settled or is_duplicate
    worst: Callable[[Sequence[Number]], Number] = min if is_settled else max
    best: Callable[[Sequence[Number]], Number] = max if is_settled else min
    sign = 1 if is_settled else -1

    handicaps = {entrant.id: entrant.handicap for entrant in event.entrants}
    brought = [
        {entry: amount + handicaps[entry] for entry, amount in _brought(played, is_settled, is_duplicate).items()}
        for played in rounds
    ]
    everything = [amount for each in brought for amount in each.values()]
    slug = "duplicate" if is_duplicate else "settlement" if is_settled else "points"
    lines = []
    for entrant in event.entrants:
        sats = [sat for played in rounds if (sat := played.of(entrant.id)) and sat.came]
        own = [each[entrant.id] for each, at in zip(brought, rounds, strict=True) if _came(at, entrant.id)]
        amounts: list[Number] = []
        grid = []
        for number, (played, each) in enumerate(zip(rounds, brought, strict=True), 1):
            of_round = list(each.values()) or everything or [0]
            if _came(played, entrant.id):
                amounts.append(each[entrant.id])
                grid.append(shown(each[entrant.id], is_signed))
            elif entrant.id in played.byes:
                amounts.append(mean(own or of_round))
                grid.append(f"bye {shown(amounts[-1], is_signed)}")
            else:
                is_late = number < entrant.first_round and played.of(entrant.id) is None
                if is_late and event.late_score != "missed":
                    amounts.append(mean((own or of_round) if event.late_score == "bye" else of_round))
                    grid.append(f"({shown(amounts[-1], is_signed)})")
                    continue
                house = each[entrant.id] if event.house_counts and entrant.id in each else None
                amounts.append(worst(of_round) if house is None else house)
                grid.append(f"({shown(amounts[-1], is_signed)})")
        total = sum(amounts, Fraction(0))
        best_round = best(own or amounts or [0])
        values: list[tuple[str, Number, str]] = [(slug, sign * total, shown(total, is_signed))]
        for tie_break in event.plan["tie_breaks"] or USUAL[event.plan["format"]]:
            if tie_break == "best-round":
                values.append((tie_break, sign * best_round, shown(best_round, is_signed)))
            else:
                values.append((tie_break, *_table_tie(tie_break, sats)))
        lines.append(Line(entrant, values, len(own), grid, amounts))
    return lines


def _came(played: Played, entry: int) -> bool:
    sat = played.of(entry)
    return sat is not None and sat.came


def _brought(played: Played, is_settled: bool, is_duplicate: bool) -> dict[int, Number]:
    def plain(sat: Sat) -> Number:
        return sat.settlement if is_settled else sat.points

    if not is_duplicate:
        return {sat.entry: plain(sat) for table in played.tables for sat in table}
    compared: dict[int, Number] = {}
    for table in played.tables:
        others = [one for one in played.tables if len(one) == len(table) and one is not table]
        for sat in table:
            against = [plain(one[sat.seat]) for one in others] or [plain(one) for one in sat.others]
            compared[sat.entry] = plain(sat) - mean(against)
    return compared


def _table_tie(slug: str, sats: list[Sat]) -> tuple[Number, str]:
    """Return a tie-break: CF5 over all rounds, or rounds won."""
    deals = [deal for sat in sats for deal in sat.deals]
    if slug == "zero-deals":
        zeros = len([deal for deal in deals if deal == 0])
        return zeros, str(zeros)
    if slug == "lowest-deal":
        scored = sorted(deal for deal in deals if deal != 0)
        return (-scored[0], str(scored[0])) if scored else (-(10**9), DASH)
    assert slug == "rounds-won"
    won = sum((Fraction(1) if sat.won else Fraction(1, 2) for sat in sats if sat.won or sat.shared), Fraction(0))
    return won, shown(won)

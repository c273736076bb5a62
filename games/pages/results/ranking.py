"""Everybody's place in a finished match, and the tie-break between equal totals."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.records.export import Record


def places(totals: Sequence[int], winners: Sequence[int], *, high_wins: bool) -> list[tuple[int, int]]:
    """Return (place, seat) in the order of the ranking: winners share the first place, others follow by their totals,
    and equal totals share a place."""
    keys = {seat: _key(seat, total, winners, high_wins) for seat, total in enumerate(totals)}
    order = sorted(keys, key=lambda seat: (keys[seat], seat))
    return [(1 + sum(other < keys[seat] for other in keys.values()), seat) for seat in order]


def _key(seat: int, total: int, winners: Sequence[int], high_wins: bool) -> tuple[bool, int]:
    if seat in winners:
        return False, 0
    return True, -total if high_wins else total


def what_decided(record: Record, names: Sequence[str]) -> str:
    """Return a sentence on what decided between the winner and others with the same total (CF5); empty if nobody had
    the same."""
    totals, winners = record["result"]["totals"], record["result"]["winners"]
    if len(winners) != 1:
        return ""
    [winner] = winners
    rivals = [seat for seat, total in enumerate(totals) if seat != winner and total == totals[winner]]
    if not rivals:
        return ""
    clean = [_deals_without_points(record, seat) for seat in range(len(totals))]
    most = max(clean[seat] for seat in rivals)
    facts = {
        "names": get_text_list([names[seat] for seat in (winner, *rivals)], _("and")),
        "name": names[winner],
        "count": clean[winner],
        "most": most,
    }
    if clean[winner] > most:
        return _("%(names)s have the same points: %(name)s had more deals without any (%(count)s to %(most)s).") % facts
    return _("%(names)s have the same points: apart from deals without any, %(name)s had the best one.") % facts


def _deals_without_points(record: Record, seat: int) -> int:
    results = [deal["result"] for deal in record["deals"]]
    return sum(result["reason"] != "void" and result["scores"][seat] == 0 for result in results)

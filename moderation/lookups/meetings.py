"""Counts how often a player has met others, and who won."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Player
from games.models import Seat, Table
from moderation.models import Case, Report

REMEMBERED_FOR = timedelta(days=180)
MOST_SHOWN = 8
MOST_MATCHES = 300
"""How many of a player's newest matches are counted at most."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The matches that a player and another have finished at one table."""

    other: Player
    times: int
    share: int
    """The percentage of the player's matches."""
    won: int
    other_won: int
    both_ahead: int
    """How often the two had the two best totals, at tables with more than two seats."""
    is_reporter: bool


def meetings_of(player: Player, reporters: set[int], now: datetime) -> list[Meetings]:
    """Return the player's meetings with their reporters, and with those whom they have met most often. Makes three
    queries."""
    own = Seat.objects.filter(player=player, table__status=Table.Status.FINISHED)
    own = own.filter(table__finished_at__gte=now - REMEMBERED_FOR).order_by("-table__finished_at")[:MOST_MATCHES]
    mine = {seat.table_id: seat for seat in own.select_related("table")}
    others = Seat.objects.filter(table__in=list(mine), player__isnull=False).exclude(player=player)
    times: Counter[int] = Counter()
    won: Counter[int] = Counter()
    other_won: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    for seat in others:
        assert seat.player_id is not None
        table, my_seat = mine[seat.table_id].table, mine[seat.table_id].number
        winners = (table.result or {}).get("winners", [])
        times[seat.player_id] += 1
        won[seat.player_id] += my_seat in winners
        other_won[seat.player_id] += seat.number in winners
        ahead[seat.player_id] += _are_ahead(table, my_seat, seat.number)
    shown = dict.fromkeys([key for key in times if key in reporters] + [key for key, _many in times.most_common()])
    people = Player.objects.in_bulk(list(shown)[:MOST_SHOWN])
    return [
        Meetings(
            other=people[key],
            times=times[key],
            share=round(100 * times[key] / len(mine)),
            won=won[key],
            other_won=other_won[key],
            both_ahead=ahead[key],
            is_reporter=key in reporters,
        )
        for key in shown
        if key in people
    ]


def _are_ahead(table: Table, seat: int, other: int) -> bool:
    """Return whether two seats have the two best totals of three or more."""
    if len(table.totals) < 3:
        return False
    ranked = sorted(range(len(table.totals)), key=lambda one: table.totals[one], reverse=table.rules.high_wins)
    return {seat, other} == set(ranked[:2])


def of_case(case: Case, reports: list[Report], now: datetime) -> list[Meetings]:
    if case.player is None:
        return []
    reporters = {report.reporter_id for report in reports if report.reporter_id is not None}
    return meetings_of(case.player, reporters, now)

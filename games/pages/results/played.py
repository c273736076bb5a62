"""Finished matches in lists."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player
from games.models import Table
from games.pages.labels import described
from games.pages.results.ranking import places
from games.state.live_tables import Sitter


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match in a player's history."""

    table: Table
    match: str
    opponents: list[Sitter]
    total: int
    is_won: bool
    is_shared: bool

    @classmethod
    def of(cls, table: Table, player: Player) -> PlayedMatch:
        seats = list(table.seats.all())
        own = next(seat.number for seat in seats if seat.player_id == player.pk)
        assert table.result is not None
        winners = table.result["winners"]
        return cls(
            table,
            described(table.rules, table.seat_count, table.options),
            [Sitter.of(seat) for seat in seats if seat.number != own],
            table.result["totals"][own],
            own in winners,
            own in winners and len(winners) > 1,
        )


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A finished match in search results, with everybody in the order of the ranking."""

    table: Table
    match: str
    ranked: list[tuple[int, Sitter, int]]
    """Place, player and total."""

    @classmethod
    def of(cls, table: Table) -> FoundMatch:
        seats = list(table.seats.all())
        assert table.result is not None
        totals, winners = table.result["totals"], table.result["winners"]
        ranked = [
            (place, Sitter.of(seats[seat]), totals[seat])
            for place, seat in places(totals, winners, high_wins=table.rules.high_wins)
        ]
        return cls(table, described(table.rules, table.seat_count, table.options), ranked)

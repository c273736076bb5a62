"""Records of who had which seat during which plies; they remain when a seat is handed over."""

from __future__ import annotations

from games.models import SeatStay
from games.state.live_tables import LiveTable


def begin_stays(live: LiveTable) -> None:
    """Record who sits where when the match begins."""
    SeatStay.objects.bulk_create(
        SeatStay(table_id=live.id, seat=one.number, player_id=one.player_id, bot=one.bot, from_ply=0)
        for one in live.seats
    )


def change_stay(live: LiveTable, seat: int, *, player_id: int | None, bot: str = "") -> None:
    """Record that somebody else plays for a seat from now on: a player, a bot, or, if neither is given, the house."""
    SeatStay.objects.filter(table=live.id, seat=seat, until_ply=None).update(until_ply=live.ply)
    SeatStay.objects.create(table_id=live.id, seat=seat, player_id=player_id, bot=bot, from_ply=live.ply)

"""Changes of who has a seat: the live table with which they are made within a longer transaction, and records of who
had it during which plies, which remain."""

from __future__ import annotations

from games.models import SeatStay, Table
from games.state.live_tables import LiveTable


def locked_apart(table_id: str) -> LiveTable:
    """Lock a table's row until the transaction ends, and return a live table that this thread alone uses.

    Changes that belong to a longer transaction are made with it, as by another process: a thread that has locked rows
    must not wait for one of `live_tables`, since whoever holds that may be waiting for these rows.
    """
    live = LiveTable(Table.objects.select_related("chain").get(pk=table_id))
    live.refresh_locked()
    return live


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

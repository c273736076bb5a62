"""Notes about players who leave or hold up a match; only taken at public tables, where strangers wanted to play on."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.standing import LEFT, STALLED, note_lapse
from common.database.commits import do_after_commit
from games.state.live_tables import LiveTable
from games.state.rooms import table_room
from live.presence import has_closed, present

OUTAGE = timedelta(seconds=20)
"""If the house acts this late, something was wrong with the site, and nobody is blamed."""


def note_leaving(live: LiveTable, seat: int, now: datetime) -> None:
    """Note that the player on a seat leaves for good, if others still play."""
    _note(live, seat, LEFT, now)


def note_absence(live: LiveTable, seat: int, now: datetime) -> None:
    """Note why the house has to play for a player: those who have the table open keep others waiting, and those who
    closed its page have left. A lost connection counts as neither."""
    room, player_id = table_room(live.id), live.seats[seat].player_id
    if player_id is None or (live.due_at is not None and now - live.due_at > OUTAGE):
        return
    if player_id in present(room):
        _note(live, seat, STALLED, now)
    elif has_closed(room, player_id):
        _note(live, seat, LEFT, now)


def _note(live: LiveTable, seat: int, cause: str, now: datetime) -> None:
    player_id = live.seats[seat].player_id
    others = [one for one in live.seats if one.number != seat and one.is_watched_by_player and not one.away]
    if live.is_public and player_id is not None and others:
        do_after_commit(note_lapse, player_id=player_id, cause=cause, about=f"table:{live.id}", now=now)

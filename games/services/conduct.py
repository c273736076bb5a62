"""Leaving a match and holding it up, where strangers wanted to play on: noted at public tables alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.standing import LEFT, STALLED, note_lapse
from games.state.live_tables import LiveTable
from games.state.rooms import table_room
from live.presence import present

OUTAGE = timedelta(seconds=20)
"""If the house acts so late, something was wrong with the site, and nobody is blamed."""


def note_leaving(live: LiveTable, seat: int, now: datetime) -> None:
    """Note that the player on a seat leaves for good, if others still play."""
    _note(live, seat, LEFT, now)


def note_stalling(live: LiveTable, seat: int, now: datetime) -> None:
    """Note that a player lets others wait who has the table open: whoever lost the connection does not."""
    is_late = live.due_at is not None and now - live.due_at > OUTAGE
    if not is_late and live.seats[seat].player_id in present(table_room(live.id)):
        _note(live, seat, STALLED, now)


def _note(live: LiveTable, seat: int, cause: str, now: datetime) -> None:
    player_id = live.seats[seat].player_id
    others = [one for one in live.seats if one.number != seat and one.is_watched_by_player and not one.away]
    if live.is_public and player_id is not None and others:
        noting = partial(note_lapse, player_id=player_id, cause=cause, about=f"table:{live.id}", now=now)
        transaction.on_commit(noting, robust=True)

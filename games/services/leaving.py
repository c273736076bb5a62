"""Seats of a running match that their players give up, or that are taken from them and given back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.standing import Moderator
from games.models import Table
from games.services.closing import close_now
from games.services.conduct import note_leaving
from games.services.playing import change_seat, own_seat, restart_clock
from games.services.seat_history import change_stay, locked_apart
from games.state.live_tables import live_tables
from live.hub import LOOK_AGAIN, News, announce


def leave_for_good(*, table_id: str, player_id: int) -> None:
    """Let the house play on for a player who leaves a running match.

    If nobody else is left, the match ends there, unless it is played for a tournament. Raises UserError (not-running,
    paused, not-seated).
    """
    with live_tables.hold(table_id) as live, transaction.atomic():
        live.refresh_locked()
        seat = own_seat(live, player_id)
        change_seat(live, seat, left=True)
        change_stay(live, seat, player_id=None)
        note_leaving(live, seat, timezone.now())
        if live.may_be_broken_off and not any(sitter.is_watched_by_player for sitter in live.seats):
            close_now(table_id=table_id)
        else:
            restart_clock(live, seat)
        announce(News(live.id, players={str(player_id): [LOOK_AGAIN]}))  # so that the player's other windows show it


def take_seat(*, table_id: str, player_id: int, by: Moderator) -> int | None:
    """Make the house play on for a player who no longer may, even while the match is paused; return the seat.

    Without effect unless the player sits there and a match is running. Idempotent. May be part of a longer
    transaction.
    """
    with transaction.atomic():
        live = locked_apart(table_id)
        seat = live.seat_of(player_id)
        if seat is None or live.status != Table.Status.RUNNING:
            return None
        change_seat(live, seat, left=True)
        change_stay(live, seat, player_id=None)
        if not live.is_paused:
            restart_clock(live, seat)
        announce(News(live.id, players={str(player_id): [LOOK_AGAIN]}))
    return seat


def give_seat_back(*, table_id: str, seat: int, player_id: int, by: Moderator) -> None:
    """Give back a seat that a moderator has taken, if the match is still running and nobody else has it. Idempotent.

    May be part of a longer transaction.
    """
    with transaction.atomic():
        live = locked_apart(table_id)
        sitter = live.seats[seat]
        if live.status == Table.Status.RUNNING and sitter.player_id == player_id and sitter.left:
            change_seat(live, seat, left=False, away=False, missed=0)
            change_stay(live, seat, player_id=player_id)
            if not live.is_paused:
                restart_clock(live, seat)
            announce(News(live.id, players={str(player_id): [LOOK_AGAIN]}))

"""Handing the seats of players who withdraw over to the house.

This waits for the commit, so that the tournament's lock is not held for long, and so that a player can withdraw even if
the match cannot be read. If a process dies before it, or it fails, the next check of the tournament makes up for it.
"""

from __future__ import annotations

import logging

from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, QuerySet

from common.database.commits import do_after_commit
from common.errors import UserError
from games import services as tables
from games.models import Seat, SeatStay, Table
from games.services import SetSeat
from tournaments.models import Entry, Place, Round, Tournament

logger = logging.getLogger(__name__)


def leave_table(tournament: Tournament, entry: Entry) -> None:
    """Let the house take over the seat of an entry that withdraws, after the commit."""
    place = _places_of_players(tournament.pk).filter(entry=entry).first()
    if place is not None:
        do_after_commit(_let_house_play, place)


def hand_over_left_seats(*, tournament_id: str) -> None:
    """Let the house take over all seats that players who have withdrawn still have. Idempotent.

    One that fails does not stop the others. Raises OperationalError and InterfaceError of the database.
    """
    for place in left_seats(tournament_id):
        try:
            _let_house_play(place)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("the house could not take over seat %s of board %s", place.seat, place.board_id)


def left_seats(tournament_id: str) -> QuerySet[Place]:
    """Return the places of players who have withdrawn, but still have their seat at a table that is not over.

    This excludes seats at which the house or a bot has played before: somebody gave the player such a seat back by
    hand.
    """
    withdrawn = _places_of_players(tournament_id).filter(
        entry__status=Entry.Status.WITHDRAWN, board__table__status__in=[Table.Status.OPEN, Table.Status.RUNNING]
    )
    table, number = OuterRef("board__table"), OuterRef("seat")
    own = Seat.objects.filter(table=table, number=number, player=OuterRef("entry__player"), left=False)
    by_house = SeatStay.objects.filter(table=table, seat=number, player=None)
    return withdrawn.filter(Exists(own), ~Exists(by_house))


def _places_of_players(tournament_id: str) -> QuerySet[Place]:
    """Return the places of players at tables that are open."""
    running = Place.objects.filter(
        round__tournament=tournament_id, round__status=Round.Status.RUNNING, board__is_done=False
    )
    at_tables = running.exclude(board__table=None).exclude(entry__player=None)
    return at_tables.select_related("board", "entry__player", "round__tournament")


def _let_house_play(place: Place) -> None:
    """Let the house take over a seat. Idempotent.

    The match may be over by now. If it is not running yet, or is paused, nobody can leave it, and a bot takes the seat.
    """
    player, board = place.entry.player, place.board
    assert player is not None
    assert board is not None
    assert board.table_id is not None
    assert place.seat is not None
    try:
        tables.leave_for_good(table_id=board.table_id, player_id=player.pk)
    except UserError as refusal:
        if refusal.code in ("not-running", "paused"):
            to = SetSeat.in_place_of(player.username, place.round.tournament.house_level)
            tables.hand_over(table_id=board.table_id, seat=place.seat, to=to, instead_of=player.pk)

"""Looking up the subject of an action: an entry, a table or the current round of its tournament."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from games.models import SeatStay
from tournaments.models import Board, Entry, Place, Round, Tournament


def entry_of(tournament: Tournament, entry_id: int) -> Entry:
    """Return the entry. Raises UserError (no-entry)."""
    entry = tournament.entries.select_related("player", "team").filter(pk=entry_id).first()
    if entry is None:
        raise UserError("no-entry", _("There is no such entry in this tournament."))
    return entry


def current_round(tournament: Tournament, *statuses: str) -> Round:
    """Return the round that is held, seated or running. Raises UserError (no-round, no-seatings)."""
    if tournament.is_rolling and statuses == (Round.Status.HELD,):
        sentence = _("At rolling tables people are seated at once: there is no seating to look at before.")
        raise UserError("no-seatings", sentence)
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    if round_ is None or tournament.status != Tournament.Status.RUNNING or round_.status not in statuses:
        raise UserError("no-round", _("There is no round in that state now."))
    return round_


def check_rolls(tournament: Tournament) -> None:
    """Raise UserError (no-rolling-tables) if its tables open round by round."""
    if not tournament.is_rolling:
        raise UserError("no-rolling-tables", _("This is only for rolling tables."))


def board_of(tournament: Tournament, board_id: int) -> Board:
    """Return the board. Raises UserError (no-board)."""
    board = Board.objects.filter(round__tournament=tournament, pk=board_id).select_related("round", "table").first()
    if board is None:
        raise UserError("no-board", _("There is no such table in this tournament."))
    return board


def place_at(board: Board, entry_id: int) -> Place:
    """Return the entry's place. Raises UserError (not-there)."""
    place = board.places.select_related("entry__player", "board", "round").filter(entry=entry_id).first()
    if place is None:
        raise UserError("not-there", _("This player does not sit at this table."))
    return place


def check_tiles_are_new(entry: Entry, round_: Round, place: Place | None = None) -> None:
    """Raise UserError (same-tiles) if a player may have seen the tiles of a round elsewhere than on this place, in a
    tournament with the same tiles at all tables. Bots remember nothing."""
    if not entry.tournament.duplicate or entry.player_id is None or round_.chain_id is None:
        return
    stays = SeatStay.objects.filter(table__chain=round_.chain_id, player=entry.player_id)
    if place is not None and place.board is not None and place.seat is not None:
        stays = stays.exclude(table=place.board.table_id, seat=place.seat)
    if stays.exists():
        sentence = _("{name} has sat at another table in this round, and knows tiles that are played here, too.")
        raise UserError("same-tiles", sentence.format(name=entry.name))

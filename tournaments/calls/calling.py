"""Calling the organisers to a table, and their answer."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import expect
from common.errors import UserError
from common.limits import is_within
from tournaments.base.locking import locked, tell
from tournaments.base.permissions import organised_by, organisers_of
from tournaments.expected import note_more_expected
from tournaments.models import Board, Call, Tournament
from tournaments.models.calls import LONGEST_TEXT, CallQuerySet
from tournaments.notices import desk


def board_at(table_id: str, player: Player) -> Board | None:
    """Return the board of a table if the player has a seat there, even if a bot plays it now."""
    boards = Board.objects.select_related("round__tournament", "table")
    return boards.filter(table=table_id, places__entry__player=player).first()


def unanswered_for(player: Player) -> CallQuerySet:
    """Return the calls from running tournaments that the player may answer."""
    running = organised_by(player).filter(status=Tournament.Status.RUNNING)
    return Call.objects.unanswered().filter(board__round__tournament__in=running).for_display()


def call(*, board: Board, player: Player, text: str, now: datetime | None = None) -> Call:
    """Call the organisers, who are told at once on whatever page they are.

    Raises UserError (bad-field, too-fast, not-there, over, called).
    """
    line = " ".join(text.split())
    if not 0 < len(line) <= LONGEST_TEXT:
        raise UserError("bad-field", _("Say what it is about, in 1 to 300 characters."))
    if not is_within("lines", player_id=player.pk):
        raise UserError("too-fast", _("You have called many times just now. Wait a moment."))
    with transaction.atomic():
        tournament = locked(board.round.tournament_id)
        _check_may_call(tournament, board, player)
        made = Call.objects.create(board=board, player=player, text=line, called_at=now or timezone.now())
        organisers = organisers_of(tournament)
        desk.called(tournament, made, organisers - {player.pk})
        note_more_expected()
        expect(organisers)
        tell(tournament)
    return made


def _check_may_call(tournament: Tournament, board: Board, player: Player) -> None:
    if not board.places.filter(entry__player=player).exists():
        raise UserError("not-there", _("Only players at this table can call the organisers to it."))
    if tournament.status != Tournament.Status.RUNNING:
        raise UserError("over", _("The tournament is not running: write to its organisers instead."))
    if board.calls.unanswered().filter(player=player).exists():
        raise UserError("called", _("You have called already: the organisers have been told."))


def answer(call: Call, *, by: Player, text: str, now: datetime) -> None:
    """Write the organisers' answer and tell the caller, in a transaction that has locked the tournament.

    Raises UserError (answered).
    """
    tournament = call.board.round.tournament
    if not Call.objects.unanswered().filter(pk=call.pk).update(answered_by=by, answered_at=now, answer=text):
        raise UserError("answered", _("Somebody else has answered this call already."))
    desk.answered(tournament, call, by, text)
    expect(organisers_of(tournament))
    tell(tournament)

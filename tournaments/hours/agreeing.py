"""Proposing hours for a match of a league, and accepting, declining and withdrawing them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from common.limits import is_within
from tournaments.base.locking import locked, write
from tournaments.base.permissions import check_is_not_frozen
from tournaments.hours.deadlines import latest_hour
from tournaments.models import Board, Entry, HourProposal, Round, Tournament
from tournaments.notices import match_hours as notices

MOST_OPEN = 5
"""How many of a player's proposals for a match can be open at once."""
AHEAD = timedelta(minutes=5)
"""How far in advance an hour has to be proposed."""


def people_at(board: Board) -> list[Player]:
    """Return the players of a table, in the order of their seats: no bots, and nobody who has withdrawn."""
    places = board.places.exclude(entry__status=Entry.Status.WITHDRAWN).filter(entry__player__is_bot=False)
    return [place.entry.player for place in places.select_related("entry__player").order_by("seat")]  # type: ignore[misc]


def own_board(tournament: Tournament, player: Player) -> Board | None:
    """Return the player's board in the running round if its hour can still be agreed, as its table is not open yet."""
    if not tournament.agrees_on_hours or tournament.status != Tournament.Status.RUNNING:
        return None
    entries = Entry.objects.filter(tournament=tournament, player=player).exclude(status=Entry.Status.WITHDRAWN)
    boards = Board.objects.filter(
        round__tournament=tournament,
        round__number=tournament.round_number,
        round__status=Round.Status.RUNNING,
        places__entry__in=entries,
        table=None,
        is_done=False,
    )
    return boards.select_related("round__tournament").first()


def propose(*, tournament_id: str, player: Player, hours: Collection[datetime], now: datetime | None = None) -> Board:
    """Propose hours, the earliest first. An hour that somebody else has proposed is accepted instead, and a player
    alone at the table needs nobody's consent. Once an hour is agreed, the remaining ones are not proposed.

    Raises UserError (frozen, no-hour, no-proposal, too-soon, too-late, too-many, too-fast).
    """
    now = now or timezone.now()
    if not hours:
        raise UserError("no-proposal", _("Say at least one day and time."))
    if not is_within("lines", player_id=player.pk):
        raise UserError("too-fast", _("You have made many proposals just now. Wait a moment."))
    with transaction.atomic():
        tournament, board = _locked(tournament_id, player)
        _check_possible(board, hours, now)
        for at in sorted(set(hours)):
            if _propose(tournament, board, player, at, now):
                break
        write(tournament)
    return board


def _check_possible(board: Board, hours: Collection[datetime], now: datetime) -> None:
    """Raise UserError (too-soon, too-late) unless the table can open at each of these hours."""
    if min(hours) < now + AHEAD:
        raise UserError("too-soon", _("Propose a time that is still to come."))
    if max(hours) > latest_hour(board.round):
        raise UserError("too-late", _("Propose a time at least two hours before the round is over."))


def _propose(tournament: Tournament, board: Board, player: Player, at: datetime, now: datetime) -> bool:
    """Propose a time; return whether it is agreed."""
    same = board.proposals.open(now).filter(at=at, player__in=people_at(board)).first()
    if same is not None:
        return _accept(tournament, board, same, player)
    if board.proposals.open(now).filter(player=player).count() >= MOST_OPEN:
        sentence = _("You have %(most)d proposals open: withdraw one first.")
        raise UserError("too-many", sentence % {"most": MOST_OPEN})
    proposal, is_new = board.proposals.get_or_create(player=player, at=at, defaults={"made_at": now})
    if not is_new:
        board.proposals.filter(pk=proposal.pk).update(is_declined=False, made_at=now)
    others = [one.pk for one in people_at(board) if one.pk != player.pk]
    if others:
        notices.proposed(tournament, proposal, others)
    return _accept(tournament, board, proposal, player)


def _accept(tournament: Tournament, board: Board, proposal: HourProposal, player: Player) -> bool:
    """Record that the player accepts the hour; return whether everybody at the table does, so that it is agreed."""
    proposal.accepted.add(player)
    people = people_at(board)
    willing = set(proposal.accepted.values_list("pk", flat=True))
    if not all(one.pk in willing for one in people):
        return False
    set_hour(board, proposal.at, Board.HourFrom.PLAYERS)
    notices.agreed(tournament, board, [one.pk for one in people])
    return True


def set_hour(board: Board, at: datetime, source: Board.HourFrom) -> None:
    """Write the hour at which a table opens, which settles all proposals. The tournament must be locked."""
    board.opens_at, board.hour_from = at, source
    board.save(update_fields=["opens_at", "hour_from"])
    board.proposals.all().delete()


@transaction.atomic
def accept(*, tournament_id: str, player: Player, proposal_id: int, now: datetime | None = None) -> Board:
    """Accept a proposal. Raises UserError (frozen, no-hour, gone)."""
    tournament, board = _locked(tournament_id, player)
    _accept(tournament, board, _open_proposal(board, proposal_id, now), player)
    write(tournament)
    return board


@transaction.atomic
def decline(*, tournament_id: str, player: Player, proposal_id: int, now: datetime | None = None) -> None:
    """Decline somebody else's proposal, so that it is no longer open. Raises UserError (frozen, no-hour, gone)."""
    tournament, board = _locked(tournament_id, player)
    proposal = _open_proposal(board, proposal_id, now)
    if proposal.player_id == player.pk:
        raise _gone()
    board.proposals.filter(pk=proposal.pk).update(is_declined=True)
    notices.off(tournament, proposal, player, [one.pk for one in people_at(board) if one.pk != player.pk])
    write(tournament)


@transaction.atomic
def withdraw(*, tournament_id: str, player: Player, proposal_id: int, now: datetime | None = None) -> None:
    """Withdraw one's own proposal. Raises UserError (frozen, no-hour, gone)."""
    tournament, board = _locked(tournament_id, player)
    proposal = _open_proposal(board, proposal_id, now)
    if proposal.player_id != player.pk:
        raise _gone()
    notices.off(tournament, proposal, player, [one.pk for one in people_at(board) if one.pk != player.pk])
    proposal.delete()
    write(tournament)


def _locked(tournament_id: str, player: Player) -> tuple[Tournament, Board]:
    """Lock the tournament and return it with the player's board. Raises UserError (frozen, no-hour)."""
    tournament = locked(tournament_id)
    check_is_not_frozen(tournament)
    board = own_board(tournament, player)
    if board is None:
        raise UserError("no-hour", _("There is no match of yours now for which a time could be agreed."))
    return tournament, board


def _open_proposal(board: Board, proposal_id: int, now: datetime | None) -> HourProposal:
    """Return an open proposal of somebody who is still at the table. Raises UserError (gone)."""
    proposals = board.proposals.open(now or timezone.now()).filter(player__in=people_at(board))
    proposal = proposals.select_related("player").filter(pk=proposal_id).first()
    if proposal is None:
        raise _gone()
    return proposal


def _gone() -> UserError:
    return UserError("gone", _("This proposal is no longer open."))

"""Joining an open club, asking to join, answering requests, and leaving."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right as SiteRight
from accounts.standing import check_may
from clubs import notices
from clubs.access_channel import rights_changed
from clubs.log import Kind, note
from clubs.models import Ban, Club, JoinRequest, Membership, Right
from clubs.services.guards import locked, locked_even_if_frozen, member, one_line, require, require_account
from common.database.compiled import compiled_once
from common.errors import UserError
from common.limits import check_is_within

MOST_CLUBS = 50
LONGEST_LINE = 200
AGAIN_AFTER = timedelta(days=7)
"""How long a player has to wait after a refusal before asking again."""

Answer = JoinRequest.Answer


def check_room(player: Player) -> None:
    """Raise UserError (too-many-clubs) if the player cannot join another club; locks the player, so that nobody joins
    several at once."""
    Player.objects.lock(player)
    if Membership.objects.filter(player=player, club__closed_at=None).count() >= MOST_CLUBS:
        sentence = _("A player can join at most %(most)d clubs.")
        raise UserError("too-many-clubs", sentence % {"most": MOST_CLUBS})


def check_ban(club: Club, player: Player, now: datetime) -> None:
    """Raise UserError (banned) if the player is banned from the club."""
    for ban in _bans(club.pk, player.pk, now):
        sentence = _("The officers of this club have banned you. Their reason: %(reason)s")
        raise UserError("banned", sentence % {"reason": ban.reason})


@compiled_once
def _bans(club: int, player: int, now: datetime) -> QuerySet[Ban]:
    return Ban.objects.in_force(now).filter(club=club, player=player)


def admit(club: Club, player: Player, now: datetime) -> None:
    """Make the player a member and accept their waiting request, if any. The club must be locked.

    Raises UserError (guest, banned, too-many-clubs).
    """
    require_account(player)
    check_ban(club, player, now)
    check_room(player)
    Membership.objects.create(club=club, player=player)
    _answer(club, player, Answer.ACCEPTED, now)


def _answer(club: Club, player: Player, answer: JoinRequest.Answer, now: datetime) -> int:
    waiting = JoinRequest.objects.filter(club=club, player=player, answer=Answer.WAITING)
    return waiting.update(answer=answer, answered_at=now)


@transaction.atomic
def join(*, club_id: int, player: Player, now: datetime) -> None:
    """Join an open club. Idempotent.

    Raises UserError (no-such-club, not-open, guest, banned, too-many-clubs).
    """
    club = locked(club_id)
    if club.membership_of(player):
        return
    if club.admission != Club.Admission.OPEN:
        raise UserError("not-open", _("This club is not open to everyone: its page says how to join."))
    check_may(player, SiteRight.JOIN)
    admit(club, player, now)
    note(club, Kind.JOINED, by=player, now=now)


@transaction.atomic
def ask(*, club_id: int, player: Player, now: datetime, text: str = "") -> None:
    """Ask to join, with a line for the officers. Asking again replaces the line.

    Raises UserError (a sanction, no-such-club, guest, member-already, not-on-request, banned, asked-lately, too-long,
    too-often).
    """
    club = locked(club_id)
    require_account(player)
    check_may(player, SiteRight.JOIN)
    if club.membership_of(player):
        raise UserError("member-already", _("You are already a member."))
    if club.admission != Club.Admission.REQUEST:
        raise UserError("not-on-request", _("This club is not taking requests right now: its page says how to join."))
    check_ban(club, player, now)
    _check_patience(club, player, now)
    text = one_line(text, LONGEST_LINE)
    if text:
        check_may(player, SiteRight.SPEAK)
    check_is_within("invitations", player_id=player.pk)
    request, _is_new = JoinRequest.objects.update_or_create(
        club=club,
        player=player,
        answer=Answer.WAITING,
        defaults={"line": text},
        create_defaults={"line": text, "asked_at": now},
    )
    notices.tell_of_request(request, club)


def _check_patience(club: Club, player: Player, now: datetime) -> None:
    lately = JoinRequest.objects.filter(
        club=club, player=player, answer=Answer.REFUSED, answered_at__gt=now - AGAIN_AFTER
    )
    if lately.exists():
        raise UserError("asked-lately", _("Your last request was declined. You can ask again after a week."))


@transaction.atomic
def withdraw(*, club_id: int, player: Player, now: datetime) -> None:
    """Withdraw the player's request. Raises UserError (no-such-club, no-request)."""
    club = locked_even_if_frozen(club_id)
    if not _answer(club, player, Answer.WITHDRAWN, now):
        raise UserError("no-request", _("Your request has already been answered."))


@transaction.atomic
def accept(*, request_id: int, by: Player, now: datetime) -> None:
    """Accept a request. Raises UserError (no-such-club, not-a-member, no-right, answered, banned, too-many-clubs)."""
    club, request = _request_to_answer(request_id, by)
    if club.membership_of(request.player):
        _answer(club, request.player, Answer.ACCEPTED, now)
        return
    admit(club, request.player, now)
    note(club, Kind.ACCEPTED, by=by, player=request.player, now=now)
    request.refresh_from_db(fields=["answer"])
    notices.tell_of_answer(request, club)


@transaction.atomic
def refuse(*, request_id: int, by: Player, now: datetime) -> None:
    """Refuse a request. Raises UserError (no-such-club, not-a-member, no-right, answered)."""
    club, request = _request_to_answer(request_id, by)
    _answer(club, request.player, Answer.REFUSED, now)
    note(club, Kind.REFUSED, by=by, player=request.player, now=now)
    request.refresh_from_db(fields=["answer"])
    notices.tell_of_answer(request, club)


def _request_to_answer(request_id: int, by: Player) -> tuple[Club, JoinRequest]:
    club = locked(JoinRequest.objects.values_list("club", flat=True).get(pk=request_id))
    require(club, by, Right.MEMBERS)
    request = JoinRequest.objects.select_related("player").get(pk=request_id)
    if request.answer != Answer.WAITING:
        raise UserError("answered", _("This request has already been answered or withdrawn."))
    return club, request


@transaction.atomic
def leave(*, club_id: int, player: Player, now: datetime) -> None:
    """Leave a club. Raises UserError (no-such-club, not-a-member, owner-stays, last-member)."""
    club = locked_even_if_frozen(club_id)
    membership = member(club, player)
    if membership.is_owner and club.memberships.count() == 1:
        raise UserError("last-member", _("You are the last member: close the club instead of leaving it."))
    if membership.is_owner:
        raise UserError("owner-stays", _("A club is never without an owner: hand it over first."))
    membership.delete()
    note(club, Kind.LEFT, by=player, now=now)
    rights_changed(club, player)

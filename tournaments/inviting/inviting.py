"""Inviting a player by name, and the player's answer. An invitation lasts as long as the tournament can be entered."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import expect, settle
from accounts.standing import Right, check_may, kept_apart
from clubs.services.joining import check_ban
from common.errors import UserError
from common.limits import check_is_within
from tournaments.base import log
from tournaments.base.locking import locked, write
from tournaments.base.permissions import listed_for
from tournaments.expected import note_more_expected
from tournaments.life import entering
from tournaments.models import Entry, EntryInvitation, Tournament
from tournaments.notices import desk

Answer = EntryInvitation.Answer
ACCEPTED = log.register(
    log.LineKind("accepted", _("{name} accepted the invitation."), _("Take the player out instead."))
)
DECLINED = log.register(log.LineKind("declined", _("{name} declined the invitation."), _("Invite the player again.")))
MOST_WAITING = 100
"""The most unanswered invitations that a tournament can have."""


def named(name: str) -> Player:
    """Return the player with this name. Raises UserError (no-player)."""
    player = Player.objects.filter(username__iexact=name.strip(), is_active=True, deleted_at=None).first()
    if player is None:
        raise UserError("no-player", _("There is no player of this name."))
    return player


def check_may_invite(tournament: Tournament, player: Player, *, by: Player, now: datetime) -> None:
    """Raise UserError (a sanction, not-open, too-late, entered, invited, not-invitable, members-only, too-many)."""
    check_may(by, Right.INVITE)
    entering.check_is_open(tournament)
    if tournament.entries.filter(player=player).exclude(status=Entry.Status.WITHDRAWN).exists():
        raise UserError("entered", _("This player has entered already."))
    if waiting_for(tournament, player) is not None:
        raise UserError("invited", _("This player has been invited already."))
    if not _is_invitable(tournament, player, by, now):
        raise UserError("not-invitable", _("This player cannot be invited to this tournament."))
    if not listed_for(player).filter(pk=tournament.pk).exists():
        raise UserError("members-only", _("The club is private: invite the player to the club first."))
    if tournament.invitations.waiting().count() >= MOST_WAITING:
        raise UserError("too-many", _("Too many invitations wait for an answer. Take some of them back first."))


def _is_invitable(tournament: Tournament, player: Player, by: Player, now: datetime) -> bool:
    """Return whether the player could accept an invitation, and neither of the two has blocked the other."""
    if player.is_guest or player.is_bot or player.pk in kept_apart(by):
        return False
    try:
        check_may(player, Right.ENTER)
        if tournament.club is not None:
            check_ban(tournament.club, player, now)
    except UserError:
        return False
    return True


def invite(tournament: Tournament, player: Player, *, by: Player, now: datetime) -> EntryInvitation:
    """Invite a player, in a transaction that has locked the tournament. Raises UserError (as `check_may_invite`,
    too-often)."""
    check_may_invite(tournament, player, by=by, now=now)
    check_is_within("invitations", player_id=by.pk)
    made = EntryInvitation.objects.create(tournament=tournament, player=player, by=by, invited_at=now)
    note_more_expected()
    desk.invited(tournament, made)
    expect([player.pk])
    write(tournament)
    return made


def take_back(tournament: Tournament, invitation: EntryInvitation, *, now: datetime) -> None:
    """Take an invitation back, in a transaction that has locked the tournament. Raises UserError (answered)."""
    _answer(tournament, invitation, Answer.TAKEN_BACK, now)


def waiting_for(tournament: Tournament, player: Player | None) -> EntryInvitation | None:
    """Return the player's unanswered invitation, if the tournament can still be entered."""
    if player is None:
        return None
    found = tournament.invitations.waiting().select_related("by").filter(player=player).first()
    return found if found is not None and _is_open(tournament) else None


def _is_open(tournament: Tournament) -> bool:
    try:
        entering.check_is_open(tournament)
    except UserError:
        return False
    return True


def open_invitations(tournament: Tournament) -> list[EntryInvitation]:
    """Return the invitations that can still be accepted."""
    return list(tournament.invitations.waiting().for_display()) if _is_open(tournament) else []


def settle_notices(now: datetime) -> None:
    """Mark the notices of invitations that can no longer be accepted as read: those that were answered or taken back,
    and those to tournaments that can no longer be entered."""
    waiting: dict[str, list[EntryInvitation]] = {}
    for one in EntryInvitation.objects.waiting().select_related("tournament"):
        waiting.setdefault(one.tournament_id, []).append(one)
    still_open = [one for those in waiting.values() if _is_open(those[0].tournament) for one in those]
    settle(kind=desk.INVITED, but={desk.invitation_key(one) for one in still_open}, now=now)


def waiting_of(player: Player) -> list[EntryInvitation]:
    """Return all invitations that the player can still accept."""
    found = EntryInvitation.objects.waiting().for_display().filter(player=player)
    return [one for one in found if _is_open(one.tournament)]


@transaction.atomic
def accept(*, tournament_id: str, player: Player, contribution: str = "") -> Entry:
    """Enter, even if the tournament is full, because an organiser has invited the player.

    Raises UserError (not-invited, and as `entering.check_may_take_part`).
    """
    tournament = locked(tournament_id)
    invitation = _own(tournament, player)
    entering.check_may_take_part(tournament, player)
    entry = entering.enter_by_invitation(tournament, player, contribution)
    _answer(tournament, invitation, Answer.ACCEPTED, timezone.now())
    log.note(tournament, None, ACCEPTED, {"name": player})
    return entry


@transaction.atomic
def decline(*, tournament_id: str, player: Player) -> None:
    """Decline an invitation, and tell the organisers. Raises UserError (not-invited)."""
    tournament = locked(tournament_id)
    invitation = _own(tournament, player)
    _answer(tournament, invitation, Answer.DECLINED, timezone.now())
    log.note(tournament, None, DECLINED, {"name": player})
    desk.declined(tournament, invitation)


def _own(tournament: Tournament, player: Player) -> EntryInvitation:
    found = waiting_for(tournament, player)
    if found is None:
        raise UserError("not-invited", _("This invitation is no longer valid. Ask the organisers for a new one."))
    return found


def _answer(tournament: Tournament, invitation: EntryInvitation, answer: str, now: datetime) -> None:
    waiting = EntryInvitation.objects.filter(pk=invitation.pk, answered_at=None)
    if not waiting.update(answered_at=now, answer=answer):
        raise UserError("answered", _("This invitation has been answered or taken back already."))
    expect([invitation.player_id])
    write(tournament)

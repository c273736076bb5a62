"""Invitation links, which work whatever the club's setting for admission."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right as SiteRight
from accounts.standing import check_may
from clubs.log import Kind, note
from clubs.models import Invitation, Right
from clubs.services.guards import locked, one_line, require, require_account
from clubs.services.joining import admit
from common.errors import UserError

MOST_VALID = 20
LONGEST_NOTE = 60


def no_invitation() -> UserError:
    return UserError("not-valid", _("This invitation is no longer valid. Ask whoever sent it for a new one."))


@transaction.atomic
def invite(
    *, club_id: int, by: Player, now: datetime, valid_for: timedelta, most_uses: int | None = None, text: str = ""
) -> Invitation:
    """Create an invitation link. Raises UserError (a sanction, no-such-club, not-a-member, no-right,
    too-many-invitations, too-long)."""
    check_may(by, SiteRight.INVITE)
    club = locked(club_id)
    require(club, by, Right.MEMBERS)
    if Invitation.objects.valid(now).filter(club=club).count() >= MOST_VALID:
        sentence = _("There are already %(most)d invitations. Revoke one first.")
        raise UserError("too-many-invitations", sentence % {"most": MOST_VALID})
    text = one_line(text, LONGEST_NOTE)
    invitation = Invitation.objects.create(
        club=club, made_by=by, note=text, made_at=now, expires_at=now + valid_for, most_uses=most_uses
    )
    note(club, Kind.INVITED, by=by, now=now, note=text)
    return invitation


@transaction.atomic
def revoke(*, invitation_id: int, by: Player, now: datetime) -> None:
    """Revoke a link. Idempotent. Raises UserError (no-such-club, not-a-member, no-right)."""
    invitation = Invitation.objects.get(pk=invitation_id)
    club = locked(invitation.club_id)
    require(club, by, Right.MEMBERS)
    if Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now):
        note(club, Kind.REVOKED, by=by, now=now, note=invitation.note)


@transaction.atomic
def join_by_invitation(*, secret: str, player: Player, now: datetime) -> None:
    """Join a club by a link. For a member it does nothing, and does not count as a use.

    Raises UserError (a sanction, not-valid, no-such-club, guest, banned, too-many-clubs).
    """
    require_account(player)
    check_may(player, SiteRight.JOIN)
    club_id = Invitation.objects.filter(secret=secret).values_list("club", flat=True).first()
    if club_id is None:
        raise no_invitation()
    club = locked(club_id)
    if club.membership_of(player):
        return
    invitation = Invitation.objects.valid(now).filter(secret=secret).first()
    if invitation is None:
        raise no_invitation()
    admit(club, player, now)
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    note(club, Kind.JOINED, by=player, now=now, note=invitation.note)

"""What clubs hold about players, and what happens to a club when its owner is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.personal.deletion import Obstacle, finds_obstacles, leaves
from accounts.personal.holdings import Holding, Then, columns, exports, register
from clubs import services
from clubs.models import Announcement, Ban, Club, Invitation, JoinRequest, Membership, Upload
from common.errors import UserError

ANSWERS_FOR_IT = "Officers stay accountable for what they did; the row is about somebody else."

register(
    Holding(Membership, "player", Then.DELETED, section="memberships"),
    Holding(JoinRequest, "player", Then.DELETED, section="club_requests"),
    Holding(Invitation, "made_by", Then.DETACHED, section="club_invitations"),
    Holding(Ban, "player", Then.DELETED, section="club_bans"),
    Holding(Ban, "by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
    Holding(Upload, "by", Then.DELETED, section="uploads"),
    Holding(Announcement, "author", Then.DETACHED, section="announcements"),
)

exports("memberships", columns(Membership, "player", "role", "joined_at", club="club__name"))
exports("club_requests", columns(JoinRequest, "player", "line", "asked_at", "answer", "answered_at", club="club__name"))
exports("club_invitations", columns(Invitation, "made_by", "note", "made_at", "expires_at", "uses", club="club__name"))
exports("club_bans", columns(Ban, "player", "reason", "until", "banned_at", "lifted_at", club="club__name"))
exports("uploads", columns(Upload, "by", "asked_at", club="club__name"))
exports("announcements", columns(Announcement, "author", "title", "text", "made_at", "edited_at", club="club__name"))


@finds_obstacles
def owned_clubs(player: Player) -> Iterator[Obstacle]:
    """Find clubs that are frozen or have other members. Those whose only member is the owner are closed later."""
    for club in _owned_by(player):
        if club.frozen_at is not None:
            sentence = _("Your club “%(club)s” is frozen: write to the moderators first.")
            yield Obstacle(sentence % {"club": club.name}, club.get_absolute_url())
        elif club.memberships.exclude(player=player).exists():
            sentence = _("You own the club “%(club)s”: hand it over to another member first.")
            yield Obstacle(sentence % {"club": club.name}, reverse("clubs:members", args=[club.slug]))


def _owned_by(player: Player) -> Iterator[Club]:
    owned = Membership.objects.filter(player=player, role=Membership.Role.OWNER).values("club")
    yield from Club.objects.alive().filter(pk__in=owned).order_by("name")


@leaves
def leave_clubs(player: Player, now: datetime) -> None:
    """Close clubs whose only member is the owner, once the grace period is over. Memberships are deleted as registered
    above."""
    if player.deletion_due_at is None or player.deletion_due_at > now:
        return
    for club in _owned_by(player):
        try:
            services.close(club_id=club.pk, by=player, now=now)
        except UserError as refusal:
            # somebody has just joined, or closed it
            if refusal.code not in ("not-alone", "no-such-club"):
                raise

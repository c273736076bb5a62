"""Remove members, and ban players."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from clubs import notices
from clubs.access_channel import rights_changed
from clubs.log import Kind, note
from clubs.models import Ban, JoinRequest, Right
from clubs.services.guards import locked, one_line, other_member, require
from common.errors import UserError

LONGEST_REASON = 300


@transaction.atomic
def remove(*, club_id: int, by: Player, player_id: int, now: datetime, reason: str = "") -> None:
    """Remove a member, who may join again like anybody else.

    Raises UserError (no-such-club, no-right, not-in-club, yourself, above-you, too-long).
    """
    club = locked(club_id)
    mine = require(club, by, Right.MEMBERS, Right.MODERATION)
    other = other_member(club, mine, player_id)
    reason = one_line(reason, LONGEST_REASON)
    notices.tell_of_removal(other, club)
    other.delete()
    note(club, Kind.REMOVED, by=by, player=other.player, now=now, reason=reason)
    rights_changed(club, other.player)


@transaction.atomic
def ban(*, club_id: int, by: Player, player_id: int, now: datetime, reason: str, until: datetime | None = None) -> Ban:
    """Ban a player, member or not, until `until` or until the ban is lifted. Replaces an existing ban.

    Raises UserError (no-such-club, no-right, yourself, above-you, no-reason, too-long, past).
    """
    club = locked(club_id)
    mine = require(club, by, Right.MODERATION)
    player = Player.objects.get(pk=player_id)
    reason = one_line(reason, LONGEST_REASON)
    if not reason:
        raise UserError("no-reason", _("Say why: the player and the other officers will want to know."))
    if until is not None and until <= now:
        raise UserError("past", _("A ban must end in the future."))
    if player == by:
        raise UserError("yourself", _("You cannot do that to yourself."))
    if club.membership_of(player):
        other_member(club, mine, player_id).delete()
    waiting = JoinRequest.objects.filter(club=club, player=player, answer=JoinRequest.Answer.WAITING)
    waiting.update(answer=JoinRequest.Answer.REFUSED, answered_at=now)
    Ban.objects.filter(club=club, player=player, lifted_at=None).update(lifted_at=now)
    banned = Ban.objects.create(club=club, player=player, by=by, reason=reason, until=until, banned_at=now)
    note(club, Kind.BANNED, by=by, player=player, now=now, reason=reason)
    notices.tell_of_ban(banned, club)
    rights_changed(club, player)
    return banned


@transaction.atomic
def lift(*, ban_id: int, by: Player, now: datetime) -> None:
    """Lift a ban. Idempotent. Raises UserError (no-such-club, not-a-member, no-right)."""
    club = locked(Ban.objects.values_list("club", flat=True).get(pk=ban_id))
    require(club, by, Right.MODERATION)
    banned = Ban.objects.select_related("player").get(pk=ban_id)
    if banned.lifted_at is None:
        Ban.objects.filter(pk=ban_id).update(lifted_at=now)
        note(club, Kind.LIFTED, by=by, player=banned.player, now=now)

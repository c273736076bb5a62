"""Moderating a club's chat: deleting a line, and muting somebody for a time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from chat import silences
from chat.models import ChatLine
from clubs.log import Kind, note
from clubs.models import Club, Right
from clubs.services.guards import locked, one_line, require
from clubs.talk.room import ClubRoom
from common.errors import UserError

LONGEST_REASON = 200


def line_of(club: Club, line_id: int) -> ChatLine:
    """Return a line that is shown in the club's chat. Raises UserError (no-line)."""
    return chat.shown_line(ClubRoom.of(club), line_id)


@transaction.atomic
def delete_line(*, club_id: int, by: Player, line_id: int, reason: str, now: datetime) -> None:
    """Take a line off all pages; moderators of the site can still read it.

    Raises UserError (no-such-club, frozen, not-a-member, no-right, no-line, no-reason, too-long).
    """
    club, reason = _in_charge(club_id, by, reason)
    line = line_of(club, line_id)
    chat.hide(ChatLine.objects.filter(pk=line.pk), by=by, now=now)
    note(club, Kind.LINE_DELETED, by=by, now=now, player=line.author, reason=reason)


@transaction.atomic
def mute(*, club_id: int, by: Player, line_id: int, hours: int, reason: str, now: datetime) -> None:
    """Mute the author of a line in the club's chat; they are shown the reason.

    Raises UserError (no-such-club, frozen, not-a-member, no-right, no-line, no-reason, too-long, self, in-charge).
    """
    club, reason = _in_charge(club_id, by, reason)
    author = line_of(club, line_id).author
    until = now + timedelta(hours=hours)
    silences.silence(ClubRoom.of(club), player=author, by=by, until=until, reason=reason)
    note(club, Kind.MUTED, by=by, now=now, player=author, reason=reason)


@transaction.atomic
def unmute(*, club_id: int, by: Player, player_id: int, now: datetime) -> None:
    """Let a muted player write again. Idempotent. Raises UserError (no-such-club, frozen, not-a-member, no-right)."""
    club = locked(club_id)
    require(club, by, Right.MODERATION)
    muted = silences.all_in(ClubRoom.of(club)).select_related("player").filter(player=player_id).first()
    if muted is not None:
        silences.lift_silence(ClubRoom.of(club), player_id=player_id, by=by)
        note(club, Kind.UNMUTED, by=by, now=now, player=muted.player)


def _in_charge(club_id: int, by: Player, reason: str) -> tuple[Club, str]:
    club = locked(club_id)
    require(club, by, Right.MODERATION)
    reason = one_line(reason, LONGEST_REASON)
    if not reason:
        raise UserError("no-reason", _("Say why: the reason is kept in the log."))
    return club, reason

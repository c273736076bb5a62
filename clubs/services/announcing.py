"""Publish, edit, pin and delete announcements."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Authority, check_may
from accounts.standing import Right as SiteRight
from clubs.log import Kind, note
from clubs.models import Announcement, Club, Right
from clubs.services.guards import check_right, locked, one_line, require
from common.errors import UserError

LONGEST_TITLE = 80
LONGEST_TEXT = 10_000
MOST_PINNED = 3


@transaction.atomic
def publish(*, club_id: int, by: Player, now: datetime, title: str, text: str) -> Announcement:
    """Publish an announcement. Raises UserError (a sanction, no-such-club, not-a-member, no-right, nothing-said,
    too-long)."""
    check_may(by, SiteRight.SPEAK)
    club = locked(club_id)
    require(club, by, Right.ANNOUNCEMENTS)
    title, text = _said(title, text)
    announcement = Announcement.objects.create(club=club, author=by, title=title, text=text, made_at=now)
    note(club, Kind.ANNOUNCED, by=by, now=now, title=title)
    return announcement


@transaction.atomic
def revise(*, announcement_id: int, by: Player, now: datetime, title: str, text: str) -> None:
    """Edit an announcement. Raises UserError (as `publish`, gone)."""
    check_may(by, SiteRight.SPEAK)
    club, announcement = _locked_announcement(announcement_id, by)
    announcement.title, announcement.text = _said(title, text)
    announcement.edited_at = now
    announcement.save(update_fields=["title", "text", "edited_at"])
    note(club, Kind.REVISED, by=by, now=now, title=announcement.title)


@transaction.atomic
def pin(*, announcement_id: int, by: Player, now: datetime) -> None:
    """Pin an announcement to the top. Idempotent. Raises UserError (as `revise`, too-many-pinned)."""
    club, announcement = _locked_announcement(announcement_id, by)
    if announcement.is_pinned:
        return
    if Announcement.objects.filter(club=club, is_pinned=True).count() >= MOST_PINNED:
        sentence = _("%(most)d announcements are already pinned. Unpin one first.")
        raise UserError("too-many-pinned", sentence % {"most": MOST_PINNED})
    Announcement.objects.filter(pk=announcement.pk).update(is_pinned=True)
    note(club, Kind.PINNED, by=by, now=now, title=announcement.title)


@transaction.atomic
def unpin(*, announcement_id: int, by: Player, now: datetime) -> None:
    """Unpin an announcement. Idempotent. Raises UserError (as `revise`)."""
    club, announcement = _locked_announcement(announcement_id, by)
    if Announcement.objects.filter(pk=announcement.pk, is_pinned=True).update(is_pinned=False):
        note(club, Kind.UNPINNED, by=by, now=now, title=announcement.title)


@transaction.atomic
def take_down(*, announcement_id: int, by: Authority, now: datetime) -> None:
    """Delete an announcement. Raises UserError (as `revise`)."""
    club, announcement = _locked_announcement(announcement_id, by)
    announcement.delete()
    note(club, Kind.TAKEN_DOWN, by=by, now=now, title=announcement.title)


def _said(title: str, text: str) -> tuple[str, str]:
    title, text = one_line(title, LONGEST_TITLE), text.strip()
    if not title or not text:
        raise UserError("nothing-said", _("An announcement needs a title and a text."))
    if len(text) > LONGEST_TEXT:
        raise UserError("too-long", _("This is too long: %(longest)d characters at most.") % {"longest": LONGEST_TEXT})
    return title, text


def _locked_announcement(announcement_id: int, by: Authority) -> tuple[Club, Announcement]:
    club_id = Announcement.objects.filter(pk=announcement_id).values_list("club", flat=True).first()
    if club_id is None:
        raise _gone()
    club = locked(club_id, by)
    check_right(club, by, Right.ANNOUNCEMENTS)
    announcement = Announcement.objects.filter(pk=announcement_id).first()
    if announcement is None:
        raise _gone()
    return club, announcement


def _gone() -> UserError:
    return UserError("gone", _("This announcement has been deleted."))

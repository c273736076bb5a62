"""Cleaning, freezing and closing a club."""

from __future__ import annotations

from base64 import b64decode, b64encode
from datetime import datetime

from django.utils.translation import gettext_lazy as _

import clubs.services as clubs
from accounts.models import Player
from accounts.roles import Severity
from accounts.standing import Moderator
from clubs.models import Announcement, Club, Emblem, Membership
from common.converters import row_id
from common.errors import UserError
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act, Case
from tournaments.divisions import naming
from tournaments.season import seasons


class OnClub(ActKind):
    """An act on a club, of which its owner is told."""

    about = "club"

    def find(self, act: Act) -> list[Player]:
        club = club_of(act)
        owner = Membership.objects.filter(club=club, role=Membership.Role.OWNER).select_related("player").first()
        act.player = owner.player if owner else None
        return [owner.player] if owner else []


class RenameClub(OnClub):
    slug = "rename-club"
    label = _("Take the club's name away")
    told = _("A moderator has taken the name of your club away. You can choose another one.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        club = club_of(act)
        clubs.edit(club_id=club.pk, by=by, now=now, name=f"Club {club.pk}")
        return {"name": club.name}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        club = club_of(act)
        if club.name == f"Club {club.pk}":
            clubs.restore_texts(club_id=club.pk, by=by, now=now, name=act.details["name"])


class RemoveClubText(OnClub):
    slug = "remove-club-text"
    label = _("Remove the club's text")
    told = _("A moderator has removed the text of your club.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        club = club_of(act)
        clubs.edit(club_id=club.pk, by=by, now=now, name=club.name, about="")
        return {"about": club.about}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        club = club_of(act)
        if not club.about:
            clubs.restore_texts(club_id=club.pk, by=by, now=now, about=act.details["about"])


class RemoveEmblem(OnClub):
    slug = "remove-emblem"
    label = _("Remove the emblem")
    told = _("A moderator has removed the emblem of your club.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        club = club_of(act)
        emblem = Emblem.objects.filter(club=club).first()
        clubs.drop_picture(club_id=club.pk, by=by, now=now)
        return {"picture": b64encode(bytes(emblem.picture)).decode() if emblem else ""}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        picture = b64decode(act.details["picture"])
        if picture and not Emblem.objects.filter(club=club_of(act)).exists():
            clubs.restore_picture(club_id=club_of(act).pk, by=by, now=now, picture=picture)


class TakeDownAnnouncement(ActKind):
    slug = "remove-announcement"
    label = _("Remove an announcement")
    told = _("A moderator has removed an announcement of yours.")
    about = "announcement"
    can_be_lifted = False

    def find(self, act: Act) -> list[Player]:
        if act.details.get("removed"):
            return [act.player] if act.player else []
        announcement = Announcement.objects.filter(pk=row_id(act.subject_id)).select_related("author").first()
        if announcement is None:
            raise no_such_subject()
        act.player = announcement.author
        return [announcement.author] if announcement.author else []

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        announcement = Announcement.objects.get(pk=int(act.subject_id))
        clubs.take_down(announcement_id=announcement.pk, by=by, now=now)
        return {"removed": True, "title": announcement.title, "text": announcement.text}


class RenameSeasons(OnClub):
    """Names the club's seasons after their years."""

    slug = "rename-seasons"
    label = _("Take the names of its seasons away")
    told = _("A moderator has taken the names of your club's seasons away. You can choose others.")

    def check_fits(self, case: Case) -> None:
        if case.subject_kind in ("club", "emblem") and not seasons.has_seasons(int(case.subject_id)):
            raise no_such_subject()

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"names": seasons.remove_names(club_id=club_of(act).pk, by=by)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        seasons.restore_names(club_id=club_of(act).pk, by=by, names=act.details["names"])


class RenameLeagues(OnClub):
    """Gives the club's leagues, their divisions and seasons neutral names."""

    slug = "rename-leagues"
    label = _("Take the names of its leagues and divisions away")
    told = _("A moderator has taken the names of your club's leagues and divisions away.")

    def check_fits(self, case: Case) -> None:
        if case.subject_kind in ("club", "emblem") and not naming.has_leagues(int(case.subject_id)):
            raise no_such_subject()

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"names": naming.remove_names(club_id=club_of(act).pk, by=by)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        naming.restore_names(by=by, names=act.details["names"])


class FreezeClub(OnClub):
    slug = "freeze-club"
    label = _("Freeze the club")
    told = _("A moderator has frozen your club: for now, its members can only read and leave.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        clubs.freeze(club_id=club_of(act).pk, by=by, now=now)
        return {}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        clubs.thaw(club_id=club_of(act).pk, by=by, now=now)


class CloseClub(OnClub):
    slug = "close-club"
    label = _("Close the club")
    told = _("A moderator has closed your club.")
    severity = Severity.SEVERE

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        club = club_of(act)
        if club.closed_at is not None:
            raise UserError("no-such-club", _("This club has been closed."))
        clubs.close(club_id=club.pk, by=by, now=now)
        return {}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        clubs.reopen(club_id=club_of(act).pk, by=by, now=now)


def club_of(act: Act) -> Club:
    """Return the club that an act is about. Raises UserError (no-such-subject)."""
    club = Club.objects.filter(pk=row_id(act.subject_id)).first()
    if club is None:
        raise no_such_subject()
    return club

"""The action log of a club."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import action_log.services as action_log
from accounts.models import Player
from accounts.standing import Authority
from action_log.models import LogLine, LogLineQuerySet
from action_log.subjects import Subject
from clubs.models import Club, Right

CLUB = "club"


class Kind(StrEnum):
    """The actions in a club."""

    FOUNDED = "founded"
    EDITED = "edited"
    JOINED = "joined"
    LEFT = "left"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    INVITED = "invited"
    REVOKED = "revoked"
    PROMOTED = "promoted"
    TRUSTED = "trusted"
    DEMOTED = "demoted"
    HANDED_OVER = "handed-over"
    REMOVED = "removed"
    BANNED = "banned"
    LIFTED = "lifted"
    ANNOUNCED = "announced"
    REVISED = "revised"
    PINNED = "pinned"
    UNPINNED = "unpinned"
    TAKEN_DOWN = "taken-down"
    CLOSED = "closed"
    REOPENED = "reopened"
    FROZEN = "frozen"
    THAWED = "thawed"
    LINE_DELETED = "line-deleted"
    MUTED = "muted"
    UNMUTED = "unmuted"
    LEAGUE_RENAMED = "league-renamed"


SENTENCES: dict[str, Promise] = {
    Kind.FOUNDED: _("{by} founded the club."),
    Kind.EDITED: _("{by} edited the club's page."),
    Kind.JOINED: _("{by} joined."),
    Kind.LEFT: _("{by} left."),
    Kind.ACCEPTED: _("{by} accepted {player}'s request."),
    Kind.REFUSED: _("{by} declined {player}'s request."),
    Kind.INVITED: _("{by} created an invitation."),
    Kind.REVOKED: _("{by} revoked an invitation."),
    Kind.PROMOTED: _("{by} made {player} an officer."),
    Kind.TRUSTED: _("{by} changed the rights of {player}."),
    Kind.DEMOTED: _("{by} made {player} an ordinary member again."),
    Kind.HANDED_OVER: _("{by} handed the club over to {player}."),
    Kind.REMOVED: _("{by} removed {player}."),
    Kind.BANNED: _("{by} banned {player}."),
    Kind.LIFTED: _("{by} lifted the ban of {player}."),
    Kind.ANNOUNCED: _("{by} posted an announcement."),
    Kind.REVISED: _("{by} edited an announcement."),
    Kind.PINNED: _("{by} pinned an announcement."),
    Kind.UNPINNED: _("{by} unpinned an announcement."),
    Kind.TAKEN_DOWN: _("{by} deleted an announcement."),
    Kind.CLOSED: _("{by} closed the club."),
    Kind.REOPENED: _("{by} reopened the club."),
    Kind.FROZEN: _("{by} froze the club."),
    Kind.THAWED: _("{by} unfroze the club."),
    Kind.LINE_DELETED: _("{by} deleted a line of {player} in the chat."),
    Kind.MUTED: _("{by} muted {player} in the chat."),
    Kind.UNMUTED: _("{by} let {player} write in the chat again."),
    Kind.LEAGUE_RENAMED: _("{by} renamed a league or its divisions."),
}

SUBJECT = Subject(CLUB, _("club"), Club, SENTENCES)


def note(
    club: Club,
    kind: Kind,
    *,
    by: Authority,
    now: datetime,
    player: Player | None = None,
    reason: str = "",
    **details: Any,
) -> LogLine:
    """Write a line to the log and mark the club as active. Call it in the transaction of the action itself.

    `details` may be a `title`, a `note` or `rights`, which `more` shows after the sentence.
    """
    line = action_log.note(CLUB, club.pk, kind, by=by, whom=player, details=details, reason=reason, at=now)
    Club.objects.filter(pk=club.pk).update(active_at=now)
    return line


def lines_of(club: Club) -> LogLineQuerySet:
    return LogLine.objects.of(CLUB, club.pk)


def more(line: LogLine) -> str:
    """Return what is shown after a line's sentence: its reason, title, note or rights."""
    if rights := line.details.get("rights"):
        return ", ".join(str(Right(right).label) for right in rights)
    return line.reason or line.details.get("title", "") or line.details.get("note", "")

"""The log of a club: writing a line, and reading it as a sentence."""

from __future__ import annotations

from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs.models import Club, ClubAct, Right

Kind = ClubAct.Kind

SENTENCES: dict[str, Promise | str] = {
    Kind.FOUNDED: gettext_lazy("{by} founded the club."),
    Kind.EDITED: gettext_lazy("{by} changed what the club is."),
    Kind.JOINED: gettext_lazy("{by} joined."),
    Kind.LEFT: gettext_lazy("{by} left."),
    Kind.ACCEPTED: gettext_lazy("{by} accepted the request of {player}."),
    Kind.REFUSED: gettext_lazy("{by} refused the request of {player}."),
    Kind.INVITED: gettext_lazy("{by} made an invitation."),
    Kind.REVOKED: gettext_lazy("{by} took an invitation back."),
    Kind.PROMOTED: gettext_lazy("{by} made {player} an officer."),
    Kind.TRUSTED: gettext_lazy("{by} changed the rights of {player}."),
    Kind.DEMOTED: gettext_lazy("{by} made {player} a member again."),
    Kind.HANDED_OVER: gettext_lazy("{by} handed the club over to {player}."),
    Kind.REMOVED: gettext_lazy("{by} removed {player}."),
    Kind.BANNED: gettext_lazy("{by} banned {player}."),
    Kind.LIFTED: gettext_lazy("{by} lifted the ban of {player}."),
    Kind.ANNOUNCED: gettext_lazy("{by} announced something."),
    Kind.REVISED: gettext_lazy("{by} changed an announcement."),
    Kind.PINNED: gettext_lazy("{by} pinned an announcement."),
    Kind.UNPINNED: gettext_lazy("{by} unpinned an announcement."),
    Kind.TAKEN_DOWN: gettext_lazy("{by} deleted an announcement."),
    Kind.CLOSED: gettext_lazy("{by} closed the club."),
}


def note(
    club: Club, kind: Kind, *, by: Player, now: datetime, player: Player | None = None, words: str = ""
) -> ClubAct:
    """Write it down, within the transaction of what was done; a club where something is done is an active one."""
    act = ClubAct.objects.create(club=club, kind=kind, by=by, player=player, words=words, at=now)
    Club.objects.filter(pk=club.pk).update(active_at=now)
    return act


def sentence(act: ClubAct) -> str:
    gone = _("somebody who is gone")
    names = {"by": act.by.username if act.by else gone, "player": act.player.username if act.player else gone}
    return str(SENTENCES[act.kind]).format_map(names)


def more(act: ClubAct) -> str:
    """The reason, title or rights that belong to it."""
    if act.kind in (Kind.PROMOTED, Kind.TRUSTED):
        return ", ".join(str(Right(right).label) for right in act.words.split(", ") if right)
    return act.words

"""What players may do unless a sanction forbids it; every service that brings players together checks it here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from functools import reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, lazystr
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player, Sanction
from accounts.models.standing import SanctionQuerySet
from accounts.standing.causes import reason_of
from common.database.compiled import compiled_once
from common.errors import UserError


class Right(StrEnum):
    SPEAK = "speak"
    SIT = "sit"
    SIT_IN_PUBLIC = "sit-in-public"
    """Sit down at a table that anyone may join."""
    PLAY = "play"
    """Keep playing at a table where the player already has a seat."""
    ENTER = "enter"
    """Enter a tournament."""
    JOIN = "join"
    """Join a club."""
    FOUND = "found"
    """Found a club or announce a tournament."""
    INVITE = "invite"
    NAME = "name"
    UPLOAD = "upload"


Kind = Sanction.Kind

FORBIDS: Mapping[str, frozenset[Right]] = {
    Kind.WARNING: frozenset(Right) - {Right.PLAY},  # must be read before doing anything new
    Kind.MUTED: frozenset({Right.SPEAK, Right.FOUND, Right.INVITE, Right.NAME, Right.UPLOAD}),
    Kind.NO_PUBLIC_TABLES: frozenset({Right.SIT_IN_PUBLIC}),
    Kind.NO_PLAY: frozenset({Right.SIT, Right.SIT_IN_PUBLIC, Right.PLAY, Right.ENTER}),
    Kind.NO_TOURNAMENTS: frozenset({Right.ENTER}),
    Kind.CLOSED: frozenset(Right),
    Kind.MESSAGE: frozenset(Right) - {Right.PLAY},  # must be read first, like a warning
    Kind.SHADOWED: frozenset(),
}

SENTENCES: Mapping[str, str | Promise] = {
    Kind.WARNING: gettext_lazy("You have been warned: read the warning first, then you can go on."),
    Kind.MUTED: gettext_lazy("You are muted: you cannot write anything that others read."),
    Kind.NO_PUBLIC_TABLES: gettext_lazy("You are paused from public tables."),
    Kind.NO_PLAY: gettext_lazy("You are paused from play."),
    Kind.NO_TOURNAMENTS: gettext_lazy("You are paused from tournaments."),
    Kind.CLOSED: gettext_lazy("Your account is closed."),
    Kind.MESSAGE: gettext_lazy("The moderators have sent you a message: read it first, then you can go on."),
}


def check_may(player: Player, right: Right) -> None:
    """Raise UserError (the kind of the sanction) if a sanction forbids it; makes one query, as `player` may be stale.

    The error names the reason, the end and the way to appeal. Sanctions on a bot's owner apply to the bot as well.
    """
    for sanction in _longest_forbidding(right, timezone.now(), *player.answerable):
        raise refusal(sanction, player)


@compiled_once
def _longest_forbidding(right: Right, now: datetime, *players: int) -> QuerySet[Sanction]:
    return forbidding(right, players, now).longest_first()[:1]


def forbidding(right: Right, players: Collection[int], now: datetime) -> SanctionQuerySet:
    """Return the sanctions in force on any of these players (by id) that forbid `right`."""
    kinds = [kind for kind, forbidden in FORBIDS.items() if right in forbidden]
    answerable = reduce(or_, (Q(player=player) for player in players))
    return Sanction.objects.in_force(now).filter(answerable, kind__in=kinds)


def refusal(sanction: Sanction, player: Player) -> UserError:
    """Return the error for a sanction; its text is formed when it is shown."""
    return UserError(sanction.kind, lazystr(_Told(sanction, player)))


class _Told:
    """The text about a sanction for its player, in the language that is active when it is shown."""

    def __init__(self, sanction: Sanction, player: Player) -> None:
        self.sanction, self.player = sanction, player

    def __str__(self) -> str:
        parts = [
            str(SENTENCES[self.sanction.kind]),
            self._reason(),
            self._end(),
            _("What you can do about it is on the page “Your standing”."),
        ]
        return " ".join(filter(None, parts))

    def _reason(self) -> str:
        reason = reason_of(self.sanction)
        return f"“{reason}”" if self.sanction.kind == Kind.MESSAGE else _("Reason: %(reason)s") % {"reason": reason}

    def _end(self) -> str:
        if self.sanction.kind in Sanction.TO_BE_READ:
            return ""
        if self.sanction.ends_at is None:
            return _("It has no end date.")
        zone = self.player.time_zone or settings.TIME_ZONE
        end = date_format(timezone.localtime(self.sanction.ends_at, ZoneInfo(zone)), "DATETIME_FORMAT")
        return _("It ends on %(end)s (%(zone)s).") % {"end": end, "zone": zone}

"""The log of a tournament: its organisers' actions, and what the site did by itself, as after an outage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import action_log.services as action_log
from accounts.standing import Authority
from action_log.models import LogLine, LogLineQuerySet
from action_log.subjects import Subject
from tournaments.models import Tournament

TOURNAMENT = "tournament"
PAUSED = "pause"
STOPPED = "stop"
REPLAYED = "replay"
"""The action of replaying a match; its line names the table that was annulled (`old`)."""
SWAPPED = "swap"
"""The action of swapping two players in a seating that is held back; its line has their names."""
CANNOT_BE_UNDONE = _("This cannot be undone.")


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of log line: its sentence, and why the action cannot be undone if it is final."""

    slug: str
    sentence: Promise | str
    why_final: Promise | str = CANNOT_BE_UNDONE


KINDS: dict[str, LineKind] = {}
SENTENCES: dict[str, Promise | str] = {}

SUBJECT = Subject(TOURNAMENT, _("tournament"), Tournament, SENTENCES)


def register(kind: LineKind) -> LineKind:
    assert kind.slug not in KINDS, kind.slug
    KINDS[kind.slug] = kind
    SENTENCES[kind.slug] = kind.sentence
    return kind


LATE_START = register(
    LineKind("late-start", _("The site was down during check-in: the start was postponed by {minutes} min."))
)
NO_CHECK_IN = register(
    LineKind(
        "no-check-in",
        _("The site was down during check-in: nobody has to check in, because the dates of the rounds stay."),
    )
)
NEW_ANCHOR = register(
    LineKind("new-anchor", _("The site went back to an earlier state of its data: the tournament has a new anchor."))
)
NEW_TILES = register(
    LineKind(
        "new-tiles",
        _(
            "Round {round}, table {table}: played again with new tiles, because the site went back to an earlier state "
            "of its data."
        ),
    )
)
TOGETHER = register(
    LineKind(
        "together",
        _("Round {round}, table {table}: {one} and {other} meet, as there was no way to keep them apart."),
    )
)
LINE_UP = register(
    LineKind(
        "captain-line-up",
        _("Round {round}: {one} and {other} of the team {team} changed places, as their captain changed the line-up."),
    )
)
SITE_UPHELD = register(
    LineKind("site-upheld", _("The site upheld the appeal of {name} against this: {done}")),
)
SITE_TURNED_DOWN = register(
    LineKind("site-turned-down", _("The site turned down the appeal of {name} against this: {done}")),
)


def note(
    tournament: Tournament,
    by: Authority | None,
    kind: LineKind,
    about: Mapping[str, Any],
    *,
    reason: str = "",
    before: Any = None,
    at: datetime | None = None,
    undoes: LogLine | None = None,
) -> LogLine:
    """Add a line to the log; `by` is None if the site acted.

    `about` fills the placeholders of the sentence, and `before` is the state needed for undoing. Call it after `write`,
    so that the line gets the new version.
    """
    details = {**about, "version": tournament.version}
    return action_log.note(
        TOURNAMENT,
        tournament.pk,
        kind.slug,
        by=by,
        details=details,
        reason=reason,
        before=before,
        at=at,
        undoes=undoes,
    )


def lines_of(tournament: Tournament) -> LogLineQuerySet:
    return LogLine.objects.of(TOURNAMENT, tournament.pk)


def reasons(tournament: Tournament, action: str) -> list[str]:
    """Return the reason of the newest action of this kind, if there is one."""
    newest = lines_of(tournament).filter(action=action).order_by("pk").last()
    return [newest.reason] if newest and newest.reason else []


def why_final(line: LogLine) -> str:
    """Return why an action cannot be undone."""
    kind = KINDS.get(line.action)
    return str(kind.why_final if kind else CANNOT_BE_UNDONE)

"""The chat around what was reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chat.models import ChatLine
from chat.rooms import KINDS, open_room
from games.models import Table
from games.services.chat import OnlookersRoom, PlayersRoom
from moderation.models import Case, Report
from tournaments.base.permissions import visible_to
from tournaments.live.chatting import TournamentRoom

AROUND = 15
"""So many lines before and after the reported one are shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as moderators read it: what was typed, even where words are masked."""

    pk: int
    name: str
    text: str
    at: Any
    player_id: int | None
    is_reported: bool
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """A stretch of one room's chat."""

    room: str
    lines: list[Line]
    is_private: bool
    """Whether only some could read it; who looks at it is logged."""


def rooms_of(case: Case, reports: list[Report]) -> list[str]:
    """Return the keys of the rooms that a case is about."""
    rooms = [str(report.evidence["room"]) for report in reports if report.evidence.get("room")]
    if case.subject_kind == "table":
        rooms += [PlayersRoom(case.subject_id).key, OnlookersRoom(case.subject_id).key]
    return [key for key in dict.fromkeys(rooms) if key.partition(":")[0] in KINDS]


def is_private(room: str) -> bool:
    """Return whether not everybody may read the room."""
    kind, _colon, place = room.partition(":")
    if kind in (PlayersRoom.kind, OnlookersRoom.kind):
        table = Table.objects.filter(pk=place).select_related("club").first()
        return table is None or table.is_private or bool(table.club and table.club.is_private)
    if kind == TournamentRoom.kind:
        return not visible_to(None).filter(pk=place).exists()
    return not open_room(room).may_read(None)


def around(room: str, reported: set[int]) -> list[Line]:
    """Return the lines around the reported ones, or the newest. Makes two queries."""
    lines = ChatLine.objects.filter(room=room).select_related("author")
    if reported:
        first, last = min(reported), max(reported)
        before = list(lines.filter(pk__lt=first).order_by("-pk")[:AROUND])[::-1]
        shown = [*before, *lines.filter(pk__gte=first, pk__lte=last), *lines.filter(pk__gt=last)[:AROUND]]
    else:
        shown = list(lines.order_by("-pk")[: 2 * AROUND])[::-1]
    return [
        Line(
            pk=line.pk,
            name=line.author.username,
            text=line.original or line.sentence,
            at=line.said_at,
            player_id=line.author_id,
            is_reported=line.pk in reported,
            is_hidden=line.hidden_at is not None,
        )
        for line in shown
    ]

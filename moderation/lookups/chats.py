"""The chat around reported lines."""

from __future__ import annotations

from collections.abc import Collection
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
"""How many lines are shown before and after the reported ones."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as moderators read it: as it was typed, even if words are masked for players."""

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
    """Tells whether only some may read it; views are logged."""


def rooms_of(case: Case, reports: list[Report]) -> list[str]:
    """Return the keys of the rooms that a case is about."""
    rooms = [str(report.evidence["room"]) for report in reports if report.evidence.get("room")]
    if case.subject_kind == "table":
        rooms += [PlayersRoom(case.subject_id).key, OnlookersRoom(case.subject_id).key]
    return [key for key in dict.fromkeys(rooms) if key.partition(":")[0] in KINDS]


def is_private(room: str) -> bool:
    """Return whether not everybody may read the room."""
    return room in private_among([room])


def private_among(rooms: Collection[str]) -> set[str]:
    """Return the rooms that not everybody may read. Makes two queries for tables and tournaments together."""
    places = {room: room.partition(":")[2] for room in rooms}
    open_tables = set(Table.objects.watchable_by(None).filter(pk__in=places.values()).values_list("pk", flat=True))
    open_tournaments = set(visible_to(None).filter(pk__in=places.values()).values_list("pk", flat=True))
    return {room for room, place in places.items() if not _is_open(room, place, open_tables, open_tournaments)}


def _is_open(room: str, place: str, open_tables: set[str], open_tournaments: set[str]) -> bool:
    kind = room.partition(":")[0]
    if kind in (PlayersRoom.kind, OnlookersRoom.kind):
        return place in open_tables
    if kind == TournamentRoom.kind:
        return place in open_tournaments
    return kind in KINDS and open_room(room).may_read(None)


def around(room: str, reported: set[int]) -> list[Line]:
    """Return the lines around the reported ones; the newest lines if none was reported."""
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

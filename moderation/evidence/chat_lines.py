"""Chat lines as evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import Player
from chat.models import ChatLine
from chat.rooms import KINDS, Room, open_room
from clubs.models import Club
from clubs.talk.room import ClubRoom
from common.converters import row_id
from games.services.chat import OnlookersRoom, PlayersRoom
from moderation.evidence.clubs import Club as ClubSource
from moderation.evidence.kept_lines import as_kept
from moderation.evidence.source import Source, Viewer
from moderation.evidence.tables import Table as TableSource
from moderation.evidence.tournaments import Tournament as TournamentSource
from tournaments.live.chatting import TournamentRoom

AROUND = 10
"""How many lines before and after the reported one are kept."""


class ClubOfChat(ClubSource):
    """The club of a chat, found by the id that its room's key contains."""

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        club = Club.objects.alive().filter(pk=row_id(key)).first()
        return cls(club, viewer) if club else None


PLACES: Mapping[str, type[Source]] = {
    PlayersRoom.kind: TableSource,
    OnlookersRoom.kind: TableSource,
    TournamentRoom.kind: TournamentSource,
    ClubRoom.kind: ClubOfChat,
}
"""The kind of thing to which the rooms of each kind belong."""


class Line(Source):
    """A chat line. Reports on lines of one author in one room are merged."""

    kind = "line"
    label = gettext_lazy("chat line")

    def __init__(self, line: ChatLine, room: Room, place: Source) -> None:
        self.line, self.room, self.place = line, room, place

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        lines = ChatLine.objects.shown_to(viewer.player).select_related("author")
        line = lines.filter(pk=row_id(key)).first()
        if line is None or line.kind not in KINDS or line.kind not in PLACES:
            return None
        room, place = open_room(line.room), PLACES[line.kind].find(line.place, viewer)
        return cls(line, room, place) if place and room.may_read(viewer.player) else None

    @classmethod
    def involves(cls, key: str, player: Player) -> bool:
        line = ChatLine.objects.filter(pk=row_id(key)).first()
        if line is None:
            return False
        return line.author_id == player.pk or (line.kind in PLACES and PLACES[line.kind].involves(line.place, player))

    @property
    def id(self) -> str:
        return str(self.line.pk)

    @property
    def title(self) -> str:
        return _("%(name)s wrote: “%(text)s”") % {
            "name": names.shown(self.line.author.username),
            "text": self.line.sentence,
        }

    @property
    def address(self) -> str:
        return self.place.address

    @property
    def matter(self) -> str:
        return self.room.key

    @property
    def must_be_about(self) -> Player:
        return self.line.author

    def evidence(self) -> Mapping[str, Any]:
        lines = ChatLine.objects.filter(room=self.line.room).select_related("author")
        before = reversed(lines.filter(pk__lte=self.line.pk).order_by("-pk")[: AROUND + 1])
        after = lines.filter(pk__gt=self.line.pk).order_by("pk")[:AROUND]
        kept = {"room": self.line.room, "line": self.line.pk, "lines": as_kept([*before, *after])}
        return {**kept, **self.place.where()} if isinstance(self.place, TableSource) else kept

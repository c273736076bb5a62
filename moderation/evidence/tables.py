"""Tables as evidence: the state of the match and its chat, but no tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player, is_player_or_bot_of
from chat.models import ChatLine
from games import models as games
from games.services.chat import OnlookersRoom, PlayersRoom
from moderation.evidence.kept_lines import as_kept
from moderation.evidence.source import Source, Viewer

LINES = 30
"""How many of the latest chat lines are kept."""


class Table(Source):
    """A table; the reporter says which of its players the report concerns."""

    kind = "table"
    label = gettext_lazy("table")

    def __init__(self, table: games.Table, viewer: Viewer) -> None:
        self.table, self.viewer = table, viewer

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        watchable = games.Table.objects.watchable_by(viewer.player, viewer.invited)
        table = watchable.with_people().filter(pk=key).first()
        return cls(table, viewer) if table else None

    @classmethod
    def involves(cls, key: str, player: Player) -> bool:
        own = is_player_or_bot_of(player)
        if games.SeatStay.objects.filter(own, table=key).exists() or games.Seat.objects.filter(own, table=key).exists():
            return True
        return games.Table.objects.filter(is_player_or_bot_of(player, "owner"), pk=key).exists()

    @property
    def id(self) -> str:
        return self.table.pk

    @property
    def title(self) -> str:
        return _("A table of %(game)s") % {"game": self.table.get_game_display()}

    @property
    def address(self) -> str:
        return self.table.get_absolute_url()

    @property
    def people(self) -> list[Player]:
        """Return everyone who sits or sat there, except the reporter."""
        stays = games.SeatStay.objects.filter(table=self.table, player__isnull=False).select_related("player")
        found = [seat.player for seat in self.table.seats.all()] + [stay.player for stay in stays]
        return list(dict.fromkeys(player for player in found if player and player != self.viewer.player))

    def evidence(self) -> Mapping[str, Any]:
        rooms = [room for room in (PlayersRoom(self.id), OnlookersRoom(self.id)) if room.may_read(self.viewer.player)]
        lines = ChatLine.objects.filter(room__in=[room.key for room in rooms]).select_related("author")
        return {**self.where(), "lines": as_kept(reversed(lines.order_by("-pk")[:LINES]))}

    def where(self) -> Mapping[str, Any]:
        """Return the state of the match, and who sits at the table."""
        table = self.table
        seats = [
            {"seat": seat.number, "player": seat.player_id, "name": seat.player.username if seat.player else seat.name}
            for seat in table.seats.all()
        ]
        place = {"id": table.pk, "game": table.game, "status": table.status, "deal": table.deal_number}
        return {"table": {**place, "ply": table.ply, "seats": seats}}

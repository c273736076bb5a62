"""Players as evidence: the name at the time, and where the reporter has met them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext_lazy

from accounts import models as accounts
from accounts import names
from games.models import Table
from moderation.evidence.source import Source, Viewer

MEETINGS = 5
"""How many of the latest tables at which both sat are kept."""


class Player(Source):
    """A player, as seen on their profile. The address names them; the report is about their id."""

    kind = "player"
    label = gettext_lazy("player")

    def __init__(self, player: accounts.Player, viewer: Viewer) -> None:
        self.player, self.viewer = player, viewer

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        player = accounts.Player.objects.named(key).first()
        return cls(player, viewer) if player else None

    @classmethod
    def involves(cls, key: str, player: accounts.Player) -> bool:
        return key == str(player.pk)

    @property
    def id(self) -> str:
        return str(self.player.pk)

    @property
    def title(self) -> str:
        return names.shown(self.player.username)

    @property
    def address(self) -> str:
        return self.player.get_absolute_url()

    @property
    def must_be_about(self) -> accounts.Player:
        return self.player

    def evidence(self) -> Mapping[str, Any]:
        if self.viewer.player is None:
            return {}
        met = Table.objects.of(self.player).filter(pk__in=Table.objects.of(self.viewer.player).values("pk"))
        return {"met": list(met.order_by("-opened_at").values("id", "game", "status", "ply")[:MEETINGS])}

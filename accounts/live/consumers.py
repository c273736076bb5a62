"""The live socket of a player, open on every page: it brings notices, and says that the player is here."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from accounts.notices import room_of, unread
from accounts.notices.message_types import Unread
from live.consumers import GONE, LiveConsumer, in_thread
from live.hub import encode, hub
from live.presence import keeper


class PlayerConsumer(LiveConsumer):
    """One page of one player. It listens to nobody."""

    player: Player

    async def connect(self) -> None:
        await self.accept()
        player = cast("Player | AnonymousUser", self.scope["user"])
        if not player.is_authenticated:
            await self.close(GONE)
            return
        self.player, self.player_id, self.room = player, player.pk, room_of(player.pk)
        keeper().arrive(player.pk)
        await hub().watch(self.room, self)
        await self.resync()

    async def resync(self) -> None:
        message: Unread = {"type": "unread", "number": await in_thread(unread, self.player)}
        await self.push(encode(message))

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.player_id is not None:
            keeper().depart(self.player_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whatever a browser may say here is not heard."""

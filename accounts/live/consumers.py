"""A player's own live socket, open on every page: it delivers notices and keeps the player present."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from accounts.notices import room_of, unread
from accounts.notices.message_types import Unread
from live.consumers import GONE, LiveConsumer, in_thread
from live.hub import encode
from live.presence import keeper


class PlayerConsumer(LiveConsumer):
    """The connection of one open page."""

    player: Player

    async def connect(self) -> None:
        await self.accept()
        player = cast("Player | AnonymousUser", self.scope["user"])
        if not player.is_authenticated:
            await self.close(GONE)
            return
        self.player, self.room = player, room_of(player.pk)
        keeper().arrive(player.pk)
        if await self.watch(self.room):
            await self.resync()

    async def resync(self) -> None:
        message: Unread = {"type": "unread", "number": await in_thread(unread, self.player)}
        await self.push(encode(message))

    def depart(self) -> None:
        if self.room:
            keeper().depart(self.player.pk)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever the browser sends."""

"""The live socket of a tournament's page, for changes, open tables and chat."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from live.consumers import GONE, LiveConsumer, in_thread
from tournaments.live.access import Visit, open_visit


class TournamentConsumer(LiveConsumer):
    """One browser on a tournament's page. It only receives; actions are forms."""

    async def connect(self) -> None:
        await self.accept()
        visit = await self._visit()
        if visit is None:
            await self.close(GONE)
            return
        self.hearing = visit.hearing
        if await self.watch(visit.room, visit.access_room):
            await self._greet()

    @property
    def _player(self) -> Player | AnonymousUser:
        return cast("Player | AnonymousUser", self.scope["user"])

    async def _visit(self) -> Visit | None:
        tournament_id = self.scope["url_route"]["kwargs"]["tournament_id"]
        return await in_thread(open_visit, tournament_id=tournament_id, player=self._player)

    async def _greet(self) -> None:
        """Send the greeting after subscribing, so that nothing is missed in between; close if access is lost."""
        visit = await self._visit()
        if visit is None:
            await self.close(GONE)
            return
        for text in visit.greeting:
            await self.push(text)

    async def may_stay(self) -> bool:
        """Check access again, and reload what the player wants to read."""
        visit = await self._visit()
        if visit is not None:
            self.hearing = visit.hearing
        return visit is not None

    async def resync(self) -> None:
        if await self.look_again():
            await self._greet()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever the browser sends."""

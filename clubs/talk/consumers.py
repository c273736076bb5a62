"""The live socket of a club's chat. It only receives; lines are sent by a form."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from chat.services import hearing_in, last_lines_message
from clubs.access_channel import room_of
from clubs.models import Club, Right
from clubs.talk.room import ClubRoom
from live.consumers import GONE, LiveConsumer, in_thread
from live.hub import Hearing

Rights = tuple[str, list[Right]]
"""The role of a member, and an officer's rights."""


class ClubConsumer(LiveConsumer):
    """The connection of a member who has the club's page open.

    Members who leave, are removed or change role are disconnected at once, and the page reloads itself.
    """

    rights: Rights | None = None

    async def connect(self) -> None:
        await self.accept()
        entered = await in_thread(_entered, self._slug, self._player)
        if entered is None:
            await self.close(GONE)
            return
        room, self.hearing, self.rights = entered
        if await self.watch(room.live_room, room_of(int(room.place))):
            await self._greet()

    @property
    def _slug(self) -> str:
        slug: str = self.scope["url_route"]["kwargs"]["slug"]
        return slug

    @property
    def _player(self) -> Player | AnonymousUser:
        return cast("Player | AnonymousUser", self.scope["user"])

    async def _greet(self) -> None:
        """Send the last lines after subscribing, so that nothing is missed in between; close if access is lost."""
        entered = await in_thread(_entered, self._slug, self._player)
        if entered is None:
            await self.close(GONE)
            return
        room, self.hearing, _rights = entered
        await self.push(await in_thread(_last_lines, room, self._player))

    async def may_stay(self) -> bool:
        """Check again membership, role, and what the player wants to read."""
        entered = await in_thread(_entered, self._slug, self._player)
        if entered is None:
            return False
        _room, self.hearing, rights = entered
        return rights == self.rights

    async def resync(self) -> None:
        if await self.look_again():
            await self._greet()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever the browser sends."""


def _entered(slug: str, player: Player | AnonymousUser) -> tuple[ClubRoom, Hearing, Rights] | None:
    """Return the room, what the player wants to hear there, and what they may do; None if they may not read it."""
    club = Club.objects.alive().filter(slug=slug).first()
    if club is None or not isinstance(player, Player):
        return None
    membership = club.membership_of(player)
    if membership is None:
        return None
    room = ClubRoom.of(club)
    return room, hearing_in(room, player), (membership.role, membership.rights)


def _last_lines(room: ClubRoom, player: Player | AnonymousUser) -> str:
    return last_lines_message(room, reader=player if isinstance(player, Player) else None)

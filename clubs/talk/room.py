"""The room of a club's chat, in which members read and write."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from chat.rooms import Pace, Room
from clubs.models import Club, Right
from clubs.services.guards import check_is_not_frozen, member
from common.errors import UserError
from live.hub import News


class ClubRoom(Room):
    """The chat of a club, which only its members can read. `place` is the club's id."""

    kind = "club"
    label = _("club")
    pace = Pace(lines=5, of_all=40, within=timedelta(seconds=15))

    def __init__(self, place: str, club: Club | None = None) -> None:
        super().__init__(place)
        self._known = club

    @classmethod
    def of(cls, club: Club) -> Self:
        return cls(str(club.pk), club)

    @cached_property
    def club(self) -> Club:
        return self._known or Club.objects.get(pk=int(self.place))

    @property
    def live_room(self) -> str:
        return f"club-chat-{self.place}"

    @property
    def address(self) -> str:
        return reverse("clubs:club", args=[self.club.slug])

    def check_may_speak(self, player: Player, now: datetime) -> None:
        """Raise UserError (not-a-member, frozen)."""
        member(self.club, player)
        check_is_not_frozen(self.club)

    def may_moderate(self, player: Player) -> bool:
        return self.club.trusts(player, Right.MODERATION)

    def may_read(self, player: Player | None) -> bool:
        return player is not None and self.club.closed_at is None and self.club.membership_of(player) is not None

    def news(self, message: str) -> News:
        return News(self.live_room, everyone=[message])


def refusal_to_speak(club: Club, player: Player) -> UserError | None:
    """Return why the player may not write; None if they may."""
    try:
        chat.check_may_speak(ClubRoom.of(club), player, timezone.now())
    except UserError as refusal:
        return refusal
    return None

"""A club's live room, where sockets are told to check again whether they may stay."""

from __future__ import annotations

from accounts.models import Player
from clubs.models import Club
from live.hub import LOOK_AGAIN, News, announce


def room_of(club_id: int) -> str:
    return f"club-{club_id}"


def rights_changed(club: Club, *players: Player) -> None:
    """Make these players' open pages of the club's tables and tournaments check their access again, on commit."""
    announce(News(room_of(club.pk), players={str(player.pk): [LOOK_AGAIN] for player in players}))


def everyones_rights_changed(club: Club) -> None:
    announce(News(room_of(club.pk), everyone=[LOOK_AGAIN]))

"""Access of live sockets to a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from accounts.standing import Hearing
from chat.services import hearing_in, last_lines_message
from clubs.access_channel import room_of
from live.hub import encode
from tournaments.base.locking import changed_message
from tournaments.base.permissions import visible_to
from tournaments.live.chatting import TournamentRoom


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser's connection to a tournament's page."""

    room: str
    access_room: str
    """The live room that tells its sockets to check again whether they may stay (clubs.access_channel)."""
    hearing: Hearing
    greeting: list[str]
    """The messages for a page that connects: the tournament's version, and the latest chat lines."""


def open_visit(*, tournament_id: str, player: Player | AnonymousUser) -> Visit | None:
    """Return the player's connection, or None if there is no such tournament or they may not see it."""
    known = player if isinstance(player, Player) else None
    tournament = visible_to(known).select_related("club").filter(pk=tournament_id).first()
    if tournament is None:
        return None
    changed = changed_message(tournament)
    access_room = room_of(tournament.club_id) if tournament.club_id else ""
    chat = TournamentRoom.of(tournament)
    hearing = hearing_in(chat, known)
    greeting = [encode(changed), last_lines_message(chat, reader=known, hearing=hearing)]
    return Visit(tournament.room, access_room, hearing, greeting)

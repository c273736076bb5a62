"""Who may see a tournament: asked by pages and by sockets."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from chat.services import last_lines_message
from clubs.access_channel import room_of
from live.hub import encode
from tournaments.base.locking import changed_message
from tournaments.base.permissions import may_see
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser's open page of a tournament."""

    room: str
    access_room: str
    """The room in which those who look at something of the tournament's club hear that they may have to leave."""
    greeting: list[str]
    """How far it is, and what was said last: what the page may have missed."""


def open_visit(*, tournament_id: str, player: Player | AnonymousUser) -> Visit | None:
    """None if there is no such tournament, or not for this player."""
    tournament = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
    known = player if isinstance(player, Player) else None
    if tournament is None or not may_see(tournament, known):
        return None
    changed = changed_message(tournament)
    access_room = room_of(tournament.club_id) if tournament.club_id else ""
    return Visit(tournament.room, access_room, [encode(changed), last_lines_message(TournamentRoom.of(tournament))])

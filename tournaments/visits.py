"""Who may see a tournament, and who may run it: asked by pages and by sockets."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import Player
from clubs.live import room_of
from clubs.models import Ban, Club, Right
from live.hub import encode
from tournaments.models import Entry, Tournament
from tournaments.services.chatting import last_lines, line_message


def may_organise(tournament: Tournament, player: Player | None) -> bool:
    """The organiser, the helpers, and those who mind the club's tournaments; nobody whom the club keeps out."""
    if player is None:
        return False
    club = tournament.club
    if tournament.organiser_id == player.pk or _helps(tournament, player):
        return club is None or not _is_banned(club, player)
    membership = club.membership_of(player) if club else None
    return membership is not None and membership.may(Right.TOURNAMENTS)


def _helps(tournament: Tournament, player: Player) -> bool:
    return tournament.helpers.filter(pk=player.pk).exists()


def _is_banned(club: Club, player: Player) -> bool:
    return Ban.objects.in_force(timezone.now()).filter(club=club, player=player).exists()


def may_see(tournament: Tournament, player: Player | None) -> bool:
    """A draft is for its organisers; a private club's tournament for its members, and for those who have entered, so
    that who leaves the club can still withdraw."""
    if tournament.status != Tournament.Status.DRAFT and (
        tournament.club is None or tournament.club.is_open_to(player) or _has_entered(tournament, player)
    ):
        return True
    return may_organise(tournament, player)


def _has_entered(tournament: Tournament, player: Player | None) -> bool:
    entries = tournament.entries.filter(player=player).exclude(status=Entry.Status.WITHDRAWN)
    return player is not None and entries.exists()


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser's open page of a tournament."""

    room: str
    door: str
    """The room in which those who look at something of the tournament's club hear that they may have to leave."""
    greeting: list[str]
    """How far it is, and what was said last: what the page may have missed."""


def open_visit(*, tournament_id: str, player: Player | AnonymousUser) -> Visit | None:
    """None if there is no such tournament, or not for this player."""
    tournament = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
    known = player if isinstance(player, Player) else None
    if tournament is None or not may_see(tournament, known):
        return None
    lines = [line_message(line) for line in last_lines(tournament)]
    changed = {"type": "changed", "version": tournament.version}
    door = room_of(tournament.club_id) if tournament.club_id else ""
    return Visit(tournament.room, door, [encode(changed), encode({"type": "chats", "lines": lines})])

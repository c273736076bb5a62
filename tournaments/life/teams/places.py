"""Finds which teams are complete, which have a place, and which wait. All members of a team share its place."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Entry, Team, Tournament

Status = Entry.Status


def members_by_team(tournament: Tournament) -> dict[Team, list[Entry]]:
    """Return the members who have not withdrawn, in the order of lines, by team in the order of creation."""
    members: dict[Team, list[Entry]] = {}
    entries = tournament.entries.exclude(status=Status.WITHDRAWN).filter(team__isnull=False)
    for entry in entries.select_related("team", "player").order_by("team__made_at", "team", "line"):
        assert entry.team is not None
        members.setdefault(entry.team, []).append(entry)
    return members


def is_complete(tournament: Tournament, members: Collection[Entry]) -> bool:
    return len(members) >= tournament.team_size


def is_full(tournament: Tournament, members: Collection[Entry]) -> bool:
    return len(members) >= tournament.team_size + tournament.team_reserves


def has_room_for_team(tournament: Tournament) -> bool:
    most = tournament.most_teams
    placed = tournament.entries.filter(status=Status.ENTERED, team__isnull=False).values("team").distinct()
    return most is None or placed.count() < most


def place_of_team(tournament: Tournament, team: Team) -> str:
    """Return the status of a team's members, entered or waiting; those of a new team enter if there is room."""
    held = team.members.exclude(status=Status.WITHDRAWN).values_list("status", flat=True).first()
    if held is not None:
        return held
    return Status.ENTERED if has_room_for_team(tournament) else Status.WAITING


def teams_moving_up(tournament: Tournament) -> list[list[Entry]]:
    """Return the members of the waiting teams for which there is room, those who have waited longest first."""
    most = tournament.most_teams
    everyone = members_by_team(tournament).values()
    waiting = [members for members in everyone if members[0].status == Status.WAITING]
    placed = len(everyone) - len(waiting)
    return waiting if most is None else waiting[: max(0, most - placed)]

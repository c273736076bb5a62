"""Line-ups of teams: members swap lines, and reserves come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments import notices
from tournaments.life.teams.places import members_by_team
from tournaments.models import Entry, Line, Round, Team, Tournament


def free_line(team: Team) -> int:
    """Return the lowest free line number of the team."""
    taken = set(team.members.values_list("line", flat=True))
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def is_reserve(entry: Entry) -> bool:
    """Return whether the entry is on none of the playing lines of its team."""
    return entry.team_id is not None and (entry.line or 0) > entry.tournament.team_size


def change_places(one: Entry, other: Entry) -> None:
    """Exchange the lines of two members of a team."""
    lines = one.line, other.line
    Entry.objects.filter(pk=one.pk).update(line=None)
    other.line, one.line = lines
    other.save(update_fields=["line"])
    one.save(update_fields=["line"])


def leave_team(entry: Entry) -> Team | None:
    """Take an entry out of its team before the start; the last to leave dissolves it.

    Return the team unless it is dissolved. The others move up, and the first of them becomes captain if need be.
    """
    team = entry.team
    if team is None:
        return None
    was_captain = entry.is_captain
    entry.team, entry.line, entry.is_captain = None, None, False
    entry.save(update_fields=["team", "line", "is_captain"])
    left = list(team.members.order_by("line"))
    if not left:
        team.delete()
        return None
    for number, member in enumerate(left, 1):
        if member.line != number:
            Entry.objects.filter(pk=member.pk).update(line=number)
    if was_captain:
        Entry.objects.filter(pk=left[0].pk).update(is_captain=True)
    return team


def pass_on_line(tournament: Tournament, entry: Entry) -> None:
    """Give the line of a player who has withdrawn to the first reserve who can play, from the next round on."""
    team = entry.team
    if team is None or entry.line is None:
        return
    others = team.members.exclude(status=Entry.Status.WITHDRAWN).exclude(pk=entry.pk).order_by("line")
    if entry.is_captain and (heir := others.first()) is not None:
        Entry.objects.filter(pk=entry.pk).update(is_captain=False)
        Entry.objects.filter(pk=heir.pk).update(is_captain=True)
    if entry.line <= tournament.team_size:
        reserve = others.filter(line__gt=tournament.team_size, seed__gt=0).first()
        if reserve is not None:
            change_places(entry, reserve)
            notices.teams.comes_in(tournament, reserve)
    notices.teams.partner_left(tournament, team, entry)


def fill_lines(tournament: Tournament, missing: Sequence[Entry]) -> None:
    """Give the lines of players who have not checked in to reserves who have."""
    absent = {entry.pk for entry in missing}
    for members in members_by_team(tournament).values():
        reserves = [entry for entry in members[tournament.team_size :] if entry.pk not in absent]
        gaps = [entry for entry in members[: tournament.team_size] if entry.pk in absent]
        for gap, reserve in zip(gaps, reserves, strict=False):
            change_places(gap, reserve)
            notices.teams.comes_in(tournament, reserve)


def note_line_ups(tournament: Tournament, round_: Round, decided: Mapping[int, Sequence[int]] | None = None) -> None:
    """Store the line-ups of this round, replacing earlier ones; `decided` are those set by the format, by team."""
    if not tournament.has_teams:
        return
    round_.lines.all().delete()
    on_lines = tournament.entries.filter(seed__gt=0, team__isnull=False, line__lte=tournament.team_size)
    rows = (
        [(entry, team, line) for team, entries in decided.items() for line, entry in enumerate(entries, 1)]
        if decided
        else on_lines.values_list("pk", "team", "line")
    )
    Line.objects.bulk_create(
        Line(round=round_, team_id=team, number=line, entry_id=entry)
        for entry, team, line in rows
        if team is not None and line is not None
    )

"""Notices about teams: invitations, joining and leaving, substitutions, and incomplete teams."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import Gap, Group, Kind, register
from tournaments.models import Entry, Team, TeamInvitation, Tournament
from tournaments.notices.telling import tell

INVITED = register(
    Kind(
        slug="tournament-team-invited",
        label=_("Somebody invites me to a team"),
        sentence=_(
            "{captain} invites you to the team {team} in {tournament}. You can join or decline as long as one may "
            "enter."
        ),
        group=Group.TEAMS,
        by_mail=True,
    )
)
JOINED = register(
    Kind(
        slug="tournament-team-joined",
        label=_("Somebody joins my team"),
        sentence=_("{player} plays in the team {team} in {tournament}."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
DECLINED = register(
    Kind(
        slug="tournament-team-declined",
        label=_("Somebody declines to join my team"),
        sentence=_("{player} does not join the team {team} in {tournament}: invite somebody else."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
PUT_TOGETHER = register(
    Kind(
        slug="tournament-team-put-together",
        label=_("The organisers put me in a team"),
        sentence=_("In {tournament} you play for the team {team}."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
LEFT = register(
    Kind(
        slug="tournament-team-left",
        label=_("Somebody leaves my team"),
        sentence=_("{player} has left the team {team} in {tournament}."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
COMES_IN = register(
    Kind(
        slug="tournament-team-comes-in",
        label=_("I come in for somebody of my team"),
        sentence=_("In {tournament} you play for the team {team} on line {line} from the next round on."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
RESERVE = register(
    Kind(
        slug="tournament-team-reserve",
        label=_("Somebody of my team comes in for me"),
        sentence=_("In {tournament} you are a reserve of the team {team} from the next round on."),
        group=Group.TEAMS,
        by_mail=False,
    )
)
NO_TEAM = register(
    Kind(
        slug="tournament-team-wanted",
        label=_("I have entered without a team"),
        sentence=_("You have entered {tournament} without a team: join one, or the organisers find you one."),
        group=Group.TEAMS,
        by_mail=True,
    )
)
NOT_COMPLETE = register(
    Kind(
        slug="tournament-team-not-complete",
        label=_("A tournament has begun without my team"),
        sentence=_("{tournament} has begun without you, because your team was not complete, or you had none."),
        group=Group.TEAMS,
        by_mail=True,
    )
)


def invited(tournament: Tournament, invitation: TeamInvitation, captain: Player) -> None:
    gaps = {"captain": captain.username, "team": invitation.team.name}
    tell(INVITED, tournament, [invitation.player_id], key=invitation_key(invitation), gaps=gaps)


def invitation_key(invitation: TeamInvitation) -> str:
    return f"{invitation.team_id} {invitation.pk}"


def joined(tournament: Tournament, team: Team, entry: Entry) -> None:
    """Tell the other members of the team."""
    gaps = {"player": entry.name, "team": team.name}
    tell(JOINED, tournament, _others(team, entry), key=f"{team.pk} {entry.pk}", gaps=gaps)


def declined(tournament: Tournament, invitation: TeamInvitation) -> None:
    captains = invitation.team.members.filter(is_captain=True).values_list("player", flat=True)
    gaps = {"player": invitation.player.username, "team": invitation.team.name}
    tell(DECLINED, tournament, captains, key=invitation_key(invitation), gaps=gaps)


def put_together(tournament: Tournament, team: Team, entries: Iterable[Entry]) -> None:
    players = [entry.player_id for entry in entries]
    tell(PUT_TOGETHER, tournament, players, key=f"{team.pk}", gaps={"team": team.name})


def partner_left(tournament: Tournament, team: Team, entry: Entry) -> None:
    gaps = {"player": entry.name, "team": team.name}
    tell(LEFT, tournament, _others(team, entry), key=f"{team.pk} {entry.pk} {tournament.version}", gaps=gaps)


def comes_in(tournament: Tournament, entry: Entry) -> None:
    assert entry.team is not None
    key = f"{entry.pk} {entry.line} {tournament.version}"
    gaps: dict[str, Gap] = {"team": entry.team.name, "line": entry.line or 0}
    tell(COMES_IN, tournament, [entry.player_id], key=key, gaps=gaps)


def is_reserve(tournament: Tournament, entry: Entry) -> None:
    assert entry.team is not None
    key = f"{entry.pk} {entry.line} {tournament.version}"
    tell(RESERVE, tournament, [entry.player_id], key=key, gaps={"team": entry.team.name})


def has_no_team(tournament: Tournament, entry: Entry) -> None:
    key = f"{tournament.pk} {entry.entered_at.timestamp()}"
    tell(NO_TEAM, tournament, [entry.player_id], key=key)


def not_complete(tournament: Tournament, entries: Iterable[Entry]) -> None:
    tell(NOT_COMPLETE, tournament, [entry.player_id for entry in entries])


def _others(team: Team, entry: Entry) -> list[int | None]:
    there = team.members.exclude(status=Entry.Status.WITHDRAWN).exclude(pk=entry.pk)
    return list(there.values_list("player", flat=True))

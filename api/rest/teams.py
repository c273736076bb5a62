"""Teams of tournaments, for captains and the players whom they invite."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Field, Router, Schema, Status

from accounts.models import Player
from api.models import Scope
from api.rest import tournaments
from api.rest.acting import NOTHING, Accepting, OwnEntry, own_entry
from api.rest.base.asking import Holder, Request
from api.rest.base.parts import Key
from api.rest.tournaments import TournamentId
from tournaments.base.permissions import visible_to
from tournaments.models import TeamInvitation
from tournaments.models.teams import LONGEST_NAME
from tournaments.teams import forming

router = Router(tags=["teams"], auth=Holder(Scope.TOURNAMENTS))

PlayerName = Annotated[str, Field(max_length=60, pattern=r"^[^\x00]*$", description="The player's name.")]


class Invited(Schema):
    tournament: str = Field(description="The tournament's id.")
    team: int = Field(description="The team's id.")
    name: str = Field(description="The team's name.")
    members: list[str]
    invited_at: datetime


@router.get(
    "/me/team-invitations",
    response=list[Invited],
    summary="Your invitations to teams",
    auth=Holder(Scope.READ),
)
def list_team_invitations(request: Request) -> list[dict[str, Any]]:
    """Return the invitations that await your answer: join or decline."""
    waiting = TeamInvitation.objects.filter(player=request.auth.actor).select_related("team")
    return [
        {
            "tournament": one.team.tournament_id,
            "team": one.team_id,
            "name": one.team.name,
            "members": [entry.name for entry in one.team.members.all()],
            "invited_at": one.made_at,
        }
        for one in waiting.prefetch_related("team__members__player")
    ]


class Making(Accepting):
    name: Annotated[str, Field(max_length=LONGEST_NAME, pattern=r"^[^\x00]*$", description="The team's name.")]


class OwnTeam(Schema):
    id: int
    name: str
    entry: OwnEntry


@tournaments.router.post(
    "/{tournament_id}/teams",
    response=OwnTeam,
    summary="Make a team, with you as its captain",
    auth=Holder(Scope.TOURNAMENTS),
)
def make_team(request: Request, tournament_id: TournamentId, making: Making) -> dict[str, Any]:
    """Make a team. If you have not entered the tournament yet, this enters you."""
    player, id = _seen_by(request, tournament_id)
    team = forming.make_team(tournament_id=id, player=player, name=making.name, contribution=making.contribution)
    return {"id": team.pk, "name": team.name, "entry": own_entry(id, player)}


class Inviting(Schema):
    player: PlayerName


@router.post("/tournaments/{tournament_id}/teams/{team_id}/invite", response=NOTHING, summary="Ask a player to join")
def invite_to_team(request: Request, tournament_id: TournamentId, team_id: Key, asked: Inviting) -> Status:
    """Invite a player to your team. Inviting them again changes nothing."""
    player, id = _seen_by(request, tournament_id)
    forming.invite(tournament_id=id, team_id=team_id, by=player, name=asked.player)
    return Status(204, None)


@router.post(
    "/tournaments/{tournament_id}/teams/{team_id}/take-back", response=NOTHING, summary="Withdraw an invitation"
)
def take_back_from_team(request: Request, tournament_id: TournamentId, team_id: Key, asked: Inviting) -> Status:
    """Withdraw an invitation to your team; nothing changes if there is none."""
    player, id = _seen_by(request, tournament_id)
    invited = Player.objects.named(asked.player.strip()).first()
    forming.take_back(tournament_id=id, team_id=team_id, by=player, player_id=invited.pk if invited else 0)
    return Status(204, None)


@router.post("/tournaments/{tournament_id}/teams/{team_id}/join", response=OwnEntry, summary="Join a team")
def join_team(request: Request, tournament_id: TournamentId, team_id: Key, entry: Accepting) -> dict[str, Any]:
    """Accept a team's invitation. If you have not entered the tournament yet, this enters you."""
    player, id = _seen_by(request, tournament_id)
    forming.join(tournament_id=id, team_id=team_id, player=player, contribution=entry.contribution)
    return own_entry(id, player)


@router.post("/tournaments/{tournament_id}/teams/{team_id}/decline", response=NOTHING, summary="Decline to join")
def decline_team(request: Request, tournament_id: TournamentId, team_id: Key) -> Status:
    player, id = _seen_by(request, tournament_id)
    forming.decline(tournament_id=id, team_id=team_id, player=player)
    return Status(204, None)


def _seen_by(request: Request, tournament_id: str) -> tuple[Player, str]:
    """Return the player, and the id of a tournament that they may see."""
    player = request.auth.actor
    return player, get_object_or_404(visible_to(player), pk=tournament_id).pk

"""Players, and the matches that they have played."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Field, Path, Router, Schema

from accounts.models import Player
from api.models import Scope
from api.rest import tables
from api.rest.base.asking import Holder, Request
from api.rest.base.paging import Page, PageAsked, page_of
from api.rest.base.parts import Link, link_to
from games.models import Seat, Table
from ratings.models import Rating
from tournaments.inviting import inviting

router = Router(tags=["players"])

Name = Annotated[str, Path(max_length=60, description="The player's name.")]


class ShownPlayer(Schema):
    name: str
    url: Link
    is_guest: bool
    is_bot: bool
    owner: str | None = Field(description="The name of a bot's owner, else null.")


class Oneself(ShownPlayer):
    scopes: list[str]


def shown(player: Player) -> dict[str, Any]:
    return {
        "name": player.username,
        "url": link_to(player),
        "is_guest": player.is_guest,
        "is_bot": player.is_bot,
        "owner": player.bot_owner.username if player.bot_owner else None,
    }


@router.get("/me", response=Oneself, summary="Yourself, and what your token may do", auth=Holder(Scope.READ))
def read_me(request: Request) -> dict[str, Any]:
    assert request.auth.token is not None
    return shown(request.auth.actor) | {"scopes": request.auth.token.scopes}


class Invitation(Schema):
    tournament: str = Field(description="The tournament's id.")
    name: str = Field(description="The tournament's name.")
    by: str
    invited_at: datetime


@router.get(
    "/me/invitations",
    response=list[Invitation],
    summary="Tournaments to which you are invited",
    auth=Holder(Scope.READ),
)
def list_invitations(request: Request) -> list[dict[str, Any]]:
    """Return the invitations that await your answer: accept or decline."""
    return [
        {
            "tournament": one.tournament_id,
            "name": one.tournament.name,
            "by": one.by.username,
            "invited_at": one.invited_at,
        }
        for one in inviting.waiting_of(request.auth.actor)
    ]


@router.get("/players/{name}", response=ShownPlayer, summary="One player")
def read_player(request: Request, name: Name) -> dict[str, Any]:
    return shown(_player(name))


def _player(name: str) -> Player:
    return get_object_or_404(Player.objects.named(name), is_active=True)


class ShownRating(Schema):
    game: str
    rating: int
    is_provisional: bool = Field(description="Whether it is based on few matches.")
    matches: int
    rated_at: datetime


@router.get("/players/{name}/ratings", response=list[ShownRating], summary="A player's ratings, by game")
def list_ratings(request: Request, name: Name) -> list[dict[str, Any]]:
    return [
        {
            "game": rating.game,
            "rating": rating.number,
            "is_provisional": rating.is_provisional,
            "matches": rating.matches,
            "rated_at": rating.rated_at,
        }
        for rating in Rating.objects.filter(player=_player(name)).order_by("game")
    ]


@router.get("/players/{name}/matches", response=Page[tables.ShownTable], summary="A player's matches, the newest first")
def list_matches(request: Request, name: Name, page: PageAsked) -> dict[str, Any]:
    """List the finished matches of a player that you may see."""
    played = Seat.objects.filter(player=_player(name)).values("table")
    matches = Table.objects.finished().filter(pk__in=played).watchable_by(request.auth.reader)
    return page_of(matches.with_people(), page, tables.shown, by="finished_at", newest_first=True)

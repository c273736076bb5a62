"""Players, and the matches that they have played."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema

from accounts.models import Player
from api.models import Scope
from api.rest import tables
from api.rest.asking import Holder, Request
from api.rest.paging import Page, PageAsked, page_of
from api.rest.parts import Link, link_to
from games.models import Seat, Table

router = Router(tags=["players"])

Name = Annotated[str, Path(max_length=60, description="The player's name.")]


class ShownPlayer(Schema):
    name: str
    url: Link
    is_guest: bool


class Oneself(ShownPlayer):
    scopes: list[str]


def shown(player: Player) -> dict[str, Any]:
    return {"name": player.username, "url": link_to(player), "is_guest": player.is_guest}


@router.get("/me", response=Oneself, summary="Yourself, and what your token may do", auth=Holder(Scope.READ))
def read_me(request: Request) -> dict[str, Any]:
    assert request.auth.token is not None
    return shown(request.auth.actor) | {"scopes": request.auth.token.scopes}


@router.get("/players/{name}", response=ShownPlayer, summary="One player")
def read_player(request: Request, name: Name) -> dict[str, Any]:
    return shown(_player(name))


def _player(name: str) -> Player:
    return get_object_or_404(Player.objects.named(name), is_active=True)


@router.get("/players/{name}/matches", response=Page[tables.ShownTable], summary="A player's matches, the newest first")
def list_matches(request: Request, name: Name, page: PageAsked) -> dict[str, Any]:
    """List the finished matches of a player that you may see."""
    played = Seat.objects.filter(player=_player(name)).values("table")
    matches = Table.objects.finished().filter(pk__in=played).watchable_by(request.auth.reader)
    return page_of(matches.with_people(), page, tables.shown, by="finished_at", newest_first=True)

"""Identifies the reader of a page, and creates a guest for a visitor who wants to play without an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from accounts.models import Player
from accounts.pages.appearance import chosen_looks
from accounts.services import create_guest
from common.limits import too_many_by_address

P = ParamSpec("P")
PlayersView = Callable[Concatenate[HttpRequest, Player, P], HttpResponse]
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def reader(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def by_a_player(view: PlayersView[P]) -> View[P]:
    """Pass the player to the view, creating a guest if necessary; too many guests from one address get a 429."""

    @wraps(view)
    def as_player(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = reader(request)
        if player is None:
            if refusal := too_many_by_address(request, "guest"):
                return refusal
            player = sign_in_a_guest(request)
        return view(request, player, *args, **kwargs)

    return as_player


def sign_in_a_guest(request: HttpRequest) -> Player:
    """Create a guest and sign them in with a new session.

    The visitor's old session stays, since an open page may be using it right now. If it were gone, the response to that
    page would delete the cookie, and the new guest would be lost.
    """
    guest = create_guest(language=request.LANGUAGE_CODE, **chosen_looks(request))
    visitors = request.session
    request.session = type(visitors)()
    request.session.update(visitors.items())
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest

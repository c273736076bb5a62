"""Decorators for club actions: they need an account, are rate-limited, and report refusals as messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.models import Club
from clubs.views.access import ClubIsClosed
from common.errors import UserError
from common.limits import too_many_by_player

View = Callable[..., HttpResponse]
Action = Callable[..., Any]


def with_an_account(view: View) -> View:
    """Pass the player to the view. Visitors are sent to sign in and guests to create an account, and come back
    afterwards."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        player = reader(request)
        back = request.get_full_path() if request.method in ("GET", "HEAD") else _back(**kwargs)
        if player is None:
            return redirect_to_login(back)
        if player.is_guest:
            messages.info(request, _("Clubs are for players with an account. Keep yours first: nothing is lost."))
            return redirect(f"{reverse('accounts:keep')}?{urlencode({'next': back})}")
        if request.method == "POST" and (refusal := too_many_by_player(request, "clubs")):
            return refusal
        return view(request, player, *args, **kwargs)

    return asked


def _back(slug: str = "", secret: str = "", **others: Any) -> str:
    """Return the page that the pressed button was on."""
    return reverse("clubs:invited", args=[slug, secret]) if secret else _club_page(slug)


def _club_page(slug: str = "") -> str:
    return reverse("clubs:club", args=[slug]) if slug else reverse("clubs:directory")


def club_action(action: Action) -> View:
    """Turn a function into a POST view. It returns where to go next; by default that is the club's page.

    A UserError is shown as a message on the club's page. The page of a closed club says that it is closed.
    """

    @require_POST
    @with_an_account
    @wraps(action)
    def view(request: HttpRequest, player: Player, /, slug: str, **kwargs: Any) -> HttpResponse:
        try:
            return redirect(action(request, player, slug, **kwargs) or _club_page(slug))
        except ClubIsClosed:
            return redirect(_club_page(slug))
        except UserError as refusal:
            messages.warning(request, str(refusal))
            return redirect(_after(slug))

    return view


def _after(slug: str) -> str:
    is_there = Club.objects.alive().filter(slug=slug).exists()
    return _club_page(slug) if is_there else _club_page()

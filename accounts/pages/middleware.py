"""Middleware that activates each player's language and time zone, and asks staff for a second factor."""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import demo
from accounts.models import Player
from accounts.roles import lacks_second_factor

A_DAY = timedelta(days=1)
Answer = Callable[[HttpRequest], HttpResponse]

OPEN_WHILE_LEAVING = (
    "accounts:my-data",
    "accounts:appearance",
    "account_logout",
    "account_reauthenticate",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "account_change_password",
    "jsi18n",
    "legal:index",
)
"""Pages that stay open to players who have requested their deletion, with all pages below them."""


def own_language_and_time(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, Player):
            return get_response(request)
        if request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
        with timezone.override(ZoneInfo(request.user.time_zone) if request.user.time_zone else None):
            return get_response(request)

    return middleware


def guests_visit(get_response: Answer) -> Answer:
    """Note once a day that a guest is here, which starts the lifetimes of their account and session again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        player, now = request.user, timezone.now()
        if isinstance(player, Player) and player.is_guest and (player.last_login or player.date_joined) < now - A_DAY:
            Player.objects.filter(pk=player.pk).update(last_login=now)
            request.session.modified = True
        return get_response(request)

    return middleware


def leaving(get_response: Answer) -> Answer:
    """Redirect players who have requested their deletion to the page where they can cancel it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, Player) and request.user.deletion_due_at is not None:
            stays_open = [reverse(name) for name in OPEN_WHILE_LEAVING]
            if not request.path.startswith(tuple(stays_open)):
                return redirect("accounts:my-data")
        return get_response(request)

    return middleware


def second_factor(get_response: Answer) -> Answer:
    """Let staff into the admin only with a second factor."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, Player):
            if request.path.startswith(reverse("usersessions_list")) and request.user.username == demo.NAME:
                messages.info(request, _("The demo account is everyone's: nobody is shown who uses it, or from where."))
                return redirect("accounts:preferences")
            if request.path.startswith(reverse("mfa_index")) and (instead := _no_second_factor(request, request.user)):
                return instead
            if request.path.startswith(reverse("admin:index")) and lacks_second_factor(request.user):
                messages.warning(request, _("The admin asks for a second factor. Set one up here first."))
                return redirect("mfa_index")
        return get_response(request)

    return middleware


def _no_second_factor(request: HttpRequest, player: Player) -> HttpResponse | None:
    """Return a redirect for guests and the demo account, which cannot set up a second factor."""
    if player.is_guest:
        return redirect("accounts:keep")
    if player.username == demo.NAME:
        messages.info(request, _("The demo account is everyone's: it has no second factor."))
        return redirect("accounts:preferences")
    return None

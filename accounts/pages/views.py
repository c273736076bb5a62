"""Pages about players, and their forms."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account import views as allauth_views
from allauth.account.utils import complete_signup, get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import names, services
from accounts.models import Player
from accounts.notices.addresses import is_confirmed
from accounts.pages.appearance import LOOKS_COOKIE, SWITCHES, THEME_COOKIE, appearance_for
from accounts.pages.forms import AppearanceForm, KeepForm, LooksForm, NameForm, PreferencesForm, TimeZoneForm
from accounts.pages.people import actions_on
from accounts.pages.pictures.card import SOFT, Text, card
from accounts.pages.requests import PlayerRequest
from accounts.pages.visitors import reader, sign_in_a_guest
from common.errors import UserError
from common.limits import too_many_by_address

View = Callable[..., HttpResponseBase]

YEAR = 365 * 24 * 3600
PICTURE_SECONDS = 3600
NAME_SIZE = 76
"""In pixels; a name of twenty letters fits."""


def _where_next(request: HttpRequest) -> str:
    """Return the page to go to afterwards, or the lobby if `next` is not an address."""
    asked = get_next_redirect_url(request)
    return asked if asked and "/" in asked else "/"


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(Player.objects.named(name), is_active=True)
    return render(request, "accounts/profile.html", {"player": player, "deeds": actions_on(reader(request), player)})


@require_safe
def profile_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the picture that other sites show of a link to the profile."""
    player = get_object_or_404(Player.objects.named(name), is_active=True)
    if refusal := too_many_by_address(request, "previews"):
        return refusal
    joined = date_format(timezone.localtime(player.date_joined), "DATE_FORMAT")
    texts = [
        Text("Boneyard", 34, SOFT),
        Text(names.shown(player.username), NAME_SIZE),
        Text(_("joined %(date)s") % {"date": joined}, 40, SOFT),
    ]
    response = HttpResponse(card(texts), content_type="image/png")
    response["Cache-Control"] = f"public, max-age={PICTURE_SECONDS}"
    return response


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(_where_next(request))
    if refusal := too_many_by_address(request, "guest"):
        return refusal
    sign_in_a_guest(request)
    return redirect(_where_next(request))


@login_required
def keep(request: PlayerRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("accounts:preferences")
    form = KeepForm(request.POST or None)
    if form.is_valid():
        player, response = form.try_save(request)
        return response or complete_signup(request, player, None, _where_next(request))
    return render(request, "accounts/keep.html", {"form": form})


def with_an_account(view: View) -> View:
    """Send guests, who have neither address nor password, to create an account first."""

    @wraps(view)
    def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        if isinstance(request.user, Player) and request.user.is_guest:
            return redirect("accounts:keep")
        return view(request, **parts)

    return guarded


change_email = with_an_account(allauth_views.email)
change_password = with_an_account(allauth_views.password_change)
set_password = with_an_account(allauth_views.password_set)


@with_an_account
@login_required
def rename(request: PlayerRequest) -> HttpResponse:
    form = NameForm(request.POST or None, instance=Player.objects.get(pk=request.user.pk))
    if form.is_valid():
        try:
            services.rename(player=request.user, name=form.cleaned_data["username"])
        except (UserError, ValidationError) as refusal:
            form.add_error(None, refusal if isinstance(refusal, ValidationError) else str(refusal))
        else:
            messages.success(request, _("Everyone now sees your new name."))
            return redirect("accounts:preferences")
    return render(request, "accounts/rename.html", {"form": form})


@login_required
def preferences(request: PlayerRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=Player.objects.get(pk=request.user.pk))
    if form.is_valid():
        services.set_preferences(player=request.user, **form.cleaned_data)
        messages.success(request, _("Your preferences are saved."))
        return redirect("accounts:preferences")
    has_confirmed = is_confirmed(request.user)
    return render(request, "accounts/preferences.html", {"form": form, "has_confirmed": has_confirmed})


def looks(request: HttpRequest) -> HttpResponse:
    """Let visitors choose how tables look, sound and move; players have the page of preferences for that."""
    if isinstance(request.user, Player):
        return redirect("accounts:preferences")
    form = LooksForm(request.POST or None, initial=asdict(appearance_for(request)))
    if form.is_valid():
        chosen = {name: _as_text(value) for name, value in form.cleaned_data.items()}
        response = redirect(_where_next(request))
        _remember(response, {"theme": chosen.pop("theme"), "looks": urlencode(chosen)})
        return response
    return render(request, "accounts/looks.html", {"form": form, "next": _where_next(request)})


def _as_text(value: str | bool) -> str:
    return value if isinstance(value, str) else next(text for text, is_on in SWITCHES.items() if is_on == value)


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    form = AppearanceForm(request.POST)
    wishes = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    response = redirect(_where_next(request))
    if isinstance(request.user, Player):
        services.set_preferences(player=request.user, **wishes)
    else:
        _remember(response, wishes)
    return response


def _remember(response: HttpResponseBase, wishes: dict[str, str]) -> None:
    cookies = {"language": settings.LANGUAGE_COOKIE_NAME, "theme": THEME_COOKIE, "looks": LOOKS_COOKIE}
    for wish, value in wishes.items():
        response.set_cookie(cookies[wish], value, max_age=YEAR, samesite="Lax", secure=settings.HTTPS)


@login_required
@require_POST
def time_zone(request: PlayerRequest) -> HttpResponse:
    """Store the browser's time zone, unless the player has one already."""
    form = TimeZoneForm(request.POST)
    if form.is_valid() and not request.user.time_zone:
        services.set_preferences(player=request.user, **form.cleaned_data)
    return HttpResponse(status=204)

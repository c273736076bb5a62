"""Calendar feeds of a tournament, of a club, and of a player at a secret address."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from accounts.pages.visitors import reader
from clubs.models import Club
from tournaments.base.guards import visible_tournament
from tournaments.calendars import addresses, feeds
from tournaments.calendars.feeds import Feed
from tournaments.models import CalendarAddress

FRESH_SECONDS = 300


@require_safe
def of_tournament(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    tournament = visible_tournament(request, tournament_id)
    return _sent(request, feeds.of_tournament(tournament), f"{tournament.pk}.ics")


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Serve a club's calendar; 404 for non-members of a private club, whose members use their personal address."""
    club = get_object_or_404(Club.objects.alive().open_to(reader(request)), slug=slug)
    return _sent(request, feeds.of_club(club), f"{club.slug}.ics")


@require_safe
def of_player(request: HttpRequest, secret: str) -> HttpResponseBase:
    return _sent(request, feeds.of_player(_player(secret)), "boneyard.ics")


@require_safe
def of_players_club(request: HttpRequest, secret: str, slug: str) -> HttpResponseBase:
    """Serve a club's calendar at a player's secret address, as long as the player may see the club."""
    club = get_object_or_404(Club.objects.alive().open_to(_player(secret)), slug=slug)
    return _sent(request, feeds.of_club(club), f"{club.slug}.ics")


def _player(secret: str) -> Player:
    addresses = CalendarAddress.objects.select_related("player").filter(player__is_active=True)
    return get_object_or_404(addresses, secret=secret).player


def _sent(request: HttpRequest, feed: Feed, filename: str) -> HttpResponseBase:
    response = HttpResponse(feed.body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{filename}"'
    response["ETag"], response["Last-Modified"] = feed.etag, http_date(feed.changed_at.timestamp())
    patch_cache_control(response, private=True, max_age=FRESH_SECONDS)
    answer = get_conditional_response(
        request, etag=feed.etag, last_modified=int(feed.changed_at.timestamp()), response=response
    )
    return answer or response


@login_required
@require_safe
def own(request: PlayerRequest) -> HttpResponse:
    """Show the addresses of the reader's calendars."""
    secret = addresses.calendar_secret(player=request.user)
    clubs = Club.objects.alive().of(request.user).order_by("name")
    context = {
        "own": request.build_absolute_uri(reverse("tournaments:calendar-own", args=[secret])),
        "clubs": [(club, request.build_absolute_uri(_address(club, secret))) for club in clubs],
    }
    return render(request, "tournaments/calendar.html", context)


def _address(club: Club, secret: str) -> str:
    if club.is_private:
        return reverse("tournaments:calendar-own-club", args=[secret, club.slug])
    return reverse("tournaments:calendar-club", args=[club.slug])


@login_required
@require_POST
def renew(request: PlayerRequest) -> HttpResponse:
    addresses.renew_calendar(player=request.user)
    messages.success(request, _("Your calendar has a new address; the old one no longer works."))
    return redirect("tournaments:calendar")

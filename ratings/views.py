"""A player's ratings, with the matches that changed them: as a page of its own, and as a fragment of the profile. What
a match changed, as a fragment of its result's page."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from common.caching.for_visitors import kept_for_visitors
from games.models import Table
from games.views.access import visible_table
from ratings.models import RatedSeat, Rating
from ratings.services import waits
from ratings.skill import PROVISIONAL_BELOW

LAST = 20
MOST_TRIES = 15
"""How often a page asks whether a match has been counted, every five seconds; it usually is within 40."""


@require_safe
@kept_for_visitors
def ratings_of(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(Player.objects.named(name), is_active=True)
    is_fragment = "HX-Request" in request.headers
    seen = Table.objects.watchable_by(reader(request)).filter(pk=OuterRef("match"))
    last = RatedSeat.objects.filter(Exists(seen), player=player).select_related("match__table")
    context = {
        "player": player,
        "ratings": Rating.objects.filter(player=player),
        "provisional_below": PROVISIONAL_BELOW,
        "last": [] if is_fragment else last[:LAST],
    }
    return render(request, "ratings/_ratings.html" if is_fragment else "ratings/ratings.html", context)


@require_safe
def changes(request: HttpRequest, table_id: str, tries: int) -> HttpResponse:
    """Show what a finished match changed, or that it waits to be counted; nothing if it does not count."""
    table = visible_table(request, table_id)
    if table.status != Table.Status.FINISHED:
        raise Http404
    rated = {one.player_id: one for one in RatedSeat.objects.filter(match=table.pk, player__is_active=True)}
    seats = [(seat.number, rated[seat.player_id]) for seat in table.seats.all() if seat.player_id in rated]
    waiting = not seats and waits(table)
    context = {"table": table, "seats": seats, "waits": waiting, "next_try": tries + 1 if tries < MOST_TRIES else None}
    return render(request, "ratings/_changes.html", context)

"""A player's ratings, with the matches that changed them: as a page of its own, and as a fragment of the profile."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from common.caching.for_visitors import kept_for_visitors
from games.models import Table
from ratings.models import RatedSeat, Rating
from ratings.skill import PROVISIONAL_BELOW

LAST = 20


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

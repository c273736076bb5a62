"""A player's matches, newest first: as a page of its own, and as a fragment of the profile."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from games.models import Seat, Table, TableQuerySet
from games.pages.results import PlayedMatch

A_PAGE = 20


@require_safe
def matches_of(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(Player.objects.named(name), is_active=True)
    matches = _matches(player, reader(request))
    page = Paginator(matches, A_PAGE).get_page(request.GET.get("page"))
    template = "games/_matches.html" if "HX-Request" in request.headers else "games/matches.html"
    context = {"player": player, "page": page, "matches": [PlayedMatch.of(table, player) for table in page]}
    return render(request, template, context)


def _matches(player: Player, reader: Player | None) -> TableQuerySet:
    """Return the finished matches that the reader may see."""
    tables = Table.objects.finished().filter(pk__in=Seat.objects.filter(player=player).values("table"))
    return tables.watchable_by(reader).with_people().order_by("-finished_at", "pk")

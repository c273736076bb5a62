"""Finished matches, newest first: a player's, as a page and as a fragment of the profile, and a search of all."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from common.caching.for_visitors import kept_for_visitors
from common.database.compiled import NUMBER, compiled_once
from common.database.paged import Paged
from games.models import Table, TableQuerySet
from games.pages.lobby import with_seats
from games.pages.results.played import FoundMatch, PlayedMatch
from games.pages.results.search import MatchSearch

A_PAGE = 20
LAST_PAGE = 50
"""How far back search results can be browsed; to find older matches, the search has to be narrowed."""


@require_safe
@kept_for_visitors
def matches_of(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(Player.objects.named(name), is_active=True)
    asks = reader(request)
    seen_by = asks.pk if asks else None
    matches: Any = Paged(A_PAGE, lambda: _number(player.pk, seen_by)[0], lambda part: _part(part, player.pk, seen_by))
    page: Page[Table] = Paginator(matches, A_PAGE).get_page(request.GET.get("page"))
    template = "games/_matches.html" if "HX-Request" in request.headers else "games/matches.html"
    played = [PlayedMatch.of(table, player) for table in with_seats(list(page))]
    context = {"player": player, "page": page, "matches": played}
    return render(request, template, context)


@compiled_once
def _number(player: int, reader: int | None) -> QuerySet[Table, int]:
    return _matches(player, reader).order_by().values_list(NUMBER, flat=True)


@compiled_once
def _part(part: tuple[int, int], player: int, reader: int | None) -> QuerySet[Table]:
    return _matches(player, reader).order_by("-finished_at", "pk")[slice(*part)]


def _matches(player: int, reader: int | None) -> TableQuerySet:
    # Matches with a result are finished; if filtered by status, SQLite would scan all finished matches.
    return Table.objects.filter(result__isnull=False).of(player).watchable_by(reader)


@require_safe
@kept_for_visitors
def search(request: HttpRequest) -> HttpResponse:
    """Show a page of the matches found. They are not counted, since that would read all matches ever played."""
    form, number = MatchSearch(request.GET), _page_number(request)
    start = A_PAGE * (number - 1)
    tables = list(form.found(reader(request))[start : start + A_PAGE + 1])
    has_more = len(tables) > A_PAGE
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "matches": [FoundMatch.of(table) for table in tables[:A_PAGE]],
        "newer": number - 1,
        "older": number + 1 if has_more and number < LAST_PAGE else 0,
        "is_cut_short": has_more and number == LAST_PAGE,
        "query": query.urlencode(),
    }
    return render(request, "games/search.html", context)


def _page_number(request: HttpRequest) -> int:
    asked = request.GET.get("page", "1")
    return min(max(int(asked), 1), LAST_PAGE) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 1

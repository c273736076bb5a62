"""A tournament's page, and the way to one's own table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.visitors import reader
from tournaments.services.entering import place_of
from tournaments.standings import standings_of
from tournaments.views.access import visible_tournament


@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    shown = visible_tournament(request, tournament_id)
    return render(request, "tournaments/tournament.html", {"tournament": shown, "standings": standings_of(shown)})


@require_safe
def my_table(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """To the table where the reader plays now; to the tournament's page if there is none."""
    shown, player = visible_tournament(request, tournament_id), reader(request)
    place = place_of(shown, player) if player else None
    if place and place.board and place.board.table:
        return redirect(place.board.table)
    return redirect(shown)

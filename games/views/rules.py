"""Pages to read: the rules in short, keyboard shortcuts, and how deals are fair."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.labels import tagline
from games.rules import GAMES


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    games = [{"slug": slug, "name": game.name, "tagline": tagline(game)} for slug, game in GAMES.items()]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    templates = [f"games/rules/{game}.html", "games/rules/unwritten.html"]
    return render(request, templates, {"game": GAMES[game], "games": GAMES.values()})


@require_safe
def keyboard(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules/keyboard.html", {"games": GAMES.values()})


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules/fair-deals.html", {"games": GAMES.values()})

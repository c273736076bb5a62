"""Explanatory pages: the rules in short, keyboard shortcuts, and what makes deals fair."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.secrets_on_pages import holds_no_secret
from games.lessons.examples import example_of
from games.lessons.showing import LESSONS
from games.pages.labels import tagline
from games.rules import GAMES


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    games = [{"slug": slug, "name": game.name, "tagline": tagline(game)} for slug, game in GAMES.items()]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game; without the site's frame if they are fetched into a table's page."""
    if game not in GAMES:
        raise Http404
    is_bare = "HX-Request" in request.headers
    templates = [f"games/rules/{game}.html", "games/rules/unwritten.html"]
    context = {
        "game": GAMES[game],
        "games": GAMES.values(),
        "has_example": game in LESSONS,
        "is_bare": is_bare,
        "frame": "games/rules/bare.html" if is_bare else "base.html",
    }
    return render(request, templates, context)


@holds_no_secret
@require_safe
def example(request: HttpRequest, game: str, deal: int) -> HttpResponse:
    """Serve the example of a game as the replay of a match of one deal."""
    if game not in LESSONS or deal != 1:
        raise Http404
    return JsonResponse(example_of(game))


@require_safe
def keyboard(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules/keyboard.html", {"games": GAMES.values()})


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules/fair-deals.html", {"games": GAMES.values()})

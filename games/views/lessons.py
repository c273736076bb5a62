"""The pages of lessons, which teach each game by playing a few moves, without an account."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.secrets_on_pages import holds_no_secret
from games.lessons.message_types import Lesson
from games.lessons.showing import LESSONS, shown
from games.pages.labels import tagline
from games.rules import GAMES


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    taught = [GAMES[game] for game in LESSONS]
    games = [{"slug": game.slug, "name": game.name, "tagline": tagline(game)} for game in taught]
    return render(request, "games/learn.html", {"games": games})


@require_safe
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    return render(request, "games/lesson.html", {"game": GAMES.get(game), "steps": _lesson(game)["steps"]})


@holds_no_secret
@require_safe
def steps(request: HttpRequest, game: str) -> HttpResponse:
    """Serve what the lesson shows at every step, in the reader's language. All its tiles are open to everyone."""
    return JsonResponse(_lesson(game))


def _lesson(game: str) -> Lesson:
    if game not in LESSONS:
        raise Http404
    return shown(game)

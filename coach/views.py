"""Views that request an analysis of a match, show its result, and pose the problem of the day."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from coach import problems, services
from coach.models import Analysis, Problem
from coach.posing import answered, known_move, posed, position_of, streak_in_words
from coach.shown import ShownAnalysis
from common.addresses import address_of
from common.errors import UserError
from common.limits import is_within
from common.secrets_on_pages import holds_no_secret
from games.models import Table
from games.rules import GAMES
from games.rules.moves import MoveError
from games.views.access import visible_table
from games.views.actions import signed_in


def _back(table: Table) -> HttpResponse:
    return redirect(f"{reverse('games:result', args=[table.pk])}#coach")


@require_POST
@signed_in
def ask(request: HttpRequest, player: Player, /, table_id: str) -> HttpResponse:
    """Request an analysis of the match for the player's seat."""
    table = visible_table(request, table_id)
    try:
        services.ask(table=table, player=player, now=timezone.now())
    except UserError as refusal:
        messages.warning(request, str(refusal))
    return _back(table)


@require_safe
def analysis(request: HttpRequest, table_id: str, seat: int) -> HttpResponse:
    """Show the coach's analysis of a seat so far, as a partial of the result page."""
    table = visible_table(request, table_id)
    if not table.is_laid_open:
        raise Http404
    found = get_object_or_404(Analysis.objects.filter(table=table, seat=seat))
    shown = ShownAnalysis.of(table, found, reader(request))
    return render(request, "coach/_analysis.html", {"table": table, "shown": shown})


@require_safe
def problem(request: HttpRequest, game: str) -> HttpResponse:
    """Show the newest problem of a game, or say that there is none."""
    if game not in GAMES:
        raise Http404
    found, player = problems.newest(game), reader(request)
    others = [other for other in problems.games_with_problem() if other.slug != game]
    context = {"game": GAMES[game], "problem": found, "others": others}
    if found is None:
        return render(request, "coach/no_problem.html", context)
    return render(request, "coach/problem.html", {**context, "streak": streak_in_words(player, game)})


@holds_no_secret
@require_safe
def position(request: HttpRequest, problem_id: int) -> HttpResponse:
    """Return the position of a problem, with the reader's answer."""
    return JsonResponse(position_of(_posed(problem_id), reader(request)))


@require_POST
def answer(request: HttpRequest, problem_id: int) -> HttpResponse:
    """Return what a move is worth, and keep a player's first answer."""
    found, player = _posed(problem_id), reader(request)
    if not is_within("what-if", address=address_of(request)):
        return JsonResponse({"code": "too-often"}, status=429)
    live = posed(found)
    try:
        move = known_move(found, live, request.POST.get("move", ""))
        if player is not None:
            problems.solve(problem=found, player=player, move=str(move), now=timezone.now())
        return JsonResponse(answered(found, live, request.POST["move"], player))
    except (MoveError, UserError):
        return JsonResponse({"code": "no-move"}, status=400)


def _posed(problem_id: int) -> Problem:
    return get_object_or_404(Problem.objects.select_related("table__chain"), pk=problem_id)

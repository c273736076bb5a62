"""Calling the organisers from a table, and the page with their decisions about the reader."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.pages.visitors import reader
from action_log.models import LogLine
from action_log.services import describe
from common.converters import row_id
from common.errors import UserError
from tournaments.base.guards import visible_tournament
from tournaments.base.permissions import organisers_of
from tournaments.calls import appealing, calling
from tournaments.models import Appeal, Board, Call, Tournament


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the log about the reader, with their appeal or, if there is none, the ways to appeal."""

    line: LogLine
    said: str
    appeal: Appeal | None
    ways: list[Appeal.To]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the reader's calls from a table, or make one; in a dialog or as a page."""
    player = reader(request)
    board = calling.board_at(table_id, player) if player else None
    if player is None or board is None:
        raise Http404
    refusal = _call(request, board, player) if request.method == "POST" else None
    shown = Call.objects.for_display().filter(board=board, player=player)
    context = {
        "board": board,
        "tournament": board.round.tournament,
        "calls": shown,
        "is_waiting": any(one.answered_at is None for one in shown),
        "refusal": refusal,
        "text": request.POST.get("text", "") if refusal else "",
    }
    is_part = "HX-Request" in request.headers
    return render(request, "tournaments/_call.html" if is_part else "tournaments/call.html", context)


def _call(request: HttpRequest, board: Board, player: Player) -> UserError | None:
    try:
        calling.call(board=board, player=player, text=request.POST.get("text", ""))
    except UserError as refusal:
        return refusal
    return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decisions(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the organisers' decisions about the reader, or appeal against one."""
    tournament, player = visible_tournament(request, tournament_id), reader(request)
    assert player is not None
    if request.method == "POST":
        return _appeal(request, tournament, player)
    calls = Call.objects.of(tournament).filter(player=player).for_display()
    context = {"tournament": tournament, "decisions": _decisions(tournament, player), "calls": calls}
    return render(request, "tournaments/decisions.html", context)


def _decisions(tournament: Tournament, player: Player) -> list[Decision]:
    appeals = {appeal.line_id: appeal for appeal in appealing.of_player(tournament, player)}
    organisers = organisers_of(tournament)
    return [
        Decision(
            line,
            describe(line),
            appeals.get(line.pk),
            [] if line.pk in appeals else appealing.ways_to_appeal(line, player, organisers),
        )
        for line in appealing.decisions_about(tournament, player)
    ]


def _appeal(request: HttpRequest, tournament: Tournament, player: Player) -> HttpResponse:
    try:
        appealing.appeal(
            tournament_id=tournament.pk,
            player=player,
            line_id=row_id(request.POST.get("line")),
            to=request.POST.get("to", ""),
            text=request.POST.get("text", ""),
        )
        messages.success(request, _("Your appeal has been passed on. You will be told what comes of it."))
    except UserError as refusal:
        messages.warning(request, str(refusal))
    return redirect("tournaments:decisions", tournament.pk)

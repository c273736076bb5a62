"""Pages of rehearsals, in which bots play the planned event to show the organiser what to expect."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from common.errors import UserError
from tournaments.base.guards import organised_tournament
from tournaments.base.labels import score_name
from tournaments.models import Tournament
from tournaments.rehearsal import jobs
from tournaments.rehearsal import texts as words
from tournaments.rehearsal.jobs import Wish
from tournaments.rehearsal.play import Rehearsed, read, teams_of


class WishForm(forms.Form):
    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=jobs.MOST_PLAYERS)
    no_shows = forms.IntegerField(label=_("Of these, not turning up"), min_value=0, max_value=jobs.MOST_PLAYERS)


@require_safe
def rehearsal(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    wish = _wish(request, tournament)
    form = WishForm(initial={"players": wish.players, "no_shows": wish.no_shows}, label_suffix="")
    return render(request, "tournaments/rehearsal.html", {**_context(tournament, wish), "form": form})


@require_safe
def progress(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Render the progress or the result, which the open page polls for."""
    tournament = organised_tournament(request, tournament_id)
    return render(request, "tournaments/rehearsal_state.html", _context(tournament, _wish(request, tournament)))


@require_POST
def start(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    form = WishForm(request.POST, label_suffix="")
    if not form.is_valid():
        wish = jobs.wish_for(tournament)
        return render(request, "tournaments/rehearsal.html", {**_context(tournament, wish), "form": form}, status=400)
    wish = jobs.wish_for(tournament, form.cleaned_data["players"], form.cleaned_data["no_shows"])
    try:
        jobs.ask(wish, by=cast("Player", request.user))
    except UserError as refusal:
        messages.warning(request, str(refusal))
    return redirect(f"{reverse('tournaments:rehearsal', args=[tournament.pk])}?{_query(wish)}")


def _wish(request: HttpRequest, tournament: Tournament) -> Wish:
    return jobs.wish_for(tournament, _number(request, "players"), _number(request, "no_shows") or 0)


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 6 else None


def _query(wish: Wish) -> str:
    return urlencode({"players": wish.players, "no_shows": wish.no_shows})


def _context(tournament: Tournament, wish: Wish) -> dict[str, Any]:
    state = jobs.state_of(wish)
    context: dict[str, Any] = {"tournament": tournament, "wish": wish, "state": state, "query": _query(wish)}
    if state.result is None:
        return context
    result = read(state.result)
    return context | {
        "result": result,
        "rounds": [(each, words.byes(tournament, each)) for each in result.rounds],
        "in_teams": teams_of(range(1, result.players + 1), tournament.team_size) if tournament.has_teams else [],
        "teams": _teams(tournament, result),
        "score_name": score_name(tournament),
        "length": words.length(tournament, result),
        "surprises": words.surprises(tournament, result),
        "assumptions": words.assumptions(tournament, result),
    }


def _teams(tournament: Tournament, result: Rehearsed) -> list[tuple[int, list[int], int, str]]:
    """Return the number, members, rank and score of each team."""
    return [
        (number, members, rank, score)
        for members, rank, score in result.teams
        for number in teams_of(members, tournament.team_size)
    ]

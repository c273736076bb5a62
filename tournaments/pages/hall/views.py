"""The wall page, the spectators' page of a round, and sheets to print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.pages.visitors import reader
from common.secrets_on_pages import holds_no_secret
from tournaments.base.guards import visible_tournament
from tournaments.base.labels import score_name
from tournaments.base.permissions import may_see
from tournaments.models import Tournament
from tournaments.pages.hall import sheets, wall
from tournaments.pages.hall.qr import qr_code
from tournaments.pages.hall.small_tables import fresh_pieces, joined, pieces_of
from tournaments.pages.ranks import ranks_shown, tie_break_columns
from tournaments.pages.rolling.hall import under_way
from tournaments.pages.rounds import RoundShown, entries_of, public_rounds, round_shown
from tournaments.pages.teams.shown import team_tie_breaks, teams_shown

MOST_KNOWN = 4000
"""The most characters of a list of digests that are read."""


def _codes(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    follow = request.build_absolute_uri(tournament.get_absolute_url())
    here = request.build_absolute_uri(reverse("tournaments:here", args=[tournament.pk]))
    codes = {"follow": qr_code(follow, _("Follow the tournament")), "address": follow}
    if tournament.is_enterable and tournament.check_in_minutes:
        codes["check_in"] = qr_code(here, _("Check in"))
    return codes


# --- The wall ---


@require_safe
@holds_no_secret
def show_wall(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the page for a projector; an open page polls it and swaps in what has changed."""
    tournament = visible_tournament(request, tournament_id)
    context = {
        "tournament": tournament,
        "slides": wall.slides_of(tournament),
        "clock": wall.clock_of(tournament),
        **_codes(request, tournament),
    }
    return render(request, "tournaments/hall/wall.html", context)


@require_safe
def here(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Redirect readers who scanned the check-in code to the button, through sign-in if necessary."""
    tournament = visible_tournament(request, tournament_id)
    if reader(request) is None:
        return redirect_to_login(request.path)
    return redirect(f"{tournament.get_absolute_url()}#now")


# --- All tables of a round ---


@require_safe
@holds_no_secret
def watch(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    newest = next(iter(public_rounds(tournament)), None)
    context = {
        "tournament": tournament,
        "round": newest,
        "tables": joined(pieces_of(tournament), ()),
        "is_open": may_see(tournament, None),
    }
    return render(request, "tournaments/hall/watch.html", context)


@require_safe
@holds_no_secret
def watch_live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Return the tables that the open page does not have yet; without a query if everyone may see the tournament."""
    known = request.headers.get("X-Known", "")[:MOST_KNOWN].split(",")
    html = fresh_pieces(tournament_id, known)
    if html is None:
        html = joined(pieces_of(visible_tournament(request, tournament_id)), known)
    return HttpResponse(html)


# --- On paper ---


def _round(request: HttpRequest, tournament_id: str, number: int) -> tuple[Tournament, RoundShown]:
    """Return a public round, or raise 404; at rolling tables, with only the tables in play or about to open."""
    tournament = visible_tournament(request, tournament_id)
    found = next((one for one in public_rounds(tournament) if one.number == number), None)
    if found is None:
        raise Http404
    shown = round_shown(found, entries_of(tournament))
    return tournament, replace(shown, boards=under_way(shown.boards)) if tournament.is_rolling else shown


@require_safe
def print_seating(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    tournament, shown = _round(request, tournament_id, number)
    context = {"tournament": tournament, "shown": shown, "seatings": sheets.seatings_by_name(shown)}
    return render(request, "tournaments/hall/print_seating.html", context)


@require_safe
def print_scores(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    tournament, shown = _round(request, tournament_id, number)
    pages = sheets.in_pairs(shown.boards)
    context = {"tournament": tournament, "shown": shown, "pages": pages, "deals": sheets.DEALS_ON_A_SHEET}
    return render(request, "tournaments/hall/print_scores.html", context)


@require_safe
def print_standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    if tournament.started_at is None:
        raise Http404
    entries = entries_of(tournament)
    ranks, teams = ranks_shown(tournament, entries), teams_shown(tournament, entries)
    names: dict[int | None, str] = {shown.team.pk: shown.team.name for shown in teams}
    context = {
        "tournament": tournament,
        "teams": teams,
        "team_score_name": score_name(tournament, of_teams=True),
        "team_tie_breaks": team_tie_breaks(teams),
        "ranks": [(rank, names.get(rank.entry.team_id) if rank.entry else None) for rank in ranks],
        "score_name": score_name(tournament),
        "tie_breaks": tie_break_columns([rank.row for rank in ranks]),
        "as_of": tournament.finished_at or timezone.now(),
    }
    return render(request, "tournaments/hall/print_standings.html", context)


@require_safe
def print_poster(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    context = {
        "tournament": tournament,
        "begins": tournament.started_at or tournament.starts_at,
        "caption": _caption(tournament),
        **_codes(request, tournament),
    }
    return render(request, "tournaments/hall/print_poster.html", context)


def _caption(tournament: Tournament) -> str:
    """Return a caption for the address on the poster."""
    if tournament.status == Tournament.Status.FINISHED:
        return _("Final standings")
    if tournament.status == Tournament.Status.CANCELLED:
        return _("About this tournament")
    if tournament.is_enterable or tournament.status == Tournament.Status.ANNOUNCED:
        return _("Enter and follow")
    return _("Follow the tournament")

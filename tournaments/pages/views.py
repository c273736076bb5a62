"""A tournament's page, its rounds and entries, and the way to the reader's own table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Player
from accounts.pages.visitors import reader
from chat.services import last_lines
from common import markdown
from common.caching.for_visitors import is_shared
from common.caching.fresh import fresh
from common.caching.tagged import tagged
from common.secrets_on_pages import holds_no_secret
from tournaments.base.cached import numbers_of, total_rounds
from tournaments.base.guards import visible_tournament
from tournaments.base.permissions import may_organise
from tournaments.base.snapshot import format_of
from tournaments.base.standings import standings_of
from tournaments.base.texts import plain
from tournaments.life.entering import place_of
from tournaments.live.chatting import TournamentRoom, refusal_to_speak
from tournaments.models import Entry, Tournament
from tournaments.pages.bar import bar_at, calls_at, check_ins_at, invitations_at
from tournaments.pages.entry_page import entry_shown, reasons_of
from tournaments.pages.fragments import Part, Pieces, marked
from tournaments.pages.long.limits import MOST_ROWS, ROWS_A_PAGE
from tournaments.pages.player_actions import keep_account
from tournaments.pages.player_status import status_of
from tournaments.pages.rolling.hall import time_left
from tournaments.pages.rounds import own_entry, public_rounds
from tournaments.pages.teams.own import own_team_of
from tournaments.strengths.shown import listed


@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    shown = visible_tournament(request, tournament_id)
    player = reader(request)
    context = _live(shown, player, ()) | {
        "is_organiser": may_organise(shown, player),
        "may_write": player is not None and not player.keeps_to_phrases,
        "lines": last_lines(TournamentRoom.of(shown), reader=player),
        "chat_refusal": refusal_to_speak(shown, player) if player else None,
        "description": markdown.render(shown.description) if shown.description else "",
        "summary": _summary(shown),
        "picture": request.build_absolute_uri(reverse("tournaments:picture", args=[shown.pk])),
    }
    return render(request, "tournaments/tournament.html", context)


@require_safe
@never_cache
def bar(request: HttpRequest) -> HttpResponse:
    """Render the bar for the page at the path `at`."""
    player, path = reader(request), request.GET.get("at", "")
    context = {
        "shown": bar_at(player, path),
        "calls": calls_at(player, path),
        "check_ins": check_ins_at(player, path),
        "invitations": invitations_at(player, path),
    }
    return render(request, "tournaments/_bar.html", context)


@require_safe
@vary_on_headers("X-Known")
@holds_no_secret
@tagged
def live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Render the part of the page that changes while it is open, without the parts that the page says it has.

    For visitors it is cached for a second by the tournament's version, so that a change that was announced to them is
    included.
    """
    shown = visible_tournament(request, tournament_id)
    known = request.headers.get("X-Known", "")[:200]

    def content() -> bytes:
        return render_to_string("tournaments/_live.html", _live(shown, player, known.split(",")), request).encode()

    player = reader(request)
    if not is_shared(request):
        return HttpResponse(content())
    return HttpResponse(fresh(("live", shown.pk, shown.version, get_language(), known), content))


def _summary(shown: Tournament) -> str:
    """Return a summary for link previews: game, format and description."""
    said = [str(shown.get_game_display()), _(format_of(shown).name)]
    if shown.description:
        said.append(markdown.plain(shown.description))
    return " · ".join(said)


def _live(shown: Tournament, player: Player | None, known: Collection[str]) -> dict[str, Any]:
    rounds = public_rounds(shown)
    current = rounds[0] if rounds else None
    status = status_of(shown, player, current)
    pieces = Pieces(shown)
    has_begun = shown.started_at is not None
    numbers = numbers_of(shown)
    return {
        "tournament": shown,
        "player": player,
        "current": current,
        "start": shown.begins_at,
        "status": status,
        "numbers": numbers,
        "is_long": max(numbers.seeded, numbers.entered) > MOST_ROWS,
        "agreed": marked(pieces.agreed(), status.entry),
        "rounds_in_all": total_rounds(shown),
        "keep_account": keep_account(shown),
        "time_is_up_at": time_left(shown, current) if shown.is_rolling else None,
        "rounds": Part.of(pieces.rounds() if rounds else "", status.entry, known),
        "standings": Part.of(pieces.standings(status.entry) if has_begun else "", status.entry, known),
        "own_team": own_team_of(shown, player, status.entry),
        "teams": Part.of(pieces.teams(), status.entry, known),
        "people": Part.of("" if has_begun else pieces.people(), status.entry, known),
    }


@require_safe
def round(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """Show one round, as a page of its own or as the part that is unfolded on the tournament's page."""
    shown, player = visible_tournament(request, tournament_id), reader(request)
    rounds = public_rounds(shown)
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is None:
        raise Http404
    pieces, own = Pieces(shown), own_entry(shown, player)
    if "HX-Request" in request.headers:
        return HttpResponse(marked(pieces.round(round_), own))
    html, page = pieces.page_of_round(round_, request.GET.get("page"))
    context = {"tournament": shown, "round": round_, "html": marked(html, own), "page": page}
    context["numbers"] = sorted(one.number for one in rounds)
    return render(request, "tournaments/round.html", context)


@require_safe
def players(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show all participants, ranked once there are standings, with a search by name."""
    shown, player = visible_tournament(request, tournament_id), reader(request)
    asked = request.GET.get("q", "")[:40].strip()
    pieces = Pieces(shown)
    page, html = _ranked(request, pieces, asked) if shown.started_at else _entered(request, pieces, asked)
    context = {"tournament": shown, "asked": asked, "page": page, "html": marked(html, own_entry(shown, player))}
    context["query"] = urlencode({"q": asked}) if asked else ""
    return render(request, "tournaments/players.html", context)


def _ranked(request: HttpRequest, pieces: Pieces, asked: str) -> tuple[Page[Any], str]:
    rows = standings_of(pieces.tournament)
    if asked:
        rows = [row for row in rows if plain(asked) in plain(row["name"])]
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    return page, pieces.page_of_standings(list(page.object_list))


def _entered(request: HttpRequest, pieces: Pieces, asked: str) -> tuple[Page[Any], str]:
    here = [entry for entry in pieces.entries.values() if entry.status != Entry.Status.WITHDRAWN]
    here.sort(key=lambda entry: (entry.status == Entry.Status.WAITING, entry.entered_at, entry.pk))
    found = [entry for entry in here if plain(asked) in plain(entry.name)]
    page = Paginator(found, ROWS_A_PAGE).get_page(request.GET.get("page"))
    lines = listed(pieces.tournament, list(page.object_list))
    return page, render_to_string("tournaments/_players_entered.html", {"lines": lines})


@require_safe
def entry(request: HttpRequest, tournament_id: str, entry_id: int) -> HttpResponse:
    """Show an entry: its rounds, opponents and results, and the reasons for its rank."""
    shown = visible_tournament(request, tournament_id)
    entries = shown.entries.select_related("player").filter(seed__gt=0)
    found = get_object_or_404(entries, pk=entry_id)
    if "HX-Request" in request.headers:
        return render(request, "tournaments/_reasons.html", {"reasons": reasons_of(shown, found)})
    is_mine = found.player_id is not None and found.player == reader(request)
    context = {"tournament": shown, "shown": entry_shown(shown, found), "is_mine": is_mine}
    return render(request, "tournaments/entry.html", context)


@require_safe
def my_table(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Redirect to the table where the reader is playing, or else to the tournament's page."""
    shown, player = visible_tournament(request, tournament_id), reader(request)
    place = place_of(shown, player) if player else None
    if place and place.board and place.board.table:
        return redirect(place.board.table)
    return redirect(shown)

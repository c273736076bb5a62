"""The lobby, which is the site's first page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.pages.visitors import by_a_player, reader
from common.addresses import outside_address_of
from common.caching.tagged import tagged
from common.errors import UserError
from games import services
from games.models import Table
from games.pages import lobby_sections
from games.pages.labels import tagline
from games.pages.lobby import board, club_rows, own_rows, row_elsewhere, tables_with_blocked
from games.pages.presets import QUICK_SECONDS, presets_of, quick_bots
from games.pages.teaching import lessons_for
from games.rules import GAMES
from games.views.access import check_may_open


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "games/lobby.html",
        {
            "cards": _cards(lessons_for(reader(request))),
            "sections": lobby_sections.rendered(request),
            **_tables(request),
        },
    )


@require_safe
@tagged
def tables(request: HttpRequest) -> HttpResponse:
    """Render the part of the lobby that changes while it is open."""
    return render(request, "games/_tables.html", _tables(request))


@require_safe
@never_cache
def elsewhere(request: HttpRequest) -> HttpResponse:
    """Render the bar that calls a reader on another page back to the table."""
    player = reader(request)
    return render(request, "games/_elsewhere.html", {"row": row_elsewhere(player) if player else None})


def _tables(request: HttpRequest) -> dict[str, Any]:
    player = reader(request)
    own = own_rows(player) if player else []
    ids = {row.table.pk for row in own}
    hidden = ids | tables_with_blocked(player) if player else ids
    return {"own": own, "of_clubs": club_rows(player, hidden) if player else [], "board": board().without(hidden)}


def _cards(offered: set[str]) -> list[dict[str, Any]]:
    return [
        {
            "slug": slug,
            "name": game.name,
            "tagline": tagline(game),
            "bots": len(quick_bots(slug)) - 1,
            "preset": presets_of(slug)[0],
            "offers_lesson": slug in offered,
        }
        for slug, game in GAMES.items()
    ]


@require_POST
@by_a_player
def play_now(request: HttpRequest, player: Player, game: str) -> HttpResponse:
    """Open a table with bots, with one click in the lobby."""
    if game not in GAMES:
        raise Http404
    bots = quick_bots(game)
    options = presets_of(game)[0].options_for(GAMES[game], len(bots))
    try:
        check_may_open(request, player)
        table = services.open_table(
            owner=player,
            game=game,
            options=options,
            bots=bots,
            seconds=QUICK_SECONDS,
            visibility=Table.Visibility.PUBLIC,
            address=outside_address_of(request),
        )
    except UserError as refusal:
        messages.warning(request, str(refusal))
        return redirect("games:lobby")
    return redirect(table)

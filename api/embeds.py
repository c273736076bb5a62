"""Standings and boards for the frames of other sites: what a stranger sees, without cookies, scripts or forms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from api.rest.base.parts import link_to
from games.models import Table
from games.pages.glimpse import glimpse
from games.pages.lobby import Row
from tournaments.base.permissions import visible_to
from tournaments.base.standings import standings_of
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Tournament

MOST_ROWS = 50
FRESH_SECONDS = 30
FRAMED = settings.CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")

View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let other sites embed the page. It depends on the reader's language, but not on who is signed in."""

    @require_safe
    @xframe_options_exempt
    @wraps(view)
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        language = _language(request)
        with translation.override(language):
            response = view(request, **kwargs)
        response["Content-Security-Policy"] = FRAMED
        response["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        response["Content-Language"] = language
        patch_vary_headers(response, ["Accept-Language"])
        request.session.accessed = False  # middleware has read it, but the response depends on no cookie
        return response

    return answer


def _language(request: HttpRequest) -> str:
    """Return the language that `lang` asks for, or else the browser's favourite among ours."""
    asked = request.GET.get("lang", "")
    if asked in dict(settings.LANGUAGES):
        return asked
    for wanted, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        with suppress(LookupError):
            return translation.get_supported_language_variant(wanted)
    return settings.LANGUAGE_CODE


@framed
def standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the standings of a tournament, which reload themselves while it runs."""
    shown = get_object_or_404(visible_to(None).select_related("club"), pk=tournament_id)
    rows, teams = (standings_of(shown), team_standings_of(shown)) if shown.started_at else ([], [])
    return render(
        request,
        "api/embed_standings.html",
        {
            "tournament": shown,
            "rows": rows[:MOST_ROWS],
            "teams": teams[:MOST_ROWS],
            "more": max(0, len(rows) - MOST_ROWS),
            "url": link_to(shown),
            "again": FRESH_SECONDS if shown.status == Tournament.Status.RUNNING else 0,
        },
    )


@framed
def board(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the players and the layout of a table, which reload themselves until the match is over."""
    table = get_object_or_404(Table.objects.watchable_by(None).with_people(), pk=table_id)
    row = Row.of(table)
    context = {
        "table": table,
        "seats": list(zip(row.sitters, table.totals, strict=True)),
        "picture": glimpse(table),
        "url": link_to(table),
        "again": FRESH_SECONDS if table.status in (Table.Status.OPEN, Table.Status.RUNNING) else 0,
    }
    return render(request, "api/embed_board.html", context)

"""Standings and boards for the frames of other sites: what a stranger sees, without cookies, scripts or forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from api.rest.parts import link_to
from games.models import Table
from games.pages.glimpse import glimpse
from games.pages.lobby import Row
from tournaments.base.permissions import visible_to
from tournaments.base.standings import standings_of
from tournaments.models import Tournament

MOST_ROWS = 50
FRESH_SECONDS = 30
FRAMED = settings.CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")

View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let other sites show the page, in the language that `lang` asks for, whoever has signed in in this browser."""

    @require_safe
    @xframe_options_exempt
    @wraps(view)
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        asked = request.GET.get("lang", "")
        language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            response = view(request, **kwargs)
        response["Content-Security-Policy"] = FRAMED
        response["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        return response

    return answer


@framed
def standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the standings of a tournament, which load themselves again while it runs."""
    shown = get_object_or_404(visible_to(None).select_related("club"), pk=tournament_id)
    rows = standings_of(shown) if shown.started_at else []
    return render(
        request,
        "api/embed_standings.html",
        {
            "tournament": shown,
            "rows": rows[:MOST_ROWS],
            "more": max(0, len(rows) - MOST_ROWS),
            "url": link_to(shown),
            "again": FRESH_SECONDS if shown.status == Tournament.Status.RUNNING else 0,
        },
    )


@framed
def board(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show who sits at a table and what lies on it, which loads itself again until the match is over."""
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

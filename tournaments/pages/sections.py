"""Sections on club pages (upcoming, running and past tournaments, the season) and in the lobby (upcoming ones)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from clubs import page_sections
from clubs.models import Club
from common.database.compiled import compiled_once
from games.pages import lobby_sections
from tournaments.base import querysets
from tournaments.base.permissions import listed_for, may_plan_in
from tournaments.models import Tournament
from tournaments.season import season_table

MOST_COMING, MOST_PAST, MOST_LINES = 6, 5, 5
MOST_NEXT, SOON = 3, timedelta(days=7)
NEXT, NEXT_SECONDS = "next-tournaments", 20


def coming(club: Club, reader: Player | None) -> dict[str, Any]:
    return {"tournaments": _coming_in(club.pk), "may_plan": may_plan_in(club, reader)}


def going_on(club: Club, reader: Player | None) -> dict[str, Any]:
    """Return the tournaments that are planned or running, as a warning before the club is closed."""
    found = Tournament.objects.filter(club=club)
    return {"tournaments": shown} if (shown := (found.coming() | found.running()).order_by("starts_at")) else {}


@compiled_once
def _coming_in(club: int) -> QuerySet[Tournament]:
    of_club = Tournament.objects.filter(club=club)
    shown = of_club.coming() | of_club.running()
    return querysets.for_lists(shown).order_by("starts_at")[:MOST_COMING]


def past(club: Club, reader: Player | None) -> dict[str, Any]:
    """Return past tournaments; empty if there are none."""
    found = _past_in(club.pk)
    return {"tournaments": found} if found else {}


@compiled_once
def _past_in(club: int) -> QuerySet[Tournament]:
    finished = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED)
    return finished.select_related("club").order_by("-starts_at")[:MOST_PAST]


def of_season(club: Club, reader: Player | None) -> dict[str, Any]:
    """Return the season's table; empty if nobody has points."""
    shown = season_table.season_on(club, season_table.today(club, timezone.now()))
    table = season_table.table_of(shown)
    return {"season": shown, "lines": table.lines[:MOST_LINES]} if table.lines else {}


def next_ones() -> dict[str, Any]:
    """Return, for the lobby, public tournaments that can still be entered; cached."""
    found = cache.get(NEXT)
    if found is None:
        now = timezone.now()
        soon = listed_for(None).coming().filter(starts_at__gt=now, starts_at__lt=now + SOON)
        found = list(querysets.for_lists(soon).order_by("starts_at")[:MOST_NEXT])
        cache.set(NEXT, found, NEXT_SECONDS)
    return {"tournaments": found} if found else {}


def register() -> None:
    lobby_sections.register("tournaments/lobby_section.html", next_ones)
    page_sections.register(10, "tournaments/club_coming.html", coming)
    page_sections.register_before_closing(10, "tournaments/club_closing.html", going_on)
    page_sections.register(60, "tournaments/club_season.html", of_season)
    page_sections.register(70, "tournaments/club_past.html", past)

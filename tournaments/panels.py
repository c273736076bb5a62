"""What a club's page shows of its tournaments: what is coming and running, what was, the table of the season."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import Player
from clubs import panels
from clubs.models import Club, Right
from tournaments import listing, season
from tournaments.models import Tournament

MOST_COMING, MOST_PAST, MOST_LINES = 6, 5, 5


def coming(club: Club, reader: Player | None) -> dict[str, Any]:
    of_club = Tournament.objects.filter(club=club)
    shown = of_club.coming() | of_club.running()
    membership = club.membership_of(reader)
    return {
        "tournaments": list(listing.for_lists(shown).order_by("starts_at")[:MOST_COMING]),
        "may_plan": membership is not None and membership.may(Right.TOURNAMENTS),
    }


def past(club: Club, reader: Player | None) -> dict[str, Any]:
    """Empty until something was played."""
    finished = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED)
    found = list(finished.select_related("club").order_by("-starts_at")[:MOST_PAST])
    return {"tournaments": found} if found else {}


def of_season(club: Club, reader: Player | None) -> dict[str, Any]:
    """Empty until somebody has points."""
    shown = season.season_on(club, season.today(club, timezone.now()))
    table = season.table_of(shown)
    return {"season": shown, "lines": table.lines[:MOST_LINES]} if table.lines else {}


def register() -> None:
    panels.register(10, "tournaments/club_coming.html", coming)
    panels.register(60, "tournaments/club_season.html", of_season)
    panels.register(70, "tournaments/club_past.html", past)

"""Plans of tournaments for tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import Player
from clubs.models import Club, Membership
from tournaments.life import stages
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""A Monday."""

CHICKEN_FOOT: dict[str, Any] = {
    "name": "Chicken Foot evening",
    "game": "chicken-foot",
    "format": "descending-doubles",
    "table_size": 4,
    "time_zone": "Europe/Berlin",
    "registration_at": NOW,
    "starts_at": datetime(2026, 3, 6, 19, 0, tzinfo=UTC),
}
"""Friday at 20:00 in Berlin."""


def planned(organiser: Player, club: Club | None = None, **columns: Any) -> Tournament:
    return plans.plan(organiser=organiser, club=club, terms=Terms.from_columns(CHICKEN_FOOT | columns))


def changed(**columns: Any) -> Callable[[Terms], Terms]:
    """Return a function that changes these columns of terms."""
    return lambda terms: Terms.from_columns({**terms.columns, **columns})


def announced(organiser: Player, club: Club | None = None, **columns: Any) -> Tournament:
    tournament = planned(organiser, club, **columns)
    stages.announce(tournament_id=tournament.pk, now=tournament.registration_at - timedelta(days=1))
    tournament.refresh_from_db()
    return tournament


def open_to_all(organiser: Player, club: Club | None = None, **columns: Any) -> Tournament:
    tournament = announced(organiser, club, **columns)
    stages.open_registration(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def club_of(owner: Player, name: str = "Friends", **columns: Any) -> Club:
    club = Club.objects.create(name=name, slug=name.lower(), time_zone="Europe/Berlin", **columns)
    Membership.objects.create(club=club, player=owner, role=Membership.Role.OWNER)
    return club

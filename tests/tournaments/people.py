"""Tournaments with people in them, with a clock that runs without Celery."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from clubs.models import Club
from games import services as tables
from games.models import Table
from tests.accounts.telling import with_confirmed_address
from tests.games.people import play_to_the_end
from tournaments.life import clockwork, entering, stages
from tournaments.models import Board, Entry, Round, Tournament
from tournaments.planning import plans
from tournaments.terms import Dates, Terms

FRIDAY: dict[str, Any] = {
    "name": "Friday",
    "game": "chicken-foot",
    "format": "descending-doubles",
    "options": {"high": 9, "low": 7},
    "table_size": 4,
    "rounds": 3,
    "break_seconds": 120,
}
DUELS: dict[str, Any] = {
    "name": "League",
    "game": "two-step",
    "format": "swiss",
    "options": {"target": 1},
    "rounds": 3,
    "break_seconds": 120,
}
ROLLING: dict[str, Any] = {
    "name": "Rolling",
    "game": "chicken-foot",
    "format": "rolling",
    "options": {"high": 9, "low": 9},
    "table_size": 4,
    "round_minutes": 60,
    "break_seconds": 10,
}
LEAGUE: dict[str, Any] = {
    **DUELS,
    "format": "round-robin",
    "rounds": 0,
    "seconds": 86_400,
    "days_between": 7,
    "time_zone": "Europe/Berlin",
}


def players(count: int, first: int = 1) -> list[Player]:
    """Create players without confirmed addresses; see `confirmed_players`."""
    names = [f"Player{number}" for number in range(first, first + count)]
    return Player.objects.bulk_create(Player(username=name, email=f"{name}@example.org") for name in names)


def confirmed_players(count: int, first: int = 1) -> list[Player]:
    """Create players who may enter duplicate events."""
    people = players(count, first)
    with_confirmed_address(*people)
    return people


def planned(organiser: Player, plan: dict[str, Any] = FRIDAY, club: Club | None = None, **overrides: Any) -> Tournament:
    """Return a tournament with registration open that starts in an hour."""
    now = timezone.now()
    times = {"registration_at": now, "starts_at": now + timedelta(hours=1)}
    terms = Terms.from_columns({**plan, **times, **overrides})
    tournament = plans.plan(organiser=organiser, club=club, terms=terms)
    stages.announce(tournament_id=tournament.pk, now=now)
    clockwork.advance(tournament_id=tournament.pk, now=timezone.now())
    return fresh(tournament)


def started(organiser: Player, people: Sequence[Player], plan: dict[str, Any] = FRIDAY, **overrides: Any) -> Tournament:
    """Return a tournament whose first tables are open."""
    tournament = planned(organiser, plan, **overrides)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    return advanced(tournament, tournament.starts_at)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def advanced(tournament: Tournament, now: datetime) -> Tournament:
    clockwork.advance(tournament_id=tournament.pk, now=now)
    return fresh(tournament)


def current_round(tournament: Tournament) -> Round:
    return tournament.played_rounds.get(number=fresh(tournament).round_number)


def open_tables(tournament: Tournament) -> list[str]:
    boards = Board.objects.filter(round__tournament=tournament, is_done=False).order_by("number")
    return [table_id for table_id in boards.values_list("table_id", flat=True) if table_id]


def everyone_plays(tournament: Tournament, seed: int = 1) -> None:
    """Have players play all tables of the round to their end."""
    for table_id in open_tables(tournament):
        play_to_the_end(table_id, random.Random(seed))


def the_house_plays(tournament: Tournament) -> None:
    for table_id in open_tables(tournament):
        tables.finish(table_id=table_id)


def after_the_break(tournament: Tournament) -> datetime:
    """Return the moment at which the next round is due."""
    last = tournament.played_rounds.order_by("number").last()
    assert last is not None
    assert last.finished_at is not None
    return last.finished_at + timedelta(seconds=tournament.break_seconds)


def entry_of(tournament: Tournament, player: Player) -> Entry:
    return tournament.entries.get(player=player)


def tables_of(tournament: Tournament) -> list[Table]:
    return list(Table.objects.filter(board__round__tournament=tournament).order_by("opened_at", "pk"))


def date_of(league: Tournament, number: int) -> datetime:
    """Return the planned date of a round."""
    assert isinstance(league.schedule, Dates)
    return league.schedule.date_of(number)

"""A busy evening: two hundred tables with people, a tournament of two hundred in its fourth round, and fifty clubs."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club, Membership
from games import services as tables
from games.models import Seat, Table
from tournaments.life import clockwork, entering, stages
from tournaments.models import Board, Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

PEOPLE = 300
CLUBS = 50
MEMBERS = 40
RUNNING = 200
WAITING = 30
OVER = 300
ENTRANTS = 200
ROUNDS_OVER = 3
GAMES = (("chicken-foot", 4), ("two-step", 2), ("kardinal", 4), ("chicken-foot", 2))
SWISS: dict[str, Any] = {
    "name": "Evening",
    "game": "two-step",
    "format": "swiss",
    "options": {"target": 1},
    "rounds": 7,
}


def fill() -> None:
    people = Player.objects.bulk_create(
        Player(username=f"Player{number}", email=f"player{number}@example.org") for number in range(1, PEOPLE + 1)
    )
    _found_clubs(people)
    _hold_tournament(people[0], people[:ENTRANTS])
    _open_tables(people)


def _found_clubs(people: list[Player]) -> None:
    for number, founder in zip(range(1, CLUBS + 1), people, strict=False):
        about = f"Club {number} plays **every Friday**.\n\n- beginners are welcome\n- bring your own tiles"
        club = clubs.found(founder=founder, now=timezone.now(), name=f"Club {number}", about=about)
        others = random.Random(number).sample([player for player in people if player != founder], MEMBERS)
        Membership.objects.bulk_create(Membership(club=club, player=player) for player in others)
        for title in ("The season begins in May", "We meet at seven"):
            clubs.publish(club_id=club.pk, by=founder, now=timezone.now(), title=title, text="**Come** early.")


def _open_tables(people: list[Player]) -> None:
    """Open tables with different people: finished and running matches, those of clubs, and tables that wait for
    players."""
    walk = itertools.cycle(people)
    for number in range(OVER):
        tables.finish(table_id=_seated(number, walk).pk)
    for number in range(RUNNING):
        _seated(number, walk)
    for club in Club.objects.all()[:10]:
        members = [one.player for one in club.memberships.select_related("player")]
        _seated(0, itertools.cycle(members), visibility=Table.Visibility.CLUB, club=club)
    for number, owner in zip(range(WAITING), walk, strict=False):
        game, seats = GAMES[number % len(GAMES)]
        tables.open_table(owner=owner, game=game, options={}, bots=[""] * seats, seconds=60)
    Table.objects.update(due_at=None)


def _seated(number: int, walk: Any, **choices: Any) -> Table:
    """Return a running table."""
    game, seats = GAMES[number % len(GAMES)]
    here = [next(walk) for _ in range(seats)]
    table = tables.open_table(owner=here[0], game=game, options={}, bots=[""] * seats, seconds=3600, **choices)
    for player in here[1:]:
        tables.join(table_id=table.pk, player=player)
    for seat, player in enumerate(here):
        tables.contribute(table_id=table.pk, player_id=player.pk, contribution=bytes([seat] * 16))
    return table


def _hold_tournament(organiser: Player, people: list[Player]) -> None:
    opens_at = timezone.now() - timedelta(minutes=1)
    now = opens_at + timedelta(hours=1)
    club = Club.objects.order_by("pk")[0]
    terms = Terms.from_columns({**SWISS, "registration_at": opens_at, "starts_at": now})
    tournament = plans.plan(organiser=organiser, club=club, terms=terms)
    stages.announce(tournament_id=tournament.pk, now=opens_at)
    clockwork.advance(tournament_id=tournament.pk, now=timezone.now())
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    for _ in range(ROUNDS_OVER):
        now = _play_round(tournament, now)
    clockwork.advance(tournament_id=tournament.pk, now=now)
    _begin_matches()


def _begin_matches() -> None:
    for seat in Seat.objects.filter(table__status=Table.Status.OPEN, player__isnull=False):
        assert seat.player_id is not None
        tables.contribute(table_id=seat.table_id, player_id=seat.player_id, contribution=bytes([seat.number] * 16))


def _play_round(tournament: Tournament, now: Any) -> Any:
    """Start the round that is due and play it to its end; return the time at which the next one is due."""
    clockwork.advance(tournament_id=tournament.pk, now=now)
    boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
    for table_id in boards.values_list("table_id", flat=True):
        tables.finish(table_id=str(table_id))
    clockwork.advance(tournament_id=tournament.pk, now=now + timedelta(seconds=1))
    return now + timedelta(minutes=5)

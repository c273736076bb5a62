"""Calendars of team events: how many rounds there are, and the hours of each line."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.calendars.test_calendars import events
from tests.tournaments.people import LEAGUE, current_round, entry_of, players
from tests.tournaments.teams.test_matches import begun, in_teams
from tournaments.calendars import feeds
from tournaments.hours import agreeing
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
OF_TEAMS = {
    **{name: LEAGUE[name] for name in ("seconds", "days_between", "time_zone", "rounds")},
    "format": "team-round-robin",
    "agreeing": "fixed",
    "agree_days": 4,
    "fixed_day": 6,
}


def starts(body: bytes) -> list[float]:
    return sorted(event.start.timestamp() for event in events(body))


def own_table(tournament: Tournament, player: Player) -> Board:
    return current_round(tournament).boards.get(places__entry__player=player)


def agree(tournament: Tournament, player: Player, at: datetime) -> None:
    """Let the player's opponent accept an hour that the player proposes."""
    board = own_table(tournament, player)
    begins = current_round(tournament).started_at
    assert begins is not None
    agreeing.propose(tournament_id=tournament.pk, player=player, hours=[at], now=begins)
    other = board.places.exclude(entry__player=player).get().entry.player
    assert other is not None
    proposal = board.proposals.get()
    agreeing.accept(tournament_id=tournament.pk, player=other, proposal_id=proposal.pk, now=begins)


def test_reserves_add_no_rounds_before_or_after_the_start(client: Client, olga: Player) -> None:
    tournament, _teams = in_teams(olga, players(12), **OF_TEAMS)
    address = f"/tournament/{tournament.pk}/tournament.ics"
    assert len(events(client.get(address).content)) == 3
    begun(tournament)
    assert len(events(client.get(address).content)) == 3


def test_each_player_of_a_team_has_the_hour_of_the_own_line(olga: Player) -> None:
    people = players(12)
    tournament, (team, *_others) = in_teams(olga, people, **OF_TEAMS)
    tournament = begun(tournament)
    begins = current_round(tournament).started_at
    assert begins is not None
    first, second, reserve = people[:3]
    assert entry_of(tournament, reserve).team == team
    agree(tournament, first, begins + 20 * HOUR)
    agree(tournament, second, begins + 30 * HOUR)
    hours = {player: starts(feeds.of_player(player).body)[0] - begins.timestamp() for player in people[:3]}
    assert [round(hours[player] / 3600) for player in (first, second, reserve)] == [20, 30, 0]
    of_all = starts(feeds.of_tournament(tournament).body)
    assert round((of_all[0] - begins.timestamp()) / 3600) == 0


def test_an_evening_of_teams_is_one_event_and_tentative_for_a_waiting_team(olga: Player) -> None:
    people = players(6)
    in_teams(olga, people, size=2, most=4)
    statuses = [events(feeds.of_player(player).body)[0]["status"] for player in people]
    assert [len(events(feeds.of_player(player).body)) for player in people] == [1] * 6
    assert statuses == ["CONFIRMED"] * 4 + ["TENTATIVE"] * 2

"""Ratings are shown behind names in lists of club members and teams, and in the control room, with one query."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.control.at_pages import page
from tests.tournaments.entering.test_handicaps import rated
from tests.tournaments.people import entry_of, planned, players
from tests.tournaments.plans import club_of
from tests.tournaments.teams.test_forming import COUPLES, couple
from tournaments.life import entering
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def read(client: Client, address: str) -> str:
    cache.clear()
    return dense(client.get(address).text)


def queries_of(client: Client, address: str) -> int:
    """Return how many queries a page makes that has been requested before."""
    read(client, address)
    with CaptureQueriesContext(connection) as made:
        read(client, address)
    return len(made)


def takes_the_same(client: Client, address: str, grow: Callable[[], object]) -> bool:
    before = queries_of(client, address)
    grow()
    return queries_of(client, address) == before


def test_members_of_a_club_are_listed_with_all_their_ratings(olga: Player) -> None:
    club = club_of(olga)
    anna, ben = players(2)
    for player in (anna, ben):
        club.memberships.create(player=player)
    address = f"{club.get_absolute_url()}members/"
    assert 'class="rating ' not in read(browser_of(olga), address)
    rated(anna, 1230)
    rated(anna, 980, "two-step", matches=3)
    html = read(browser_of(olga), address)
    assert re.search(r'Chicken Foot <span class="rating [^>]*title="Rating"><span[^>]*>Rating</span>1230</span>', html)
    assert re.search(r'· Two-Step <span [^>]*title="Rating, provisional"><span[^>]*>Rating</span>980\?</span>', html)

    def grow() -> None:
        for player in players(6, first=10):
            club.memberships.create(player=rated(player, 1100))

    assert takes_the_same(browser_of(olga), address, grow)


def test_teams_are_listed_with_the_ratings_of_their_members(olga: Player) -> None:
    anna, ben = players(2)
    rated(anna, 1230)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben)
    for address in (tournament.get_absolute_url(), page("team", tournament, str(team.pk))):
        html = read(browser_of(olga), address)
        assert html.count("Rating</span>1230</span>") >= 1, address
    assert "Rating</span>1230</span>" in read(browser_of(ben), tournament.get_absolute_url())

    def grow() -> None:
        for number in (10, 20):
            one, other = (rated(player, 1000 + number) for player in players(2, first=number))
            couple(tournament, one, other)

    assert takes_the_same(browser_of(olga), tournament.get_absolute_url(), grow)


def test_the_control_room_lists_players_and_the_waiting_list_with_ratings(olga: Player) -> None:
    people = [rated(player, 1000 + 10 * number) for number, player in enumerate(players(5), 1)]
    tournament = planned(olga, most=4, handicap_step=10, handicap_most=10)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    html = read(browser_of(olga), page("control", tournament))
    for number in range(1, 6):
        assert f"Rating</span>10{number}0</span>" in html
    assert "Handicap</span>+4</span>" in html
    assert "Handicap</span>+5</span>" in html


def test_the_control_room_takes_one_query_for_all_ratings(olga: Player) -> None:
    tournament = planned(olga)
    entered(tournament, 2, first=1)
    assert takes_the_same(browser_of(olga), page("control", tournament), lambda: entered(tournament, 6, first=10))


def entered(tournament: Tournament, many: int, first: int) -> None:
    for player in players(many, first=first):
        entering.enter(tournament_id=tournament.pk, player=rated(player, 1100))
    assert entry_of(tournament, player).pk

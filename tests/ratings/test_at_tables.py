"""Ratings at a table: in its waiting room and while the match runs."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games import services
from games.models import Table
from ratings.models import Rating
from tests.games.pages import browser_of, open_table
from tests.games.people import seated_table
from tests.html import dense

pytestmark = pytest.mark.usefixtures("after_commit")


def rated(player: Player, number: int, game: str = "chicken-foot", matches: int = 12) -> None:
    mu = 25 + (number - 1000) / 40
    Rating.objects.create(player=player, game=game, mu=mu, sigma=2, matches=matches, rated_at=timezone.now())


def room(table: Table, reader: Player) -> str:
    return dense(browser_of(reader).get(reverse("games:room", args=[table.pk])).text)


def numbers(page: str) -> list[str]:
    return re.findall(r'class="rating[^>]*>(?:<span[^>]*>[^<]*</span>)?\s*(\d+\??)<', page)


def test_the_waiting_room_shows_the_ratings_in_its_game(alice: Player, bob: Player) -> None:
    rated(alice, 1230)
    rated(alice, 900, "two-step")
    rated(bob, 980, matches=3)
    table = open_table(alice)
    services.join(table_id=table.pk, player=bob)
    page, for_plates = room(table, bob).split('id="ratings"')
    assert numbers(page) == ["1230", "980?"]
    assert page.count('title="Rating, provisional"') == 1
    assert numbers(for_plates) == numbers(page)


def test_the_page_of_a_running_table_brings_the_ratings_of_those_who_play(alice: Player, bob: Player) -> None:
    rated(alice, 1230)
    shown, friendly = (
        dense(browser_of(bob).get(seated_table([alice, bob], game="chicken-foot", **wishes).get_absolute_url()).text)
        for wishes in ({}, {"visibility": Table.Visibility.INVITED})
    )
    assert '<li data-seat="0" data-name="Alice"><span class="rating ' in shown
    assert numbers(shown) == ["1230"]
    assert numbers(friendly) == []


@pytest.mark.parametrize(
    ("visibility", "bots"), [(Table.Visibility.INVITED, ["", ""]), (Table.Visibility.PUBLIC, ["", "easy"])]
)
def test_a_match_that_does_not_count_shows_none(alice: Player, visibility: str, bots: list[str]) -> None:
    rated(alice, 1230, "kardinal")
    table = open_table(alice, game="kardinal", bots=bots, visibility=visibility)
    assert numbers(room(table, alice)) == []


def test_the_room_takes_one_query_for_all_ratings(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = open_table(alice, bots=["", "", "", ""])
    browser, address = browser_of(alice), reverse("games:room", args=[table.pk])
    browser.get(address)
    with django_assert_num_queries(5):
        browser.get(address)
    for number, player in enumerate((bob, charlie)):
        services.join(table_id=table.pk, player=player)
        rated(player, 1000 + number)
    with django_assert_num_queries(5):
        browser.get(address)

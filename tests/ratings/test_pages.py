"""A player's ratings on the profile and on a page of their own."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.personal.holdings import SECTIONS
from games.models import Table
from ratings.models import RatedMatch
from tests.ratings.matches import counted, match

pytestmark = pytest.mark.django_db


def address(name: str = "Alice") -> str:
    return reverse("ratings:of", args=[name])


def test_the_profile_loads_them(client: Client, alice: Player) -> None:
    assert f'hx-get="{address()}"' in client.get(alice.get_absolute_url()).text


def test_a_number_is_provisional_until_ten_matches(client: Client, alice: Player, bob: Player) -> None:
    assert "has not finished a rated match" in client.get(address()).text
    for minute in range(9):
        match(alice, bob, minute=minute)
    counted()
    assert "provisional until 10 matches" in client.get(address(), headers={"HX-Request": "true"}).text
    match(alice, bob, minute=9)
    counted()
    page = client.get(address(), headers={"HX-Request": "true"}).text
    assert "provisional" not in page
    assert "10 rated matches" in page


def test_the_page_says_what_it_means_and_shows_the_last_matches_that_the_reader_may_see(
    client: Client, alice: Player, bob: Player
) -> None:
    seen, hidden = match(alice, bob), match(alice, bob, minute=1)
    counted()
    Table.objects.filter(pk=hidden.pk).update(visibility=Table.Visibility.INVITED)
    page = client.get(address()).text
    assert "Everyone begins with 1000" in page
    assert seen.pk in page
    assert hidden.pk not in page
    client.force_login(bob)
    assert hidden.pk in client.get(address()).text


def test_the_number_of_queries_is_constant(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: object
) -> None:
    match(alice, bob)
    counted()
    with django_assert_num_queries(3):  # type: ignore[operator]
        client.get(address())
    for minute in range(1, 8):
        match(alice, bob, minute=minute)
    counted()
    with django_assert_num_queries(3):  # type: ignore[operator]
        client.get(address())


def test_the_export_has_them(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    counted()
    assert RatedMatch.objects.get().pk == table.pk
    assert [row["matches"] for row in SECTIONS["ratings"](alice)] == [1]
    assert [row["table"] for row in SECTIONS["rated_matches"](alice)] == [table.pk]

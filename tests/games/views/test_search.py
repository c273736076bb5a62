"""The search for finished matches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.models import Table
from tests.games.pages import browser_of, finished_table
from tests.html import dense

pytestmark = pytest.mark.usefixtures("after_commit")

SEARCH = reverse("games:search")


def found(client: Client, **asked: Any) -> set[str]:
    """Return the ids of the matches that are found."""
    page = client.get(SEARCH, asked)
    assert page.status_code == 200
    return {match.table.pk for match in page.context["matches"]}


def test_without_a_question_the_last_matches_are_shown(client: Client, alice: Player, bob: Player) -> None:
    assert "No match has been finished here yet." in client.get(SEARCH).text
    table = finished_table([alice, bob])
    assert found(client) == {table.pk}


def test_by_player_and_opponent(client: Client, alice: Player, bob: Player, charlie: Player) -> None:
    both = finished_table([alice, bob])
    other = finished_table([bob, charlie])
    assert found(client, player="ALICE") == {both.pk}
    assert found(client, player="Bob") == {both.pk, other.pk}
    assert found(client, player="Bob", against="charlie") == {other.pk}
    assert found(client, player="Alice", against="Charlie") == set()


def test_by_game_seats_and_tournament(client: Client, alice: Player, bob: Player, charlie: Player) -> None:
    two = finished_table([alice, bob])
    three = finished_table([alice, bob, charlie], "kardinal")
    Table.objects.filter(pk=three.pk).update(occasion="Friday at Emma\u2019s")
    assert found(client, game="kardinal") == {three.pk}
    assert found(client, seats="2") == {two.pk}
    assert found(client, event="friday") == {three.pk}


def test_by_day_as_the_reader_counts_them(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    today = timezone.localdate()
    tomorrow, yesterday = today + timedelta(days=1), today - timedelta(days=1)
    assert found(client, since=today, until=today) == {table.pk}
    assert found(client, since=tomorrow) == set()
    assert found(client, until=yesterday) == set()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"player": "Nobody"}, "Nobody here has the name Nobody."),
        ({"game": "chess"}, "Select a valid choice."),
        ({"since": "2026-02-30"}, "Enter a valid date."),
        ({"since": "0001-01-01"}, "Ensure this value is greater than or equal to 2000-01-01."),
        ({"until": "9999-12-31"}, "Ensure this value is less than or equal to 2999-12-31."),
        ({"since": "2026-03-02", "until": "2026-03-01"}, "This day is before the first one."),
    ],
)
def test_a_question_that_makes_no_sense_is_answered(client: Client, asked: dict[str, str], sentence: str) -> None:
    page = dense(client.get(SEARCH, asked).text)
    assert sentence in page
    for value in asked.values():
        assert value in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "9999999999", "\u0663", ""])
def test_a_page_that_does_not_exist(client: Client, alice: Player, bob: Player, page: str) -> None:
    finished_table([alice, bob])
    assert client.get(SEARCH, {"page": page}).status_code == 200


def test_what_others_may_not_watch_is_not_found(client: Client, alice: Player, bob: Player, charlie: Player) -> None:
    table = finished_table([alice, bob])
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.INVITED)
    assert found(client) == found(browser_of(charlie)) == set()
    assert found(browser_of(alice)) == {table.pk}
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PUBLIC, is_sealed=True)
    assert found(client, player="Alice") == set()


def test_the_winner_comes_first(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    assert table.result is not None
    [winner] = table.result["winners"]
    [match] = client.get(SEARCH).context["matches"]
    assert match.ranked[0][:2] == (1, match.ranked[0][1])
    assert match.ranked[0][1].name == ("Alice", "Bob")[winner]


def test_the_number_of_queries_does_not_grow(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _count in range(3):
        finished_table([alice, bob])
        with django_assert_num_queries(4):
            client.get(SEARCH, {"player": "Alice"})

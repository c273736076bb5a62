"""The pages of lessons, and which players they are offered to."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.lessons.showing import LESSONS
from tests.games.pages import browser_of, finished_table
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


def lesson(game: str) -> str:
    return reverse("games:lesson", args=[game])


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_for_everyone_and_asks_the_database_nothing(
    client: Client, game: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get(lesson(game))
        steps = client.get(reverse("games:lesson-steps", args=[game])).json()["steps"]
    assert page.status_code == 200
    assert reverse("games:lesson-steps", args=[game]) in page.text
    assert all(step["title"] in page.text for step in steps)
    assert "sessionid" not in page.cookies


def test_a_lesson_speaks_the_readers_language(client: Client) -> None:
    address = reverse("games:lesson-steps", args=["kardinal"])
    told = {
        language: client.get(address, headers={"Accept-Language": language}).json()["steps"][0]["task"]
        for language in ("en", "de", "it")
    }
    assert told["de"].startswith("Die 5 braucht")
    assert len(set(told.values())) == 3


@pytest.mark.parametrize("name", ["games:lesson", "games:lesson-steps"])
def test_an_unknown_game_has_no_lesson(client: Client, name: str) -> None:
    assert client.get(reverse(name, args=["chess"])).status_code == 404


def test_all_lessons_are_listed_and_every_rules_page_leads_to_its_own(client: Client) -> None:
    listed = client.get(reverse("games:learn")).text
    assert reverse("games:learn") in client.get(reverse("games:rules")).text
    for game in LESSONS:
        assert lesson(game) in listed
        assert lesson(game) in client.get(reverse("games:rules-of", args=[game])).text


def test_a_lesson_ends_at_a_table(client: Client) -> None:
    page = client.get(lesson("two-step")).text
    assert f'action="{reverse("games:play-now", args=["two-step"])}"' in page
    assert reverse("games:rules-of", args=["two-step"]) in page


def test_the_lobby_offers_the_lessons_of_games_that_one_has_not_played_yet(
    client: Client, alice: Player, bob: Player
) -> None:
    lobby = reverse("games:lobby")
    finished_table([alice, bob], game="two-step")
    visitors, players = client.get(lobby).text, browser_of(alice).get(lobby).text
    assert all(lesson(game) in visitors for game in LESSONS)
    assert [lesson(game) in players for game in ("two-step", "kardinal", "chicken-foot")] == [False, True, True]


def test_the_first_match_of_a_game_offers_its_lesson_to_its_players(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step").get_absolute_url()
    assert lesson("two-step") in browser_of(alice).get(table).text
    assert lesson("two-step") not in client.get(table).text
    finished_table([alice, bob], game="two-step")
    assert lesson("two-step") not in browser_of(alice).get(table).text

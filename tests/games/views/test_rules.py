"""The explanatory pages: rules, shortcuts, fair deals."""

import re

import pytest
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from games.rules import GAMES

PAGES = ["games:rules", "games:keyboard", "games:fair_deals"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_rules_and_a_way_to_try_it(game: str, client: Client) -> None:
    page = client.get(reverse("games:rules-of", args=[game])).text
    assert GAMES[game].name in page
    assert f'action="{reverse("games:play-now", args=[game])}"' in page
    assert '<svg class="tiles"' in page


@pytest.mark.parametrize("page", PAGES)
def test_every_page_can_be_read_without_a_seat_or_an_account(page: str, client: Client) -> None:
    assert client.get(reverse(page)).status_code == 200


def test_the_rules_lead_to_every_game(client: Client) -> None:
    page = client.get(reverse("games:rules")).text
    assert all(reverse("games:rules-of", args=[game]) in page for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_has_a_text_alternative(game: str, client: Client) -> None:
    figures = re.findall(r"<figure>.*?</figure>", client.get(reverse("games:rules-of", args=[game])).text, re.DOTALL)
    assert figures
    for figure in figures:
        assert re.search(r'role="img" aria-label="[^"]{10,}"', figure)
        assert "<figcaption>" in figure


def test_a_table_is_given_the_rules_alone(client: Client) -> None:
    address = reverse("games:rules-of", args=["kardinal"])
    page = client.get(address, headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert "<h1" not in page
    assert "<form" not in page
    assert reverse("games:example", args=["kardinal", 0]) in page


def test_only_games_with_a_lesson_have_an_example(client: Client) -> None:
    def status(game: str, deal: int) -> int:
        return client.get(reverse("games:example", args=[game, deal])).status_code

    assert [status("two-step", 1), status("two-step", 2), status("chess", 1)] == [200, 404, 404]


OF_REPLAYS_ALONE = {"Home", "End", "Page ↑", "Page ↓", "Space"}


def test_the_keys_are_those_of_the_table(client: Client) -> None:
    """The page of shortcuts lists those of the help at the table, and those of replays."""
    keys = re.compile(r"<kbd>(.*?)</kbd>")
    help_at_the_table = get_template("games/_help.html").render()
    listed = set(keys.findall(client.get(reverse("games:keyboard")).text))
    assert listed - OF_REPLAYS_ALONE == set(keys.findall(help_at_the_table))
    assert listed > OF_REPLAYS_ALONE

"""Every page passes axe in every theme, and every table on every felt with every kind of tile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from accounts.models.looks import Felt, Pips, Tiles
from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import addresses_of, founds_a_club, plans
from tests.browser.driving.people import Person
from tests.browser.looks.axe import see, unreadable, violations, worn
from tests.browser.test_pages import FOR_ALL, FOR_GUESTS, FOR_PLAYERS

THEMES = ("light", "dark")
LOOKS = [
    *({"felt": felt, "tiles": "ivory"} for felt in Felt.values),
    *({"felt": "green", "tiles": tiles} for tiles in Tiles.values),
    *({"felt": "contrast", "tiles": "contrast", "pips": pips} for pips in Pips.values),
]
MORE = ["/notices/", "/clubs/new/", "/tournaments/new/", "/preferences/people/", "/preferences/my-data/", "/standing/"]


def test_pages_for_all(alice: Person) -> None:
    assert see(alice, [*FOR_ALL, "/clubs/", "/tournaments/", "/matches/"]) == {}


def test_pages_for_players(alice: Person) -> None:
    alice.signs_up("Xenia")
    assert see(alice, [*FOR_PLAYERS, "/@/Xenia/", *MORE]) == {}


def test_pages_for_guests(alice: Person) -> None:
    alice.comes_as_a_guest()
    assert see(alice, FOR_GUESTS) == {}


def test_pages_of_clubs_and_organisers(alice: Person) -> None:
    alice.signs_up("Seesall")
    club = founds_a_club(alice, "Seen in All Lights")
    tournament = plans(alice, "Two-Step knockout", club=club, **{"Name": "In all lights"})
    assert see(alice, [*addresses_of(club, tournament), f"{tournament}players/", "/calendar/"]) == {}


@pytest.mark.parametrize("game", ["Chicken Foot", "Two-Step", "Kardinaldomino"])
def test_a_table_on_every_felt_with_every_kind_of_tile(welcome: Welcome, game: str) -> None:
    alice = welcome("Alice")
    alice.plays_now(game)
    alice.finds_a_tile_that_fits()
    page = alice.page
    found = worn(page, violations, theme="light")
    for theme in THEMES:
        for looks in LOOKS:
            found += worn(page, unreadable, theme=theme, **looks)
    assert found == []


def test_what_cannot_be_read_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<body style='background: #fff'><p style='color: #bbb'>Pale words</p><img src=/x.png>")
    assert [found.split(":")[0] for found in unreadable(page)] == ["color-contrast"]
    assert "image-alt" in [found.split(":")[0] for found in violations(page)]
    page.close()

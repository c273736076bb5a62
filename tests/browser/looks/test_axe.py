"""Every page passes axe in every theme, and every table on every felt with every kind of tile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from accounts.models.looks import Felt, Pips, Tiles
from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person
from tests.browser.looks.axe import unreadable, violations
from tests.browser.test_pages import FOR_ALL, FOR_GUESTS, FOR_PLAYERS

THEMES = ("light", "dark")
LOOKS = [
    *({"felt": felt, "tiles": "ivory"} for felt in Felt.values),
    *({"felt": "green", "tiles": tiles} for tiles in Tiles.values),
    *({"felt": "contrast", "tiles": "contrast", "pips": pips} for pips in Pips.values),
]
WEAR = "(looks) => Object.assign(document.documentElement.dataset, looks)"

MORE = ["/notices/", "/clubs/new/", "/tournaments/new/", "/preferences/people/", "/preferences/my-data/", "/standing/"]

Finding = Callable[[Page], list[str]]


def worn(page: Page, find: Finding, **looks: str) -> list[str]:
    page.evaluate(WEAR, looks)
    return [f"{' '.join(looks.values())}: {found}" for found in find(page)]


def see(person: Person, addresses: list[str]) -> dict[str, list[str]]:
    """Return what is wrong with each page: in the light all there is, in the dark the colours."""
    found = {}
    for address in addresses:
        page = person.visits(address).page
        found[address] = worn(page, violations, theme="light") + worn(page, unreadable, theme="dark")
    return {address: wrong for address, wrong in found.items() if wrong}


def test_pages_for_all(alice: Person) -> None:
    assert see(alice, [*FOR_ALL, "/clubs/", "/tournaments/", "/matches/"]) == {}


def test_pages_for_players(alice: Person) -> None:
    alice.signs_up("Wanda")
    assert see(alice, [*FOR_PLAYERS, "/@/Wanda/", *MORE]) == {}


def test_pages_for_guests(alice: Person) -> None:
    alice.comes_as_a_guest()
    assert see(alice, FOR_GUESTS) == {}


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

"""Every page passes axe in every theme, and every table on every felt with every kind of tile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from accounts.models.looks import Felt, Pips, Tiles
from accounts.roles import Role
from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.desk import reports, signs_up_as
from tests.browser.driving.organisers import addresses_of, founds_a_club, plans
from tests.browser.driving.people import Person
from tests.browser.looks.axe import see, see_the_desk, unreadable, violations, worn
from tests.browser.test_pages import FOR_ALL, FOR_GUESTS, FOR_PLAYERS

THEMES = ("light", "dark")
LOOKS = [
    *({"felt": felt, "tiles": "ivory"} for felt in Felt.values),
    *({"felt": "green", "tiles": tiles} for tiles in Tiles.values),
    *({"felt": "contrast", "tiles": "contrast", "pips": pips} for pips in Pips.values),
]
DESK = ["queue/", "queue/?whose=all", "appeals/", "approvals/", "figures/", "health/"]
LISTS = [
    "accounts/player",
    "games/table",
    "chat/chatline",
    "tournaments/tournament",
    "clubs/club",
    "action_log/logline",
]
FOR_ALL_TOO = [
    "/clubs/",
    "/tournaments/",
    "/matches/",
    "/transparency/",
    "/about/",
    *(f"/about/{page}/" for page in ("community", "contact", "imprint", "privacy", "terms")),
    "/account/inactive/",
    "/account/confirm-email/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
]
MORE = [
    "/notices/",
    "/notices/choices/",
    "/clubs/new/",
    "/tournaments/new/",
    "/calendar/",
    "/preferences/people/",
    "/preferences/my-data/",
    "/preferences/my-data/delete/",
    "/preferences/programs/",
    "/preferences/programs/bots/",
    "/standing/",
    "/standing/acts/",
    "/reports/",
    "/account/sessions/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
]


def test_pages_for_all(alice: Person) -> None:
    assert see(alice, [*FOR_ALL, *FOR_ALL_TOO]) == {}


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
    more = [
        *(f"{tournament}{part}/" for part in ("players", "watch", "wall", "webhooks")),
        *(f"{club}{part}/" for part in ("leagues", "leagues/new")),
        f"/embed{tournament}standings/",
    ]
    assert see(alice, [*addresses_of(club, tournament), *more]) == {}


def test_the_moderators_desk(welcome: Welcome, site: WholeSite) -> None:
    player = welcome("Ada").signs_up("Adalind")
    player.plays_now("Chicken Foot").says("Read me")
    player.hears("Read me")
    reports(welcome("Visitor"), "player/Adalind", "Advertising or spam")
    judge = signs_up_as(Role.HEAD, welcome("Hanno"), "Hannovera", site).visits("/admin/desk/queue/")
    judge.page.locator(".desk-queue li").filter(has_text="Adalind").get_by_role("button", name="Take it").click()
    judge.page.get_by_role("heading", name="Close the case").wait_for()
    case = judge.address
    person = judge.page.get_by_role("link", name="Adalind").first.get_attribute("href") or ""
    table = player.address.split("/")[2]
    pages = [*(f"/admin/desk/{one}" for one in DESK), case, f"/admin/desk/matches/{table}/"]
    assert see_the_desk(judge, ["/admin/", *pages, *(f"/admin/{one}/" for one in LISTS), person]) == {}


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


def test_unreadable_text_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<body style='background: #fff'><p style='color: #bbb'>Pale words</p><img src=/x.png>")
    assert [found.split(":")[0] for found in unreadable(page)] == ["color-contrast"]
    assert "image-alt" in [found.split(":")[0] for found in violations(page)]
    page.close()

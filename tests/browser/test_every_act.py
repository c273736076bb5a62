"""Every kind of act, from a player's report to what the player concerned sees, and back if it can be lifted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from moderation.acts import KINDS
from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.desk import (
    LIFTED,
    NAMES,
    RESTRICTED,
    TAKEN_BACK,
    WALKS,
    Desk,
    expect_line,
    is_told,
    reports,
)
from tests.browser.driving.people import Person


@pytest.fixture(scope="module")
def made(site: WholeSite) -> dict[str, Any]:
    """Create people and objects with the services, in a separate process; return their sessions and ids."""
    script = f"from tests.browser.driving.judged import make; make({NAMES!r})"
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", script]
    output = subprocess.run(command, check=True, env=site.environment, cwd=settings.BASE_DIR, capture_output=True)
    told: dict[str, Any] = json.loads(output.stdout.splitlines()[-1])
    return told


Come = Callable[[str], Person]


@pytest.fixture
def come(welcome: Welcome, made: dict[str, Any]) -> Come:
    """Return a function that opens a browser for a signed-in person."""

    def signed_in(part: str) -> Person:
        person = welcome(NAMES[part])
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": made["sessions"][part], "url": person.site}
        person.context.add_cookies([cookie])  # type: ignore[list-item]
        return person

    return signed_in


@pytest.fixture
def walburga(come: Come) -> Person:
    return come("concerned")


@pytest.fixture
def rosamund(come: Come) -> Person:
    return come("reporter")


@pytest.fixture
def desk(come: Come) -> Desk:
    return Desk(come("judge"))


def test_every_kind_of_act_is_walked_through() -> None:
    assert set[str]().union(*WALKS.values()) == set(KINDS)
    assert sum(map(len, WALKS.values())) == len(KINDS)


def test_what_a_player_says(made: dict[str, Any], walburga: Person, rosamund: Person, desk: Desk) -> None:
    table = f"/table/{made['running']}/"
    for person in (walburga, rosamund):
        person.visits(table).sees_the_tiles()
    walburga.says("You play like a brick")
    rosamund.hears("You play like a brick")
    watching, rosamund.page = rosamund.page, rosamund.context.new_page()
    watching.get_by_label("About Walburga").first.click()
    line = watching.get_by_role("link", name="Report", exact=True).first.get_attribute("href") or ""
    reports(rosamund, line.removeprefix("/report/").strip("/"), "Abuse or insult")
    rosamund.page = watching
    desk.takes("Abuse")

    desk.does_where_it_stands("hide-line", "brick")
    expect_line("brick", walburga, rosamund, shown=False)
    is_told(walburga, "hidden something that you have written")
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    for person in (walburga, rosamund):
        person.visits(table).hears("brick")

    desk.does("hide-all")
    expect_line("brick", walburga, rosamund, shown=False)
    is_told(walburga, "hidden everything that you have written")
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    for person in (walburga, rosamund):
        person.visits(table).hears("brick")

    desk.does("warn")
    is_told(walburga, RESTRICTED)
    desk.lifts()
    is_told(walburga, LIFTED)

    desk.does("message")
    is_told(walburga, "The moderators write")
    desk.lifts()
    is_told(walburga, LIFTED)

    desk.does("mute")
    is_told(walburga, RESTRICTED)
    walburga.says("Nobody mutes me")
    expect(walburga.page.get_by_text(re.compile("You are muted")).first).to_be_visible()
    desk.lifts()
    is_told(walburga, LIFTED)
    walburga.says("I am back")
    rosamund.hears("I am back")
    expect_line("mutes", rosamund, shown=False)

    desk.closes_the_case()
    reports(rosamund, "player/Walburga", "Advertising or spam")
    rosamund.visits(table)
    desk.takes("spam")
    desk.does("shadow-hide")
    walburga.says("Buy my bricks")
    walburga.hears("Buy my bricks")
    desk.lifts()
    walburga.says("No bricks today")
    rosamund.hears("No bricks today")
    expect_line("Buy my", rosamund, shown=False)
    desk.closes_the_case()
    assert desk.done == WALKS["talk"]


def test_what_a_player_plays(made: dict[str, Any], walburga: Person, rosamund: Person, desk: Desk) -> None:
    table = f"/table/{made['running']}/"
    reports(rosamund, f"table/{made['running']}", "Stalling", about="Walburga")
    for person in (walburga, rosamund):
        person.visits(table).sees_the_tiles()
    desk.takes("Stalling")

    desk.does("remove-from-table")
    is_told(walburga, "removed you from a table")
    expect(walburga.table.own_tiles).to_have_count(0)
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.sees_the_tiles()

    desk.does("pause-play")
    expect(walburga.page.get_by_role("paragraph").filter(has_text="You are paused from play")).to_be_visible()
    desk.lifts()
    walburga.visits(table).sees_the_tiles()

    desk.does("stop-table")
    is_told(walburga, "has stopped your match")
    for person in (walburga, rosamund):
        expect(person.page.get_by_text("This table is closed")).to_be_visible()

    desk.closes_the_case()
    result = f"/table/{made['finished']}/result/"
    reports(rosamund, f"table/{made['finished']}", "Cheating", about="Walburga")
    desk.takes("Cheating")
    desk.does("void-result")
    is_told(walburga, "voided the result")
    voided = walburga.page.get_by_text("The moderators have voided this result")
    walburga.visits(result)
    expect(voided).to_be_visible()
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(result)
    expect(voided).to_have_count(0)
    desk.closes_the_case()
    assert desk.done == WALKS["play"]


def test_a_players_name_and_account(walburga: Person, rosamund: Person, desk: Desk) -> None:
    reports(rosamund, "player/Walburga", "Name or picture")
    walburga.visits("/tournaments/")
    desk.takes("Name")

    desk.does("rename")
    is_told(walburga, "taken your name away")
    walburga.visits("/tournaments/")
    assert walburga.name != "Walburga"
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits("/tournaments/")
    assert walburga.name == "Walburga"

    desk.does("pause-tournaments")
    is_told(walburga, RESTRICTED)
    walburga.visits("/standing/")
    expect(walburga.page.get_by_role("heading", level=2, name=re.compile("tournaments"))).to_be_visible()
    desk.lifts()
    is_told(walburga, LIFTED)

    desk.does("close-account")
    is_told(walburga, RESTRICTED)
    walburga.visits("/standing/")
    expect(walburga.page.get_by_role("heading", level=2, name=re.compile("closed"))).to_be_visible()
    desk.lifts()
    is_told(walburga, LIFTED)
    walburga.visits("/standing/")
    expect(walburga.page.get_by_text("You have no restrictions")).to_be_visible()
    desk.closes_the_case()
    assert desk.done == WALKS["account"]


def loses_and_gets_back(walburga: Person, desk: Desk, act: str, name: str, words: str) -> None:
    """Check that an act removes a name or text from the open page, and that lifting it restores the text."""
    named = walburga.page.get_by_text(name)
    expect(named).not_to_have_count(0)
    desk.does(act)
    is_told(walburga, words)
    walburga.page.reload()
    expect(named).to_have_count(0)
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.page.reload()
    expect(named).not_to_have_count(0)


def test_a_club(made: dict[str, Any], walburga: Person, rosamund: Person, desk: Desk) -> None:
    address = f"/club/{made['club']}/"
    main = walburga.page.get_by_role("main")
    emblem = walburga.page.locator(f"img[src*='{made['club']}']")
    reports(rosamund, f"club/{made['club']}", "Name or picture")
    walburga.visits(address)
    expect(main).to_contain_text("Only louts are welcome.")
    desk.takes("Name")
    loses_and_gets_back(walburga, desk, "rename-club", "Rough Bones", "taken the name of your club away")
    loses_and_gets_back(walburga, desk, "remove-club-text", "Only louts are welcome.", "removed the text of your club")

    expect(main).to_contain_text("Everyone who lost is a brick.")
    desk.does_where_it_stands("remove-announcement", "Bad losers")
    is_told(walburga, "removed an announcement of yours")
    walburga.visits(address)
    expect(main).not_to_contain_text("Everyone who lost is a brick.")

    drawn = emblem.first.get_attribute("src")
    desk.does("remove-emblem")
    is_told(walburga, "removed the emblem of your club")
    walburga.visits(address)
    assert emblem.first.get_attribute("src") != drawn
    desk.lifts()
    is_told(walburga, TAKEN_BACK)

    walburga.visits(f"{address}season/")
    loses_and_gets_back(walburga, desk, "rename-seasons", "Lout Season", "seasons away")
    walburga.visits(f"{address}leagues/")
    loses_and_gets_back(walburga, desk, "rename-leagues", "Lout League", "leagues and divisions away")
    desk.does("freeze-club")
    is_told(walburga, "frozen your club")
    walburga.visits(address)
    frozen = walburga.page.get_by_text("The moderators have frozen this club").first
    expect(frozen).to_be_visible()
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(address)
    expect(frozen).to_have_count(0)
    walburga.visits()  # the page of a club reloads when the club is closed, and loses its toasts
    desk.does("close-club")
    is_told(walburga, "closed your club")
    assert walburga.answer(address) != 200
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    assert walburga.answer(address) == 200
    desk.closes_the_case()
    assert desk.done == WALKS["club"]


def test_an_entry_in_a_tournament(made: dict[str, Any], come: Come, rosamund: Person, desk: Desk) -> None:
    reports(rosamund, f"table/{made['board']}", "Cheating", about="Wendelin")
    wendelin = come("entrant").visits("/clubs/")
    desk.takes("Cheating")
    desk.does("withdraw-entry")
    is_told(wendelin, "taken you out of a tournament")
    address = f"/tournament/{made['joined']}/"
    wendelin.visits(address)
    gone = wendelin.page.get_by_role("main").get_by_text("withdrawn", exact=True)
    expect(gone.first).to_be_visible()
    desk.lifts()
    is_told(wendelin, TAKEN_BACK)
    wendelin.visits(address)
    expect(gone).to_have_count(0)
    desk.closes_the_case()
    assert desk.done == WALKS["entry"]


def test_a_tournament(made: dict[str, Any], walburga: Person, rosamund: Person, desk: Desk) -> None:
    led = f"/tournament/{made['led']}/"
    main, title = walburga.page.get_by_role("main"), walburga.page.get_by_role("heading", level=1)
    reports(rosamund, f"tournament/{made['led']}", "Name or picture")
    walburga.visits(led)
    expect(main).to_contain_text("Only louts may come.")
    desk.takes("Name")
    desk.does("rename-tournament")
    is_told(walburga, "taken the name of your tournament away")
    walburga.visits(led)
    expect(title).not_to_contain_text("Lout Cup")
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(led)
    expect(title).to_contain_text("Lout Cup")
    desk.does("clean-tournament")
    is_told(walburga, "removed the description")
    walburga.visits(led)
    expect(main).not_to_contain_text("Only louts may come.")
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(led)
    expect(main).to_contain_text("Only louts may come.")

    loses_and_gets_back(walburga, desk, "rename-teams", "Lout Team", "names of the teams")
    desk.does("clean-series")
    is_told(walburga, "all dates of your series")
    walburga.visits(led)
    expect(title).not_to_contain_text("Lout Cup")
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(led)
    expect(title).to_contain_text("Lout Cup")
    desk.does("freeze-tournament")
    is_told(walburga, "frozen your tournament")
    frozen = walburga.page.get_by_text("The moderators have frozen this tournament").first
    walburga.visits(led)
    expect(frozen).to_be_visible()
    desk.lifts()
    is_told(walburga, TAKEN_BACK)
    walburga.visits(led)
    expect(frozen).to_have_count(0)
    desk.does("close-tournament")
    is_told(walburga, "cancelled your tournament")
    walburga.visits(led)
    expect(main).to_contain_text(re.compile("cancelled", re.IGNORECASE))
    desk.closes_the_case()
    assert desk.done == WALKS["tournament"]

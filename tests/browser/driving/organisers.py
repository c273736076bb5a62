"""What people do with clubs and tournaments: found, join, plan, organise, enter, play, download."""

from __future__ import annotations

import json
import re
import zipfile
from typing import Any

from playwright.sync_api import expect

from run.trial.whole_site import WholeSite, until
from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.at_tournament import Seating, TournamentView
from tests.browser.driving.people import Person

Table = re.compile(r"/table/[^/]+/$")
Tournament = re.compile(r"/tournament/[^/]+/$")
BackInTheRoom = re.compile(r"/control/(log/)?$")
BREAK = 30_000
"""Milliseconds between rounds: the shortest possible break."""
ENDING = 2 * PATIENCE
"""Milliseconds that the house may take for the unfinished matches of a round, however busy the machine is."""
Record = dict[str, Any]


class Sees(TournamentView):
    """A tournament's page on a person's screen."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.page)


# --- Clubs ---


def founds_a_club(owner: Person, name: str, **facts: str) -> str:
    """Found a club and return its address; `facts` are values of form fields ("yes" for a tick)."""
    owner.visits("/clubs/")
    owner.hands.press(owner.page.get_by_role("link", name="Start a club").first)
    owner.writes("Name", name)
    for field, choice in facts.items():
        fills_in(owner, field, choice)
    owner.presses("Start the club")
    expect(owner.page.get_by_role("heading", level=1, name=name)).to_be_visible()
    return owner.address


def joins_the_club(person: Person, name: str) -> None:
    """Join a club from the directory."""
    person.visits("/clubs/")
    person.hands.press(person.page.get_by_role("link", name=name).first)
    person.presses("Join the club")
    expect(person.page.get_by_text("You are a member", exact=True)).to_be_visible()


# --- Planning and leading ---


def plans(organiser: Person, kind: str, *, club: str = "", **wishes: str) -> str:
    """Announce a tournament from a preset and return its URL.

    `club` is the URL of the club's page; `wishes` are values of form fields ("yes" for a tick).
    """
    organiser.visits(club or "/tournaments/")
    organiser.hands.press(organiser.page.get_by_role("link", name="Plan a tournament", exact=True).first)
    organiser.hands.press(organiser.page.get_by_role("link", name=re.compile(f"^{re.escape(kind)}")))
    organiser.page.wait_for_url("**/tournaments/new/?*preset=*")
    folded = organiser.page.locator("details.fold:not([open]) > summary")
    while folded.count():
        organiser.hands.press(folded.first)
    for field, wish in wishes.items():
        fills_in(organiser, field, wish)
    organiser.forgives("htmx:")  # a running estimate is aborted
    organiser.presses("Announce it")
    expect(organiser.page.get_by_text("The tournament was announced.")).to_be_visible()
    organiser.follows("To the tournament page")
    organiser.page.wait_for_url(Tournament)
    return organiser.address


def fills_in(person: Person, field: str, wish: str) -> None:
    lines = person.page.get_by_role("textbox", name=field, exact=True)
    numbers = person.page.get_by_role("spinbutton", name=field, exact=True)
    tick = person.page.get_by_role("checkbox", name=field, exact=True)
    if (one := lines.or_(numbers)).count():
        one.fill(wish)
    elif tick.count():
        tick.set_checked(wish == "yes")
    else:
        person.chooses(field, wish)


def goes_to_the_control_room(organiser: Person, tournament: str) -> None:
    organiser.visits(tournament).follows("Control room")
    organiser.page.wait_for_url("**/control/")


def acts_after_a_look(organiser: Person, act: str, **fields: str) -> None:
    """Fill in an action's form in the control room, read the preview, and carry out the action."""
    organiser.follows(act)
    for field, wish in fields.items():
        fills_in(organiser, field, wish)
    if fields:
        organiser.presses("See what it does")
    reason = organiser.page.get_by_label("Why?")
    if reason.count():
        reason.fill("We agreed on it")
    carries_out(organiser)


def carries_out(organiser: Person) -> None:
    """Press the button below the preview, and press it again whenever the tournament has changed in the meantime."""
    button = organiser.page.locator(".control-action form[method=post]").get_by_role("button")
    moved_on = organiser.page.get_by_text("Look again.")
    organiser.forgives("409")
    while not BackInTheRoom.search(organiser.address):
        with organiser.page.expect_navigation():
            organiser.hands.press(button)
        assert BackInTheRoom.search(organiser.address) or moved_on.is_visible()


def addresses_of(club: str, tournament: str) -> list[str]:
    """Return the pages of a club and of its tournament that the organiser sees before the start."""
    return [
        *(f"{club}{part}" for part in ("", "members/", "announcements/", "announcements/new/", "season/")),
        *(f"{club}{part}" for part in ("season/new/", "desk/", "log/", "edit/")),
        *(f"{tournament}{part}" for part in ("", "plan/", "plan/edit/", "rehearsal/", "control/", "control/log/")),
        *(f"{tournament}control/{act}/" for act in ("start", "bots", "cancel")),
        f"/tournaments/new/?club={club.split('/')[2]}",
        "/tournaments/new/?preset=kardinal-evening",
    ]


# --- Playing ---


def signs_up_with_an_address(person: Person, name: str, site: WholeSite) -> Person:
    """Sign up with an e-mail address, confirmed with the link from the letter, which is in the site's log."""
    email = f"{name.lower()}@example.org"
    person.signs_up(name, email=email)
    letter = re.compile(rf"To: {email}.*?(/account/confirm-email/\S+)", re.DOTALL)
    until(lambda: letter.search(site.log) is not None)
    (link,) = letter.findall(site.log)
    person.visits(link).presses("Yes, confirm")
    expect(person.page.get_by_role("button", name="Yes, confirm")).to_have_count(0)
    return person


def enters(player: Person, tournament: str) -> None:
    player.visits(tournament).presses("Enter")
    expect(Sees(player).heading("You have entered")).to_be_visible()


def checks_in(player: Person) -> None:
    """Check in as soon as the open page offers it."""
    player.hands.press(player.page.get_by_role("button", name="I am here: check in"))
    expect(Sees(player).heading("You are checked in")).to_be_visible()


def is_led_to_a_table(player: Person) -> str:
    """Wait until the open page goes to a table by itself; return the table's address."""
    player.page.wait_for_url(Table, timeout=BREAK + PATIENCE)
    return player.address


def is_led_on(player: Person, table: str) -> str:
    """Wait until the open page goes to another table than this one by itself; return its address."""
    player.page.wait_for_url(re.compile(rf"/table/(?!{table.split('/')[2]})[^/]+/$"), timeout=BREAK + PATIENCE)
    return player.address


def has_the_house_finish(organiser: Person, tournament: str, player: Person) -> None:
    """Make the site finish the match at the table where this player sits."""
    goes_to_the_control_room(organiser, tournament)
    card = organiser.page.locator(".control-tables > li", has_text=player.name).locator("a[href*='/finish/']")
    organiser.visits(card.get_attribute("href") or "")
    organiser.writes("Why?", "They have to go")
    carries_out(organiser)


def comes_back(player: Person, tournament: str) -> None:
    """Return from a table whose match is over."""
    player.follows("Back to the tournament")
    player.page.wait_for_url(f"**{tournament}")


def sees_the_final_standings(person: Person) -> None:
    """Wait until the open page shows the final standings."""
    expect(Sees(person).final_standings).to_be_visible(timeout=ENDING)


def seating_of(person: Person, tournament: str, number: int) -> Seating:
    """Return the seating shown on a round's own page."""
    person.visits(f"{tournament}round/{number}/")
    return Sees(person).seating()


def downloads_all_records(person: Person) -> list[Record]:
    with person.page.expect_download() as download:
        person.follows("All records")
    with zipfile.ZipFile(download.value.path()) as archive:
        names = [name for name in archive.namelist() if name.startswith("round-")]
        return [json.loads(archive.read(name)) for name in names]

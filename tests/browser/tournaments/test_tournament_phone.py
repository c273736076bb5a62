"""Tournaments and clubs on a phone and by keyboard: every page fits, and what matters is one press away."""

import pytest

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Fingers, Keyboard
from tests.browser.driving.looks import faults
from tests.browser.driving.organisers import (
    addresses_of,
    checks_in,
    comes_back,
    enters,
    founds_a_club,
    goes_to_the_control_room,
    is_led_to_a_table,
    joins_the_club,
    plans,
    sees_the_final_standings,
)
from tests.browser.driving.people import Person
from tests.browser.matches.test_match_phone import PHONE, all_is_in_sight, is_in_sight

ONE_ROUND = {"Rounds": "1", "Fewest players": "2", "Time for each move": "2 min"}


def starts_with_bots(olga: Person, tournament: str, bots: int) -> None:
    goes_to_the_control_room(olga, tournament)
    olga.follows("Add bots")
    olga.writes("How many bots?", str(bots))
    olga.presses("See what it does")
    olga.presses("Add bots")
    olga.follows("Start now")
    olga.presses("Start now")


def test_pages_fit_a_phone_even_if_a_name_is_a_single_long_word(welcome: Welcome) -> None:
    olga = welcome("Olga", **PHONE).signs_up("WordyOlga")
    club = founds_a_club(olga, "Donaudampfschifffahrtsdominofreunde")
    name = "Kardinaldominofreundschaftsmeisterschaftsqualifikation"
    event = plans(olga, "Chicken Foot, short", club=club, **{"Name": name})
    for address in ("/clubs/", "/tournaments/", f"{event}print/poster/", *addresses_of(club, event)):
        assert list(faults(olga.visits(address).page)) == [], address


def opens_check_in(olga: Person, tournament: str) -> None:
    goes_to_the_control_room(olga, tournament)
    olga.presses("Open check-in now")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_tournament_is_played_on_a_phone(welcome: Welcome, colours: str) -> None:
    olga = welcome("Olga").signs_up(f"Phone{colours}")
    wishes = {"Name": f"On the train, {colours}", **ONE_ROUND}
    tournament = plans(olga, "Chicken Foot, short", **wishes)
    pia = welcome("Pia", Fingers, color_scheme=colours, **PHONE).signs_up(f"Pia{colours}")

    pia.visits(tournament)
    assert pia.sees_a_dark_page == (colours == "dark")
    is_in_sight(pia.page.get_by_role("button", name="Enter", exact=True))
    enters(pia, tournament)
    opens_check_in(olga, tournament)
    checks_in(pia)
    assert list(faults(pia.page)) == []
    starts_with_bots(olga, tournament, 3)

    is_led_to_a_table(pia)
    pia.plays(turns=1)
    all_is_in_sight(pia)
    pia.plays_until_the_end()
    comes_back(pia, tournament)
    sees_the_final_standings(pia)
    for page in (tournament, f"{tournament}round/1/", "/tournaments/", "/tournaments/?when=over", "/calendar/"):
        assert list(faults(pia.visits(page).page)) == [], page


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_of_clubs_and_organisers_fit_on_a_phone(welcome: Welcome, colours: str) -> None:
    olga = welcome("Olga", Fingers, color_scheme=colours, **PHONE).signs_up(f"Fits{colours}")
    club = founds_a_club(olga, f"Pocket Pigeons, {colours}")
    tournament = plans(olga, "Two-Step knockout", club=club, **{"Name": f"In a pocket, {colours}"})
    pages = [
        *addresses_of(club, tournament),
        "/clubs/",
        "/clubs/new/",
        "/tournaments/",
        "/calendar/",
    ]
    wrong = {page: found for page in pages if (found := list(faults(olga.visits(page).page)))}
    assert wrong == {}


def test_somebody_joins_enters_and_checks_in_from_the_keyboard(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("KeysOlga")
    club = founds_a_club(olga, "Keen Kestrels")
    tournament = plans(olga, "Chicken Foot, short", club=club, **{"Name": "Kestrels by key"})
    kim = welcome("Kim", Keyboard).signs_up("KeysKim")
    joins_the_club(kim, "Keen Kestrels")
    kim.hands.press(kim.page.get_by_role("link", name="Kestrels by key"))
    kim.page.wait_for_url(f"**{tournament}")
    enters(kim, tournament)
    opens_check_in(olga, tournament)
    checks_in(kim)

"""A knockout of four, and who may not see what."""

import re

from playwright.sync_api import expect

from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import (
    Sees,
    acts_after_a_look,
    comes_back,
    enters,
    founds_a_club,
    goes_to_the_control_room,
    is_led_to_a_table,
    plans,
    sees_the_final_standings,
    signs_up_with_an_address,
)
from tests.browser.driving.people import PASSWORD, Person, play_together

NO_CHECK_IN = {"Check-in": "none: everyone who has entered plays", "Time for each move": "2 min"}
QUICK = {**NO_CHECK_IN, "Break between rounds": "30 s"}


def test_a_knockout_of_four_with_semi_finals_a_final_and_a_third_place(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("UmpireOlga")
    wishes = {"Name": "Four at once", "What is played": "Custom", "Points to win": "1"}
    knockout = plans(olga, "Two-Step knockout", **wishes, **QUICK)
    players = [welcome(name).signs_up(f"Duke{name}") for name in ("Ada", "Bo")]
    for player in players:
        enters(player, knockout)
    goes_to_the_control_room(olga, knockout)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "2"})
    acts_after_a_look(olga, "Start now")

    olga.follows("Tournament page")
    sees = Sees(olga)
    for _round in ("semi-finals", "final and third place"):
        for player in players:
            is_led_to_a_table(player)
        play_together(*players)
        for player in players:
            comes_back(player, knockout)

    for person in (olga, *players):
        sees_the_final_standings(person)
    expect(sees.bracket.get_by_role("heading", level=3)).to_have_text(["Semi-finals", "Final", "Third place"])
    expect(sees.matches).to_have_count(4)
    expect(sees.bracket.get_by_text("wins")).to_have_count(4)
    standing = list(sees.scores())
    first, second, third, fourth = standing
    assert sees.pair(2) == {first, second}
    assert sees.pair(3) == {third, fourth}
    expect(sees.medals).to_have_count(3)
    for player in players:
        rank = standing.index(player.name) + 1
        expect(Sees(player).heading(f"You came in place {rank} of 4" if rank > 1 else "You have won!")).to_be_visible()


def test_a_sealed_table_is_hidden_from_the_players_of_others(welcome: Welcome, site: WholeSite) -> None:
    olga = welcome("Olga").signs_up("SealOlga")
    same_tiles = plans(olga, "Duplicate Chicken Foot", **{"Players at a table": "2", "Fewest players": "4"}, **QUICK)
    players = [signs_up_with_an_address(welcome(name), f"Seal{name}", site) for name in ("Ada", "Bo")]
    for player in players:
        enters(player, same_tiles)
    goes_to_the_control_room(olga, same_tiles)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "2"})
    acts_after_a_look(olga, "Keep two apart", **{"Who?": "SealAda", "And who?": "SealBo"})
    acts_after_a_look(olga, "Start now")
    own_tables = [is_led_to_a_table(player) for player in players]
    hidden_tables = olga.page.locator("#tables").get_by_text("hidden until the round is over")
    expect(hidden_tables).to_have_count(2)
    expect(olga.page.locator("#tables").get_by_role("link", name="Table")).to_have_count(0)
    for player, own, other in zip(players, own_tables, reversed(own_tables), strict=True):
        player.sees_the_tiles()
        player.forgives("404")
        player.visits(other)
        expect(player.page.get_by_role("heading", level=1)).to_contain_text("not")
        player.visits(same_tiles)
        hidden = player.page.get_by_text("Hidden until the round is over").filter(visible=True)
        expect(hidden).to_have_count(1)
        expect(player.page.get_by_role("link", name=re.compile(r"^Watch\b(?! all)"))).to_have_count(0)
        player.hands.press(Sees(player).now.get_by_role("link", name="To your table"))
        assert player.address == own
        player.sees_the_tiles()


def found_in_private(olga: Person, owls: str) -> tuple[str, str]:
    """Found a private club with a tournament; return their addresses."""
    club = founds_a_club(olga, owls, **{"Private": "yes", "Who may join": "by invitation"})
    return club, plans(olga, "Chicken Foot, short", club=club, **{"Name": "Owls at night"})


def test_a_removed_member_no_longer_sees_a_private_clubs_tournament(welcome: Welcome) -> None:
    olga, mia = welcome("Olga").signs_up("StrictOlga"), welcome("Mia").signs_up("MemberMia")
    club, tournament = found_in_private(olga, "Strict Owls")
    olga.visits(f"{club}desk/").presses("Create the link")
    mia.follows_the_invitation(olga.page.locator("input[readonly]").input_value())
    mia.presses("Join the club")
    mia.visits(tournament)
    expect(mia.page.get_by_role("heading", level=1)).to_contain_text("Owls at night")
    mia.forgives("404")
    olga.visits(f"{club}members/{mia.name}/")
    olga.presses("Remove")
    expect(mia.page.get_by_role("heading", level=1)).to_contain_text("not")


def test_a_private_club_keeps_its_tournaments_from_strangers(welcome: Welcome) -> None:
    club, tournament = found_in_private(welcome("Olga").signs_up("QuietOlga"), "Quiet Owls")
    for stranger in (welcome("Mallory"), welcome("Sybil").signs_up("StrangerSybil")):
        stranger.forgives("404")
        stranger.visits(club)
        expect(stranger.page.get_by_text("This club is private")).to_be_visible()
        expect(stranger.page.get_by_text("Owls at night")).to_have_count(0)
        for address in (
            tournament,
            f"{tournament}live/",
            f"{tournament}control/",
            f"{tournament}standings.csv",
            f"{tournament}tournament.ics",
            f"{club}members/",
            f"{club}season/",
            f"{club}log/",
            f"{club}tournaments.ics",
        ):
            assert stranger.answer(address) == 404, address
        stranger.visits("/tournaments/")
        expect(stranger.page.get_by_text("Owls at night")).to_have_count(0)


def test_a_guest_keeps_the_account_and_comes_back_to_enter(welcome: Welcome) -> None:
    tournament = plans(welcome("Olga").signs_up("HostOlga"), "Two-Step evening", **{"Name": "Guests welcome"})
    guest: Person = welcome("Gus").comes_as_a_guest()
    guest.visits(tournament)
    expect(guest.page.get_by_role("button", name="Enter")).to_have_count(0)
    guest.follows("Keep my account, then come back here")
    guest.writes("Name", "GusTheGuest")
    guest.writes("Password", PASSWORD)
    guest.presses("Keep my account")
    guest.page.wait_for_url(f"**{tournament}")
    guest.presses("Enter")
    expect(Sees(guest).heading("You have entered")).to_be_visible()

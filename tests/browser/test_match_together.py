"""Two people at one table, each with a browser of their own, and an onlooker with a third."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.people import Person, play_together
from tests.whole_site import until

ONE_DEAL = {
    "Chicken Foot": {"What to play": "One deal"},
    "Two-Step": {"What to play": "My own way", "Points to win": "1"},
    "Kardinaldomino": {
        "What to play": "My own way",
        "The match ends": "after a number of deals",
        "Number of deals (when played for a number of deals)": "1",
    },
}
FOR_TWO = {"Chicken Foot": {"Players": "2"}, "Two-Step": {}, "Kardinaldomino": {"Players": "2"}}


def sit_down_together(alice: Person, bob: Person, game: str, **wishes: str) -> None:
    """Alice opens a table while Bob looks at the lobby: it appears on the open page, and he joins."""
    bob.visits()
    alice.opens_a_table(game, **ONE_DEAL[game], **FOR_TWO[game], **wishes)
    bob.joins_from_the_lobby(alice)
    alice.sees_the_tiles()
    bob.sees_the_tiles()


def no_hidden_tile_is_in_the_page(seen_by: Person, of: Person) -> None:
    """Once both have seen the same moves, and no hand lies open at the end of a deal."""

    def have_seen_the_same() -> bool:
        there, here = of.table, seen_by.table
        return there.moves == here.moves and len(there.hand) == here.tiles_of(of.name)

    until(have_seen_the_same, 10)
    if not seen_by.table.hands_lie_open:
        assert not set(of.table.hand) & seen_by.table.everything_named


@pytest.mark.parametrize("game", ONE_DEAL)
def test_two_people_play_and_nobody_sees_what_is_hidden(welcome: Welcome, game: str) -> None:
    alice, bob, charlie = welcome("Alice"), welcome("Bob"), welcome("Charlie")
    sit_down_together(alice, bob, game)
    charlie.visits(alice.address)

    def look_around() -> None:
        for eyes, of in [(alice, bob), (bob, alice), (charlie, alice), (charlie, bob)]:
            no_hidden_tile_is_in_the_page(eyes, of)

    look_around()
    play_together(alice, bob, before_each_turn=look_around)
    for person in (alice, bob, charlie):
        expect(person.table.whole_match).to_be_visible()
    bob.reads_the_result()
    expect(bob.page.get_by_text("from the player’s browser")).to_have_count(2)

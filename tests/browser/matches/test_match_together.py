"""Two people at one table and an onlooker, each with their own browser."""

from itertools import permutations

import pytest
from playwright.sync_api import expect

from games.rules import registered
from games.rules.records import record
from run.trial.whole_site import until
from tests.block_game.rules import BlockGame
from tests.browser.conftest import Welcome
from tests.browser.driving.at_table import Glimpse
from tests.browser.driving.one_deal import ONE_DEAL
from tests.browser.driving.people import Person, play_together, sit_down_together


def glimpses_of_one_moment(people: dict[str, Person]) -> dict[str, Glimpse]:
    """Return what each person sees at a moment when all have seen the same moves."""
    seen: dict[str, Glimpse] = {}

    def is_one_moment() -> bool:
        seen.update({name: person.table.glimpse() for name, person in people.items()})
        return len({glimpse.moves for glimpse in seen.values()}) == 1 and all(
            len(seen[of].hand) == seen[eyes].tiles_of(of) for eyes, of in pairs(seen)
        )

    until(is_one_moment)
    return seen


def pairs(names: dict[str, Glimpse]) -> list[tuple[str, str]]:
    """Return pairs of a viewer and a player; nobody looks at an onlooker."""
    return [(eyes, of) for eyes, of in permutations(names, 2) if names[of].hand]


def nobody_sees_what_is_hidden(people: dict[str, Person]) -> None:
    seen = glimpses_of_one_moment(people)
    if any(glimpse.hands_lie_open for glimpse in seen.values()):
        return
    for eyes, of in pairs(seen):
        hidden = set(seen[of].hand)
        assert hidden <= seen[of].named
        assert not hidden & seen[eyes].named


@pytest.mark.parametrize("game", ONE_DEAL)
def test_two_people_play_and_nobody_sees_what_is_hidden(welcome: Welcome, game: str) -> None:
    alice, bob, charlie = welcome("Alice"), welcome("Bob"), welcome("Charlie").comes_as_a_guest()
    sit_down_together(alice, bob, game)
    charlie.visits(alice.address)
    people = {person.name: person for person in (alice, bob, charlie)}
    play_together(alice, bob, before_each_turn=lambda: nobody_sees_what_is_hidden(people))
    for person in (alice, bob, charlie):
        expect(person.table.whole_match).to_be_visible()
    bob.reads_the_result()
    expect(bob.page.get_by_text("from the player\u2019s browser")).to_have_count(2)
    with registered(BlockGame()):
        assert list(record.check(bob.downloads_the_record())) == []


def test_no_page_keeps_the_tiles_of_an_earlier_deal(welcome: Welcome) -> None:
    alice, bob, charlie = welcome("Alice"), welcome("Bob"), welcome("Charlie").comes_as_a_guest()
    two_deals = {"Number of deals (when played for a number of deals)": "2"}
    sit_down_together(alice, bob, "Kardinaldomino", **two_deals)
    people = {person.name: person for person in (alice, bob, charlie)}
    came_with: list[int] = []

    def nobody_sees_more() -> None:
        if len(came_with) < 8:
            charlie.visits(alice.address)
            came_with.append(alice.table.glimpse().moves)
        nobody_sees_what_is_hidden(people)

    play_together(alice, bob, before_each_turn=nobody_sees_more)
    assert max(came_with) >= 4


def test_they_chat_and_onlookers_talk_among_themselves(alice: Person, bob: Person, welcome: Welcome) -> None:
    charlie = welcome("Charlie").signs_up("Charlie")
    sit_down_together(alice, bob, "Two-Step")
    charlie.visits(alice.address)
    charlie.says("Good luck to nobody in particular")
    charlie.hears("Good luck to nobody in particular")
    alice.says("Have a good match, Bob")
    bob.hears("Have a good match, Bob")
    charlie.hears("Have a good match, Bob")
    bob.says("You too")
    alice.hears("You too")
    for player in (alice, bob):
        expect(player.page.get_by_role("log")).not_to_contain_text("nobody in particular")


def test_a_private_rematch_needs_an_invitation(alice: Person, bob: Person) -> None:
    alice.opens_a_table("Kardinaldomino", **ONE_DEAL["Kardinaldomino"], **{"Who may join": "by invitation link"})
    bob.follows_the_invitation(alice.invitation)
    bob.presses("Sit here")
    play_together(alice, bob)
    first_table = bob.address
    alice.presses("Rematch")
    bob.presses("To the rematch")
    for person in (alice, bob):
        person.page.wait_for_url(lambda url: not url.endswith(first_table))
        person.sees_the_tiles()
    assert alice.address == bob.address

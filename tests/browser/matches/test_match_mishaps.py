"""Mishaps during a match: reloading, losing the connection, the server dying. Nothing is lost."""

import os
import signal

import pytest

from games.rules.records import record
from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.cable import Cable
from tests.browser.driving.people import Person


@pytest.fixture
def alice_at_the_cable(welcome: Welcome, cable: Cable) -> Person:
    alice = welcome("Alice", by=cable.url)
    alice.forgives_a_dead_line()
    return alice


def test_a_page_that_is_loaded_again_shows_the_same_table(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.plays(turns=4)
    alice.finds_a_tile_that_fits()  # the house makes no move before she does
    before = alice.table.glimpse()
    laid = alice.table.laid
    alice.page.reload()
    alice.table.wait_for_something_to_do()
    after = alice.table.glimpse()
    assert (after.hand, after.moves, alice.table.laid) == (before.hand, before.moves, laid)
    alice.plays(turns=1)


def test_a_match_survives_a_cut_connection(alice_at_the_cable: Person, cable: Cable) -> None:
    alice = alice_at_the_cable
    alice.plays_now("Kardinaldomino")
    alice.plays(turns=2)
    alice.table.wait_for_something_to_do()
    cable.cut()
    alice.is_told_that_the_line_is_cut()
    cable.mend()
    alice.is_connected_again()
    alice.plays_until_the_end()


def test_a_move_made_offline_is_played_after_reconnecting(alice_at_the_cable: Person, cable: Cable) -> None:
    alice = alice_at_the_cable
    alice.plays_now("Chicken Foot")
    tile = alice.finds_a_tile_that_fits()
    cable.cut()
    alice.is_told_that_the_line_is_cut()
    alice.lays(tile)
    cable.mend()
    alice.sees_laid(tile)


def test_a_move_whose_answer_is_lost_is_not_played_twice(alice_at_the_cable: Person, cable: Cable, bob: Person) -> None:
    alice = alice_at_the_cable
    alice.plays_now("Chicken Foot")
    bob.visits(alice.address)
    tile = alice.finds_a_tile_that_fits()
    cable.lose_answers()
    alice.lays(tile)
    bob.sees_laid(tile)
    cable.cut()
    cable.mend()
    alice.sees_laid(tile)
    alice.plays(turns=2)


def test_a_match_survives_a_crash_of_the_server(alice: Person, site: WholeSite) -> None:
    alice.forgives_a_dead_line()
    alice.plays_now("Kardinaldomino")
    alice.plays(turns=2)
    alice.table.wait_for_something_to_do()
    moves = alice.table.moves
    os.kill(site.pids("web")[-1], signal.SIGKILL)
    alice.is_told_that_the_line_is_cut()
    alice.is_connected_again()
    assert alice.table.moves[: len(moves)] == moves
    alice.plays_until_the_end()
    alice.reads_the_result()
    assert list(record.check(alice.downloads_the_record())) == []

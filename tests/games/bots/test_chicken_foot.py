"""What a sound player of Chicken Foot does in given positions."""

import pytest

from games.bots.chicken_foot import open_halves
from games.rules import View
from tests.games.bots.positions import chicken_foot, choices

ARMS = "9-9 9-5@9-9 9-4@9-9 9-2@9-9 9-1@9-9"
"""Ends: 5, 4, 2, 1."""


def test_goes_out_whatever_else_there_is() -> None:
    assert choices(chicken_foot(ARMS, "5-4 ", "5-4@9-4, 5-4@9-5")) == {"5-4@9-4", "5-4@9-5"}
    assert choices(chicken_foot(ARMS, "1-0", "1-0@9-1, pass")) == {"1-0@9-1"}


def test_sheds_the_double_blank_that_costs_50() -> None:
    layout = f"{ARMS} 5-0@9-5"
    view = chicken_foot(layout, "0-0 8-4 7-1 4-3", "0-0@5-0, 4-3@9-4, 7-1@9-1, 8-4@9-4")
    assert choices(view) == {"0-0@5-0"}


@pytest.mark.parametrize(("others", "best"), [((7, 1, 7), "7-5@9-5"), ((7, 7, 7), "6-2@9-2")])
def test_sheds_what_is_heavy_when_somebody_is_about_to_go_out_and_keeps_many_numbers_before(
    others: tuple[int, ...], best: str
) -> None:
    """6-2 leaves 7, 6, 5, 2 and 0 in hand; 7-5 leaves only 6, 2 and 0."""
    assert choices(chicken_foot(ARMS, "7-5 6-2 6-0 2-0", "2-0@9-2, 6-2@9-2, 7-5@9-5", others=others)) == {best}


def test_opens_an_end_for_the_kept_tiles() -> None:
    """3-2 and 3-0 can follow on 5-3, nothing on 6-2."""
    assert choices(chicken_foot(ARMS, "5-3 6-2 3-2 3-0", "3-2@9-2, 5-3@9-5, 6-2@9-2")) == {"5-3@9-5"}


def test_opens_a_0_for_0_0() -> None:
    """4-0 is much lighter than 8-5, but 0-0 fits on nothing else and counts 50."""
    assert choices(chicken_foot(ARMS, "4-0 8-5 8-7 0-0", "4-0@9-4, 8-5@9-5")) == {"4-0@9-4"}
    assert choices(chicken_foot(ARMS, "4-0 8-5 8-7 1-1", "4-0@9-4, 8-5@9-5")) == {"8-5@9-5"}


def test_starts_no_foot_that_cannot_be_finished_when_holding_most() -> None:
    assert "5-5@9-5" not in choices(_with_last_fives("5-5 8-7 8-6 7-6 8-4 4-3", others=(2, 2)))


def test_starts_a_foot_that_cannot_be_finished_when_holding_least() -> None:
    assert choices(_with_last_fives("5-5 2-0 4-3", others=(8, 9))) == {"5-5@9-5"}


def _with_last_fives(hand: str, others: tuple[int, ...]) -> View:
    """Return a view with all fives on the table except 5-5 and 5-0; one end shows 5."""
    layout = f"{ARMS} 4-4@9-4 5-4@4-4 4-1@4-4 6-4@4-4 6-5@6-4 7-5@5-4 8-5@6-5 5-3@5-4 5-2@9-2 5-1@9-1"
    return chicken_foot(layout, hand, "4-3@5-3, 5-5@9-5", others=others)


def test_leaves_a_next_player_with_one_tile_nothing_to_place() -> None:
    """Only three tiles with a 1 fit a foot on 1-1; any other placing leaves the 7 open, and more."""
    layout = f"{ARMS} 6-5@9-5 6-1@6-5 5-2@9-2 5-1@5-2 7-4@9-4"
    view = chicken_foot(layout, "1-1 8-1 3-1 2-1 8-7", "1-1@5-1, 2-1@5-1, 3-1@5-1, 8-1@5-1", others=(1,))
    assert choices(view) == {"1-1@5-1"}


@pytest.mark.parametrize("hand", ["5-3 8-8", "5-3 0-0 9-8"])
def test_places_the_tile_just_drawn(hand: str) -> None:
    assert choices(chicken_foot(ARMS, hand, "5-3@9-5, pass")) == {"5-3@9-5"}


def test_keeps_a_foot_open_that_hardly_anybody_can_serve() -> None:
    """All fives but 5-0 are visible: the next player must draw. If somebody holds many tiles and most
    fives are hidden, the toe is laid."""
    layout = f"{ARMS} 4-4@9-4 5-4@4-4 4-1@4-4 6-4@4-4 6-5@6-4 7-5@5-4 8-5@6-5 5-5@9-5 5-3@5-5 5-2@5-5"
    rare = chicken_foot(layout, "5-1 2-1 1-0", "5-1@5-5, pass", must="5-5", left=1)
    assert choices(rare) == {"pass"}
    common = chicken_foot(f"{ARMS} 5-5@9-5", "5-1 2-1 1-0", "5-1@5-5, pass", must="5-5", left=3, others=(14,))
    assert choices(common) == {"5-1@5-5"}


def test_reads_the_open_halves_off_the_layout() -> None:
    """The 5 of 9-5 is covered by 5-5, whose toes end in 3 and 0; other arms end in 4, 2 and 1."""
    view = chicken_foot(f"{ARMS} 5-5@9-5 5-3@5-5 5-0@5-5", "8-8", "draw", must="5-5", left=1)
    assert open_halves(view.layout, 9) == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]

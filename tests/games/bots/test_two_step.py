"""What a sound player of Two-Step does in given positions."""

from tests.games.bots.positions import choices, two_step


def test_frees_the_dance_card_before_anything_else() -> None:
    view = two_step(
        "3-5 5-5 5-4",
        "4-1 3-2 6-6",
        "3-0@L, 3-2@L, 4-1@R, discard 3-2, discard 4-1, discard 6-6",
        top="3-0",
        their_top="6-0",
    )
    assert choices(view) == {"3-0@L"}


def test_frees_the_dance_card_where_it_does_not_free_the_other() -> None:
    """On the left, 4-3 would leave two ends for 4-1; on the right, it takes the only one away."""
    legal = "4-3@L, 4-3@R, discard 6-5, discard 6-6"
    assert choices(two_step("3-5 5-5 5-4", "6-5 6-6", legal, top="4-3", their_top="4-1")) == {"4-3@R"}
    assert choices(two_step("3-5 5-5 5-4", "6-5 6-6", legal, top="4-3", their_top="3-1")) == {"4-3@L"}


def test_frees_the_dance_card_by_way_of_the_hand() -> None:
    """4-1 at the right, then 2-1 of the dance card on it."""
    view = two_step(
        "3-5 5-5 5-4",
        "4-1 3-3 6-5",
        "3-3@L, 4-1@R, discard 3-3, discard 4-1, discard 6-5",
        top="2-1",
        their_top="6-6",
    )
    assert choices(view) == {"4-1@R"}


def test_frees_the_dance_card_by_way_of_the_discard_pile() -> None:
    """4-1 from the pile, 1-0 from the hand, then 2-0 of the dance card."""
    view = two_step(
        "3-5 5-5 5-4",
        "1-0 6-5 6-6",
        "4-1@R, discard 1-0, discard 6-5, discard 6-6",
        top="2-0",
        their_top="6-6",
        discards="5-2 4-1",
    )
    assert choices(view) == {"4-1@R"}


def test_shuts_out_the_top_of_the_other_dance_card() -> None:
    """The opponent is waiting for a 4; 4-1 takes the only one away."""
    view = two_step(
        "3-5 5-5 5-4",
        "4-1 3-3 6-5",
        "3-3@L, 4-1@R, discard 3-3, discard 4-1, discard 6-5",
        top="2-2",
        their_top="4-4",
    )
    assert choices(view) == {"4-1@R"}


def test_opens_no_end_for_the_top_of_the_other_dance_card() -> None:
    """4-1 would show the 1 that 6-1 is waiting for."""
    view = two_step("3-5 5-5 5-4", "4-1 6-5", "4-1@R, discard 4-1, discard 6-5", top="2-2", their_top="6-1", stock=0)
    assert "4-1@R" not in choices(view)


def test_leaves_no_way_to_the_top_of_the_other_dance_card() -> None:
    """On a 4, the opponent's discard 4-0 would make room for 6-0; 4-1 takes the 4 away."""
    view = two_step(
        "3-5 5-5 5-4",
        "4-1 6-5",
        "4-1@R, discard 4-1, discard 6-5",
        top="2-2",
        their_top="6-0",
        their_discards="4-0",
        stock=0,
    )
    assert choices(view) == {"4-1@R"}


def test_draws_three_with_an_empty_hand() -> None:
    """Even if the turn could be ended with the opponent's dance card blocked."""
    assert choices(two_step("5-5", "", "draw, end", top="2-2", their_top="6-1")) == {"draw"}
    assert choices(two_step("5-5", "", "draw, end", top="2-2", their_top="5-1")) == {"draw"}


def test_keeps_what_unlocks_the_dance_card() -> None:
    view = two_step("3-5 5-5 5-3", "2-1 6-2 6-4", "discard 2-1, discard 6-2, discard 6-4", top="2-0", their_top="6-1")
    assert choices(view) == {"discard 6-4"}


def test_discards_what_stays_of_use_on_the_pile() -> None:
    """No tile unlocks 2-2; 5-3 fits the ends and can be placed from the pile, 6-4 and 6-1 cannot."""
    view = two_step(
        "3-5 5-5 5-3",
        "6-1 6-4 5-3",
        "discard 5-3, discard 6-1, discard 6-4",
        top="2-2",
        their_top="4-4",
    )
    assert choices(view) == {"discard 5-3"}

"""What a sound player of Kardinaldomino does in given positions."""

from tests.games.bots.positions import choices, chosen_tiles, kardinal


def test_holds_cardinals_back_while_there_is_a_stock() -> None:
    view = kardinal("5-5", "4-3 3-2 6-6", "3-2@L, 3-2@R, 4-3@L>3, 4-3@L>4, 4-3@R>3, 4-3@R>4")
    assert chosen_tiles(view) == {"3-2"}


def test_places_a_heavy_cardinal_rather_than_draw_to_keep_it() -> None:
    view = kardinal("2-2", "6-1 6-6 4-4", "6-1@L>1, 6-1@L>6, 6-1@R>1, 6-1@R>6, draw")
    assert chosen_tiles(view) == {"6-1"}


def test_faces_a_cardinal_so_that_the_kept_tiles_can_follow() -> None:
    """6-6 and 6-3 need a 1."""
    view = kardinal("2-2", "6-1 6-6 6-3", "6-1@L>1, 6-1@L>6, 6-1@R>1, 6-1@R>6, draw")
    assert choices(view) == {"6-1@L>1", "6-1@R>1"}


def test_sheds_the_heavier_of_two_tiles() -> None:
    view = kardinal("3-3", "6-4 4-1 5-5 5-0", "4-1@L, 4-1@R, 6-4@L, 6-4@R")
    assert chosen_tiles(view) == {"6-4"}


def test_sheds_a_double_that_one_number_only_can_take() -> None:
    view = kardinal("4-3 4-3", "4-4 6-3 6-5 6-2", "4-4@R, 6-3@L")
    assert choices(view) == {"4-4@R"}


def test_closes_an_end_with_a_blank() -> None:
    view = kardinal("3-3", "4-1 4-0 5-2", "4-0@L, 4-0@R, 4-1@L, 4-1@R, 5-2@L>2, 5-2@L>5, 5-2@R>2, 5-2@R>5")
    assert chosen_tiles(view) == {"4-0"}


def test_leaves_ends_that_others_can_hardly_serve() -> None:
    """On the left, 5-4 leaves ends for 2 and 5, of which few are left; on the right, for 4 and 3."""
    line = "3-5 2-6 1-5 2-1 6-5 2-2 5-5 2-4 3-2"
    assert choices(kardinal(line, "5-4 6-6 1-1", "5-4@L, 5-4@R")) == {"5-4@L"}

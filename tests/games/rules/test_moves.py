"""Moves as text, parsed strictly."""

import copy

import pytest

from games.rules import UnreadableMove, full_set, read_move, read_tile


@pytest.mark.parametrize(
    "text",
    [
        "9-5@9-9",
        "5-5@9-5",
        "0-0@L",
        "6-1@L>6",
        "6-1@R>1",
        "0-0@R>0",
        "18-17@18-18",
        "draw",
        "pass",
        "discard 6-1",
        "end",
    ],
)
def test_a_move_reads_back_as_written(text: str) -> None:
    assert read_move(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *("5-9@9-9", "9-5@5-9", "9-5 @9-9", "9-5@ 9-9", " 9-5@9-9", "9-5@9-9 ", "9-5@9-9\n", "9-5@", "@9-9", "9-5"),
        *("DRAW", "Draw", "draw ", "drawn", "PASS", "End", "discard", "discard  6-1", "discard 1-6", "Discard 6-1"),
        *("01-0@L", "1-00@L", "+1-0@L", "19-0@L", "99-1@L", "100-1@L", "1-0@l", "1-0@M", "1-0@LR", "1-0@L>", "1-0@L>2"),
        *(
            "1-0@L>01",
            "6-1@9-9>1",
            "9\u20115@9-9",
            "\u0669-5@9-9",
            "\uff19-5@9-9",
            "9-5@9-9\x00",
            "",
            "\ud800",
            "9-5@9-9@9-9",
        ),
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        read_move(text)
    assert refused.value.code == "unreadable-move"


def test_a_move_has_its_parts_attached() -> None:
    cardinal = read_move("6-1@L>1")
    assert (cardinal.kind, cardinal.tile, cardinal.place, cardinal.facing) == ("place", "6-1", "L", 1)
    thrown = read_move("discard 6-1")
    assert (thrown.kind, thrown.tile, thrown.place, thrown.facing) == ("discard", "6-1", "", None)
    assert read_move("draw").tile is None


def test_there_is_one_object_for_each_move_and_tile() -> None:
    move, tile = read_move("9-5@9-9"), read_tile("9-5")
    assert move is read_move("9-5@9-9")
    assert move.tile is tile
    assert copy.deepcopy(move) is move
    assert copy.copy(tile) is tile
    assert full_set(6)[27] is full_set(18)[27]


def test_a_tile_knows_its_halves() -> None:
    tile = read_tile("9-5")
    assert (tile.high, tile.low, tile.value, tile.is_double, tile.halves) == (9, 5, 14, False, (9, 5))
    assert tile.other(9) == 5
    assert read_tile("4-4").halves == (4,)


@pytest.mark.parametrize("text", ["5-9", "09-5", "9-5 ", "19-1", "", "L"])
def test_invalid_tiles_are_not_parsed(text: str) -> None:
    with pytest.raises(KeyError):
        read_tile(text)

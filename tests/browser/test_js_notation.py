"""Moves and tiles as the browser reads and draws them (notation.js, pips.js, places.js, seats.js)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.browser.conftest import Run


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("9-5@9-9", ("place", "9-5", "9-9", None)),
        ("12-3@L", ("place", "12-3", "L", None)),
        ("6-1@R>6", ("place", "6-1", "R", "6")),
        ("discard 5-3", ("discard", "5-3", "", None)),
        ("draw", ("draw", None, "", None)),
        ("end", ("end", None, "", None)),
    ],
)
def test_a_move_is_read_for_its_shape(run: Run, text: str, parts: tuple[Any, ...]) -> None:
    move = run("games/protocol/notation.js", "readMove", text)
    assert (move["kind"], move["tile"], move["place"], move["facing"]) == parts


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        (" 3-5@5-9 ", "5-3@9-5"),
        ("6-1 @ l > 6", "6-1@L>6"),
        ("DRAW", "draw"),
        ("Discard  3-5", "discard 5-3"),
    ],
)
def test_typed_moves_are_tidied(run: Run, typed: str, move: str) -> None:
    assert run("games/protocol/notation.js", "tidy", typed) == move


@pytest.mark.parametrize("count", range(19))
def test_every_number_has_its_pips_none_touching_and_none_over_the_edge(run: Run, count: int) -> None:
    centres = run("games/tiles/pips.js", "pipCentres", count)
    size = run("games/tiles/pips.js", "pipSize", count)
    assert len(centres) == count
    assert all(abs(along) + size / 2 < 0.47 for centre in centres for along in centre)
    pairs = [(one, other) for index, one in enumerate(centres) for other in centres[:index]]
    assert all(math.dist(one, other) > size for one, other in pairs)


@pytest.mark.parametrize("count", range(19))
def test_pips_look_the_same_upside_down(run: Run, count: int) -> None:
    centres = [
        tuple(round(along, 6) + 0.0 for along in centre) for centre in run("games/tiles/pips.js", "pipCentres", count)
    ]
    assert {(-x + 0.0, -y + 0.0) for x, y in centres} == set(centres)


def spot(x: float, angle: int) -> dict[str, float]:
    return {"x": x, "y": 0, "angle": angle}


def test_two_ways_round_in_one_place_are_shown_side_by_side(run: Run) -> None:
    offers = [
        {"move": "6-1@L>1", "spot": spot(-2, 90)},
        {"move": "6-1@L>6", "spot": spot(-2, 270)},
        {"move": "6-1@R>1", "spot": spot(2, 90)},
    ]
    one, other, alone = (offer["spot"] for offer in run("games/board/places.js", "spread", offers))
    assert math.dist((one["x"], one["y"]), (other["x"], other["y"])) > 1
    assert one["x"] == pytest.approx(-2)
    assert alone == spot(2, 90)


@pytest.mark.parametrize(
    ("move", "name"),
    [
        ("9-5@5-5", "9-5 on 5-5"),
        ("6-2@L", "6-2 at the left end"),
        ("6-1@R>6", "6-1 at the right end, 6 facing out"),
    ],
)
def test_places_are_named_for_those_who_cannot_see_them(run: Run, move: str, name: str) -> None:
    assert run("games/board/places.js", "placeName", move) == name


def test_the_seats_go_clockwise_from_the_left_of_the_own(run: Run) -> None:
    assert run("games/seats/seats.js", "around", 2, 4) == [3, 0, 1]


def test_an_onlooker_has_everybody_opposite(run: Run) -> None:
    assert run("games/seats/seats.js", "around", None, 3) == [0, 1, 2]


@pytest.mark.parametrize("count", range(1, 27))
def test_there_is_room_at_the_table_for_up_to_twenty_seven(run: Run, count: int) -> None:
    side = run("games/seats/seats.js", "atSide", count)
    assert 0 <= side <= count / 2


def test_pauses_between_connections_grow_and_have_an_end(run: Run) -> None:
    pauses = [run("games/protocol/socket.js", "pause", failures, 1) for failures in range(1, 12)]
    assert pauses == sorted(pauses)
    assert pauses[0] <= 1000
    assert pauses[-1] <= 15_000


def test_pauses_differ_so_that_a_crowd_does_not_knock_at_once(run: Run) -> None:
    assert run("games/protocol/socket.js", "pause", 4, 0) < run("games/protocol/socket.js", "pause", 4, 1)

"""What the status line says (sentences.js)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Run

Json = dict[str, Any]


def table(turn: int | None, *moves: str, must: Json | None = None) -> Json:
    """Annegret (seat 0) looks at it; Berta is opposite."""
    return {
        "seat": 0,
        "status": "running",
        "result": None,
        "over": None,
        "seats": [{"name": "Annegret"}, {"name": "Berta"}],
        "public": {"turn": turn, "must": must, "hands": [3, 0]},
        "mine": {"legal": [{"move": move, "spot": None} for move in moves]},
        "ends": [],
    }


FOOT = {"kind": "foot", "tile": "5-5", "left": 2}


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (table(0, "5-3@5-5", must=FOOT), "Your turn: two toes to go on 5-5"),
        (table(0, "draw", must=FOOT), "Your turn: two toes to go on 5-5; you can draw"),
        (table(0, "9-5@9-9", must={"kind": "arms", "tile": "9-9", "left": 1}), "Your turn: one arm to go on 9-9"),
        (table(0, "9-5@9-9"), "Your turn: place a tile"),
        (table(0, "draw", "pass"), "Your turn: you can draw or pass"),
        (table(0, "6-1@L>6", "draw", "pass"), "Your turn: you can place a tile, draw, or pass"),
        (table(0, "6-1@L", "discard 6-1"), "Your turn: you can place a tile or discard"),
        (table(1), "Berta\u2019s turn"),
        (table(1, must=FOOT), "Berta\u2019s turn: two toes to go on 5-5"),
    ],
)
def test_one_line_says_whose_turn_it_is_and_what_can_be_done(run: Run, state: Json, sentence: str) -> None:
    assert run("games/talk/sentences.js", "turnSentence", state) == sentence


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([{"kind": "drew", "seat": 1, "count": 1}], "Berta draws."),
        ([{"kind": "drew", "seat": 1, "count": 3}], "Berta draws 3 tiles."),
        ([{"kind": "drew", "seat": 0, "count": 1}], "You draw a tile."),
        ([{"kind": "placed", "seat": 0, "tile": "6-1", "place": "L"}], "You place 6-1."),
        (
            [{"kind": "placed", "seat": 1, "tile": "5-5", "place": "9-5"}, {"kind": "foot", "seat": 1, "tile": "5-5"}],
            "Berta makes a chicken foot: 5-5!",
        ),
        (
            [{"kind": "drew", "seat": seat, "count": 1} for seat in (0, 1, 0, 1)]
            + [{"kind": "opened", "seat": 1, "tile": "9-9"}],
            "Berta draws. Berta opens with 9-9.",
        ),
        ([{"kind": "foot-done", "tile": "5-5"}, {"kind": "something-new"}], ""),
    ],
)
def test_news_are_told_of_oneself_and_of_others(run: Run, events: list[Json], sentence: str) -> None:
    assert run("games/talk/sentences.js", "newsSentence", table(0), events) == sentence


def test_the_open_ends_can_be_read(run: Run) -> None:
    ends = [{"place": "L", "pips": 6, "spots": [{}]}, {"place": "R", "pips": 3, "spots": [{}]}]
    assert run("games/talk/sentences.js", "endsSentence", {**table(0), "ends": ends}) == "Open ends: 6 and 3."


def test_a_foot_is_one_end_with_several_places(run: Run) -> None:
    ends = [{"place": "5-5", "pips": 5, "spots": [{}, {}, {}]}]
    assert run("games/talk/sentences.js", "endsSentence", {**table(0), "ends": ends}) == "Open end: 5 in 3 places."


def test_the_end_of_a_deal_says_who_went_out(run: Run) -> None:
    over = {"reason": "out", "scores": [12, 0]}
    state = {**table(None), "over": over, "moves": [[0, "draw"], [1, "5-3@9-5"]]}
    assert run("games/talk/sentences.js", "overSentence", state) == "Berta is out."


def test_with_a_dance_card_it_is_the_card_that_counts(run: Run) -> None:
    state = {**table(None), "over": {"reason": "out", "scores": [1, 0]}, "moves": [[0, "5-3@L"]]}
    state["public"]["cards"] = [{"top": None, "left": 0}, {"top": "6-6", "left": 3}]
    assert run("games/talk/sentences.js", "overSentence", state) == "You are out!"


def test_a_deal_that_ends_with_a_pass_is_just_over(run: Run) -> None:
    state = {**table(None), "over": {"reason": "out", "scores": [12, 0]}, "moves": [[1, "pass"]]}
    assert run("games/talk/sentences.js", "overSentence", state) == "The deal is over."


def test_winners_may_share(run: Run) -> None:
    shared = {**table(None), "result": {"winners": [0, 1], "totals": [9, 9]}}
    assert run("games/talk/sentences.js", "resultSentence", shared) == "Annegret and Berta share the win."
    own = {**table(None), "result": {"winners": [0], "totals": [3, 9]}}
    assert run("games/talk/sentences.js", "resultSentence", own) == "You have won the match!"

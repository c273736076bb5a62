"""What the browser knows of the table, kept current message by message (state.js)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Run

Json = dict[str, Any]


def seat(number: int, total: int = 0, ready: bool = True) -> Json:
    return {"seat": number, "name": "Berta", "total": total, "ready": ready}


@pytest.fixture
def state() -> Json:
    return {
        "deal": 2,
        "ply": 41,
        "seat": 0,
        "status": "running",
        "seats": [seat(0, 5), seat(1, 9)],
        "layout": [{"tile": "8-8"}],
        "public": {"turn": 0, "result": None},
        "ends": [],
        "mine": {"seat": 0, "hand": ["8-5", "6-1"], "legal": [{"move": "8-5@8-8", "spot": {}}], "drawn": None},
        "moves": [[0, "8-2@8-8"], [1, "8-3@8-8"]],
        "deals": [{"number": 1}],
        "result": None,
        "over": None,
    }


@pytest.fixture
def moved() -> Json:
    return {
        "type": "moved",
        "deal": 2,
        "ply": 42,
        "seat": 0,
        "move": "8-5@8-8",
        "layout": [{"tile": "8-5"}],
        "public": {"turn": 1, "result": None},
        "ends": [{"place": "8-5"}],
        "clock": {"now": 1},
        "over": None,
    }


@pytest.mark.parametrize(
    ("deal", "ply", "where"),
    [(2, 42, "next"), (2, 41, "old"), (2, 44, "gap"), (3, 1, "gap"), (1, 99, "old")],
)
def test_a_move_is_the_next_one_an_old_one_or_comes_after_a_gap(
    run: Run, state: Json, deal: int, ply: int, where: str
) -> None:
    assert run("games/protocol/state.js", "order", state, {"type": "moved", "deal": deal, "ply": ply}) == where


@pytest.mark.parametrize(("ply", "where"), [(41, "next"), (40, "old"), (42, "gap")])
def test_the_own_part_belongs_to_the_ply_we_are_at(run: Run, state: Json, ply: int, where: str) -> None:
    assert run("games/protocol/state.js", "order", state, {"type": "mine", "deal": 2, "ply": ply}) == where


def test_before_the_first_view_everything_is_a_gap(run: Run) -> None:
    assert run("games/protocol/state.js", "order", None, {"type": "moved", "deal": 1, "ply": 1}) == "gap"


def test_a_move_adds_its_tile_and_takes_the_legal_moves_away(run: Run, state: Json, moved: Json) -> None:
    after = run("games/protocol/state.js", "afterMove", state, moved)
    assert [laid["tile"] for laid in after["layout"]] == ["8-8", "8-5"]
    assert after["ply"] == 42
    assert after["moves"][-1] == [0, "8-5@8-8"]
    assert after["ends"] == moved["ends"]
    assert after["mine"]["hand"] == ["8-5", "6-1"]
    assert after["mine"]["legal"] == []
    assert after["over"] is None


def test_the_move_that_ends_a_deal_brings_its_points(run: Run, state: Json, moved: Json) -> None:
    moved["public"]["result"] = {"hands": [[], ["9-9"]]}
    moved["over"] = {
        "number": 2, "reason": "out", "scores": [0, 18], "totals": [5, 27], "link": "ab", "result": None,
    }  # fmt: skip
    after = run("games/protocol/state.js", "afterMove", state, moved)
    assert after["over"]["hands"] == [[], ["9-9"]]
    assert [one["total"] for one in after["seats"]] == [5, 27]
    assert not any(one["ready"] for one in after["seats"])
    assert after["deals"][-1] == {"number": 2, "reason": "out", "scores": [0, 18], "link": "ab"}
    assert after["status"] == "running"


def test_the_move_that_ends_the_match_brings_the_result(run: Run, state: Json, moved: Json) -> None:
    result = {"totals": [5, 27], "winners": [0]}
    moved["over"] = {"number": 2, "reason": "out", "scores": [0, 18], "totals": [5, 27], "link": "", "result": result}
    after = run("games/protocol/state.js", "afterMove", state, moved)
    assert after["result"] == result
    assert after["status"] == "finished"


def test_an_onlooker_has_no_own_part(run: Run, state: Json, moved: Json) -> None:
    assert run("games/protocol/state.js", "afterMove", {**state, "mine": None}, moved)["mine"] is None


def test_a_view_of_a_deal_that_is_over_shows_its_end(run: Run, state: Json) -> None:
    state["public"]["result"] = {"reason": "blocked", "scores": [1, 2], "hands": [["1-0"], ["1-1"]]}
    over = run("games/protocol/state.js", "fromView", state)["over"]
    assert (over["number"], over["totals"], over["scores"]) == (2, [5, 9], [1, 2])


SENT = {"move": "8-5@8-8", "deal": 2, "ply": 41}


def test_a_move_that_was_never_answered_is_still_open(run: Run, state: Json) -> None:
    assert run("games/protocol/state.js", "fateOf", SENT, state) == "open"


def test_a_move_that_was_taken_stands_in_the_list_of_moves(run: Run, state: Json) -> None:
    newer = {**state, "ply": 43, "moves": [*state["moves"], [0, "8-5@8-8"], [1, "draw"]]}
    assert run("games/protocol/state.js", "fateOf", SENT, newer) == "taken"


def test_a_move_is_lost_when_the_house_has_played_another(run: Run, state: Json) -> None:
    newer = {**state, "ply": 42, "moves": [*state["moves"], [0, "6-1@8-8"]]}
    assert run("games/protocol/state.js", "fateOf", SENT, newer) == "lost"


def test_a_hand_stays_sorted_and_new_tiles_come_last(run: Run) -> None:
    assert run("games/protocol/state.js", "sorted", ["1-0", "2-0", "5-5"], ["5-5", "9-9", "1-0"]) == [
        "5-5",
        "1-0",
        "2-0",
    ]

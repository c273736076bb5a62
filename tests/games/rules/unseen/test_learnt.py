"""What everyone learns about hidden hands: facts are true, not repeated, and dropped once they say nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Deal, Match, Tile, full_set, released
from games.rules.learnt import Fact, Learnt
from games.rules.unseen import Told, bits_of
from games.rules.variants.kardinal import CARDINALS
from tests.games.rules.contract import walk
from tests.games.rules.unseen.test_unseen import BLANKS, BOB, bit
from tests.games.rules.variants.stacked import play, stacked
from tests.often import times

ALL = bits_of(full_set(6))
DEAD_BLANK = {"seat": BOB, "says": "lacks", "numbers": [0], "doubles": [], "wild": False, "but": 0}


def about_bob(*told: Told, tiles: int = 5, unseen: int = ALL) -> list[dict[str, Any]]:
    return learnt(told, tiles, unseen)


def learnt(told: Sequence[Told], tiles: int, unseen: int, wild: int = 0) -> list[dict[str, Any]]:
    known = Learnt(seats=2)
    known.update(told)
    return known.as_json([0, tiles], unseen, wild)


def test_whoever_lacks_a_number_lacks_it_except_among_newer_tiles() -> None:
    assert about_bob(("took", BOB, 5), ("lacks", BOB, BLANKS)) == [DEAD_BLANK]
    assert about_bob(("took", BOB, 3), ("lacks", BOB, BLANKS), ("took", BOB, 2)) == [DEAD_BLANK | {"but": 2}]


def test_a_shown_tile_of_a_lacked_number_was_one_of_the_newer_ones() -> None:
    told: list[Told] = [("took", BOB, 4), ("lacks", BOB, BLANKS), ("took", BOB, 2)]
    assert about_bob(*told, ("showed", BOB, bit("6-0")), unseen=ALL & ~bit("6-0")) == [DEAD_BLANK | {"but": 1}]
    assert about_bob(*told, ("showed", BOB, bit("6-5")), unseen=ALL & ~bit("6-5")) == [DEAD_BLANK | {"but": 2}]


def test_nothing_is_said_once_all_tiles_may_be_newer_or_all_meant_are_face_up() -> None:
    told: list[Told] = [("took", BOB, 3), ("lacks", BOB, BLANKS), ("took", BOB, 2)]
    assert about_bob(*told, tiles=2) == []
    assert about_bob(*told, unseen=ALL & ~BLANKS) == []


def test_weaker_facts_are_left_out() -> None:
    told: list[Told] = [("took", BOB, 4), ("lacks", BOB, BLANKS), ("took", BOB, 1), ("lacks", BOB, BLANKS)]
    assert about_bob(*told) == [DEAD_BLANK]


def test_a_number_is_named_if_no_tile_but_a_wild_one_may_show_it() -> None:
    bits = BLANKS & ~bit("0-0") | bit("6-6")
    (fact,) = learnt([("took", BOB, 5), ("lacks", BOB, bits)], 5, ALL, wild=bit("0-0"))
    assert (fact["numbers"], fact["doubles"], fact["wild"]) == ([0], [6], True)
    (fact,) = about_bob(("took", BOB, 5), ("lacks", BOB, bits))
    assert (fact["numbers"], fact["doubles"], fact["wild"]) == ([], [6], False)


def test_a_tile_kept_is_held_until_it_may_have_been_shown() -> None:
    told: list[Told] = [("took", BOB, 5), ("holds", BOB, BLANKS)]
    assert about_bob(*told) == [DEAD_BLANK | {"says": "holds"}]
    assert about_bob(*told, ("showed", BOB, bit("6-5"))) == [DEAD_BLANK | {"says": "holds"}]
    assert about_bob(*told, ("showed", BOB, bit("6-0"))) == []


def test_whoever_draws_a_fitting_tile_and_passes_is_said_to_hold_it() -> None:
    match = Match("chicken-foot", 2)
    match.start_deal(stacked("9-9 9-8 9-7 6-5 1-0 0-0 2-0", "8-8 8-7 4-3 3-2 2-1 1-1 7-7", stock="9-6"))
    play(match, "draw, pass, 9-8@9-9")
    assert match.deal is not None
    assert [(fact["says"], fact["numbers"], fact["but"]) for fact in match.deal.public()["told"]] == [
        ("holds", [9], 0),
        ("lacks", [9], 1),
    ]


@pytest.mark.parametrize("game", released(), ids=lambda game: game.slug)
def test_the_facts_are_true(game: Any) -> None:
    @settings(max_examples=times(10, 200), deadline=None)
    @given(st.sampled_from(game.samples), st.integers(0, 2**32))
    def tried(table: Any, seed: int) -> None:
        for _, deal in walk(game, table, seed):
            said = deal.public()["told"]
            assert all(is_true(fact, deal) for fact in said)
            assert said == deal.copy().public()["told"], "a copy learns it all at once"

    tried()


@pytest.mark.parametrize("game", released(), ids=lambda game: game.slug)
def test_all_that_was_ever_learnt_follows_from_what_is_kept(game: Any) -> None:
    @settings(max_examples=times(3, 60), deadline=None)
    @given(st.sampled_from(game.samples), st.integers(0, 2**32))
    def tried(table: Any, seed: int) -> None:
        for number, (_, deal) in enumerate(walk(game, table, seed)):
            if number % 7 == 0 or deal.result:
                kept = heard(deal.told, deal.seats)
                for seat, fact in learnt_one_by_one(deal):
                    assert any(map(fact.follows_from, kept[seat]))

    tried()


def heard(told: Sequence[Told], seats: int) -> list[list[Fact]]:
    known = Learnt(seats)
    known.update(told)
    return known._facts


def learnt_one_by_one(deal: Deal) -> Iterator[tuple[int, Fact]]:
    """Yield each fact about what a seat lacked, as if nothing else had ever been learnt about the hands."""
    for number, (kind, seat, _) in enumerate(deal.told):
        if kind == "lacks":
            moved = [told for at, told in enumerate(deal.told) if at == number or told[0] in ("took", "showed")]
            for fact in heard(moved, deal.seats)[seat]:
                yield seat, fact


def is_true(fact: dict[str, Any], deal: Deal) -> bool:
    meant = sum(_means(fact, tile) for tile in deal.hands[fact["seat"]])
    return meant <= fact["but"] if fact["says"] == "lacks" else meant > 0


def _means(fact: dict[str, Any], tile: Tile) -> bool:
    if tile.is_double and tile.high in fact["doubles"]:
        return True
    return not set(tile.halves).isdisjoint(fact["numbers"]) and not (fact["wild"] and tile in CARDINALS)

"""Hints: the move that a medium bot makes, with a reason that is true of the position and decisive."""

import random
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from games.bots import chicken_foot as chicken_foot_bots
from games.bots import kardinal as kardinal_bots
from games.bots.hints import EQUAL, LEAST, ONLY, Hint, compare, gains_of, hint
from games.bots.ideas import Rivals, best, worth
from games.bots.levels import BRAINS, brain_for
from games.rules import View
from tests.games.bots.positions import chicken_foot, kardinal, two_step
from tests.games.bots.test_chicken_foot import ARMS
from tests.games.bots.test_levels import At, positions, seeds, tables
from tests.often import times


def said(view: View) -> tuple[str, str]:
    move, reason = hint(view)
    return str(move), str(reason)


# At any table


@given(tables, seeds)
@settings(max_examples=times(10, 250), deadline=None)
def test_a_hint_is_what_a_medium_bot_plays(table: At, seed: int) -> None:
    for deal in positions(table, "medium", seed):
        view = deal.view(deal.turn)
        brain = brain_for(view)
        assert hint(view).move == best(brain.look_ahead(view, deal.legal_moves()), brain.sound)


@given(tables, seeds)
@settings(max_examples=times(10, 250), deadline=None)
def test_hidden_tiles_change_no_hint(table: At, seed: int) -> None:
    hints_are_blind_to_hidden_tiles(table, seed)


def hints_are_blind_to_hidden_tiles(table: At, seed: int) -> None:
    for deal in positions(table, "medium", seed):
        other = deal.imagine(deal.turn, random.Random(seed))
        assert hint(deal.view(deal.turn)) == hint(other.view(deal.turn))


@given(tables, seeds)
@settings(max_examples=times(10, 250), deadline=None)
def test_the_reason_is_what_decided(table: At, seed: int) -> None:
    """Of all differences between the move and the next best, the reason given weighs most, and favours the move."""
    for deal in positions(table, "medium", seed):
        view = deal.view(deal.turn)
        brain, given_hint = brain_for(view), hint(view)
        rivals = compare(view, brain)
        if rivals.next is None:
            assert given_hint.reason == EQUAL
            continue
        gains = gains_of(rivals, brain)
        ahead = worth(rivals.good, brain.sound) - worth(rivals.next, brain.sound)
        assert sum(gains.values()) == pytest.approx(ahead)
        assert ahead > LEAST
        deciding = [explain(rivals) for explain, gain in gains.items() if gain == max(gains.values())]
        assert given_hint.reason in deciding
        assert max(gains.values()) > 0


@given(tables, seeds)
@settings(max_examples=times(10, 250), deadline=None)
def test_a_tile_called_the_heaviest_is_the_heaviest(table: At, seed: int) -> None:
    for deal in positions(table, "medium", seed):
        move, reason = hint(deal.view(deal.turn))
        if "heaviest" in reason.template:
            fitting = {one.tile for one in deal.legal_moves() if one.tile is not None}
            assert move.tile is not None
            assert all(tile.value < move.tile.value for tile in fitting - {move.tile, *_blank(fitting)})


def _blank(tiles: Any) -> list[Any]:
    return [tile for tile in tiles if not tile.value]


def test_a_hint_takes_no_time() -> None:
    deal = next(positions(("chicken-foot", 12, {"set": 18, "high": 18, "low": 18}), "medium", 1))
    before = time.process_time()
    hint(deal.view(deal.turn))
    assert time.process_time() - before < 0.5


@pytest.mark.parametrize("game", BRAINS)
def test_every_idea_has_its_sentence(game: tuple[str, int]) -> None:
    assert set(BRAINS[game].reasons) == set(BRAINS[game].sound)


def test_a_seat_that_is_not_on_turn_gets_no_hint() -> None:
    deal = next(positions(("two-step", 2, {"target": 2}), "medium", 1))
    for seat in (1 - deal.turn, None):
        with pytest.raises(ValueError, match="no move"):
            hint(deal.view(seat))


def test_the_only_move_is_called_so() -> None:
    view = kardinal("5-5", "6-6", "draw")
    assert hint(view) == Hint(view.mine["legal"][0], ONLY) if view.mine else False


def test_moves_that_are_worth_the_same_are_called_so() -> None:
    assert said(chicken_foot(ARMS, "5-4", "5-4@9-4, 5-4@9-5")) == ("5-4@9-4", "All your moves are equally good.")


def test_a_game_without_a_brain_has_hints_too() -> None:
    taught = kardinal("5-5", "3-2 6-2 1-0", "3-2@L, 6-2@L, draw")
    view = View("whist", {}, 2, 1, 0, taught.layout, taught.public, taught.mine)
    assert said(view) == ("6-2@L", "6-2 is the heaviest tile that fits; it counts 8.")


# Chicken Foot


def test_the_double_blank_is_kept_from_costing_50() -> None:
    view = chicken_foot(f"{ARMS} 5-0@9-5", "0-0 8-4 7-1 4-3", "0-0@5-0, 4-3@9-4, 7-1@9-1, 8-4@9-4")
    assert said(view) == ("0-0@5-0", "It keeps the 0-0 from costing 50.")


def test_going_out_says_so() -> None:
    assert said(chicken_foot(ARMS, "1-0", "1-0@9-1, pass")) == ("1-0@9-1", "It empties the hand.")


@pytest.mark.parametrize(
    ("others", "move", "reason"),
    [
        ((7, 1, 7), "7-5@9-5", "Somebody else may soon go out, and 7-5 would cost 12."),
        ((7, 7, 7), "6-2@9-2", "It keeps more different numbers in hand: 5."),
    ],
)
def test_weight_or_variety(others: tuple[int, ...], move: str, reason: str) -> None:
    view = chicken_foot(ARMS, "7-5 6-2 6-0 2-0", "2-0@9-2, 6-2@9-2, 7-5@9-5", others=others)
    assert said(view) == (move, reason)


def test_an_end_for_ones_own_tiles() -> None:
    view = chicken_foot(ARMS, "5-3 6-2 3-2 3-0", "5-3@9-5, 6-2@9-2")
    assert said(view) == ("5-3@9-5", "It opens a 3, and a tile in hand fits there.")


@pytest.mark.parametrize(
    ("hand", "others", "move", "reason"),
    [
        (
            "5-5 8-7 8-6 7-6 8-4 4-3",
            (2, 2),
            "4-3@5-3",
            "It starts no foot that cannot be finished, as this hand counts more than the others.",
        ),
        (
            "5-5 2-0 4-3",
            (8, 9),
            "5-5@9-5",
            "The foot it starts cannot be finished, and this hand counts less than the others.",
        ),
    ],
)
def test_a_foot_that_cannot_be_finished(hand: str, others: tuple[int, ...], move: str, reason: str) -> None:
    layout = f"{ARMS} 4-4@9-4 5-4@4-4 4-1@4-4 6-4@4-4 6-5@6-4 7-5@5-4 8-5@6-5 5-3@5-4 5-2@9-2 5-1@9-1"
    assert said(chicken_foot(layout, hand, "4-3@5-3, 5-5@9-5", others=others)) == (move, reason)


# What everybody knows about the next hand


def lacking(view: View, seat: int, *numbers: int, but: int = 0) -> View:
    """Return the view with the fact that a seat has none of these numbers, except among its `but` newest tiles."""
    fact = {"seat": seat, "says": "lacks", "numbers": [*numbers], "doubles": [], "wild": False, "but": but}
    return replace(view, public={**view.public, "told": [fact]})


def rivals_in(view: View) -> Rivals:
    assert view.mine is not None
    [after] = brain_for(view).look_ahead(view, view.mine["legal"][:1])
    return Rivals(after, None, [])


def test_a_player_known_to_have_nothing_that_fits_is_not_guessed_about() -> None:
    view = chicken_foot(ARMS, "5-5 5-3 0-0", "5-5@9-5", others=(7, 7))
    shown = "the next player is known to have nothing that fits."
    for why in (chicken_foot_bots.why_buying_time, chicken_foot_bots.why_going_on_alone):
        assert shown in str(why(rivals_in(lacking(view, 1, 5))))
        for other in (view, lacking(view, 2, 5), lacking(view, 1, 4), lacking(view, 1, 5, but=1)):
            assert "of 100 cases" in str(why(rivals_in(other)))


def test_a_cardinal_may_always_be_held_back() -> None:
    view = kardinal("3-3", "4-1 5-5", "4-1@L", others=(5, 5))
    shown = "The next player is known to have nothing that fits after it, except perhaps a cardinal."
    assert str(kardinal_bots.why_starving(rivals_in(lacking(view, 2, 4, 6)))) == shown
    for other in (view, lacking(view, 1, 4, 6), lacking(view, 2, 6)):
        assert "of 100 cases" in str(kardinal_bots.why_starving(rivals_in(other)))


# Kardinaldomino


def test_a_cardinal_is_saved() -> None:
    view = kardinal("5-5", "4-3 3-2 6-6", "3-2@L, 3-2@R, 4-3@L>3, 4-3@L>4, 4-3@R>3, 4-3@R>4")
    assert said(view) == ("3-2@L", "It saves a cardinal, which always fits later.")


def test_the_heaviest_tile_that_fits() -> None:
    view = kardinal("3-3", "6-4 4-1 5-5 5-0", "4-1@L, 4-1@R, 6-4@L, 6-4@R")
    assert said(view) == ("6-4@L", "6-4 is the heaviest tile that fits; it counts 10.")


def test_an_end_that_only_a_cardinal_fits() -> None:
    view = kardinal("3-3", "4-1 4-0 5-2", "4-0@L, 4-0@R, 4-1@L, 4-1@R")
    assert said(view) == ("4-0@L", "An end shows 0 after it, where only a cardinal fits.")


def test_a_way_for_the_kept_tiles() -> None:
    """With the 6 facing out, 6-6 and 6-3 would need a 1 that is not there."""
    view = kardinal("2-2", "6-1 6-6 6-3", "6-1@L>1, 6-1@L>6")
    assert said(view) == ("6-1@L>1", "More of the tiles left in hand fit after it: 2.")


# Two-Step

LINE = "3-5 5-5 5-4"


@pytest.mark.parametrize(
    ("hand", "legal", "tops", "move", "reason"),
    [
        (
            "4-1 3-2 6-6",
            "3-0@L, 3-2@L, 4-1@R, discard 3-2, discard 4-1, discard 6-6",
            ("3-0", "6-0"),
            "3-0@L",
            "It takes 3-0 off the dance card.",
        ),
        (
            "4-1 3-3 6-5",
            "3-3@L, 4-1@R, discard 3-3, discard 4-1, discard 6-5",
            ("2-1", "6-6"),
            "4-1@R",
            "After it 2-1 can be taken off the dance card.",
        ),
        (
            "4-1 6-5",
            "4-1@R, discard 4-1, discard 6-5",
            ("2-1", "6-6"),
            "4-1@R",
            "After it 2-1 can be taken off the dance card.",
        ),
        (
            "2-1 6-2 6-4",
            "discard 2-1, discard 6-2, discard 6-4",
            ("2-0", "6-1"),
            "discard 6-4",
            "It keeps in hand what can make way for 2-0, the top of the dance card.",
        ),
        (
            "4-1 3-3 6-5",
            "3-3@L, 4-1@R, discard 3-3, discard 4-1, discard 6-5",
            ("2-2", "4-4"),
            "4-1@R",
            "At the end of the turn no end fits 4-4, the top of the other dance card.",
        ),
    ],
)
def test_what_is_said_of_the_dance_cards(hand: str, legal: str, tops: tuple[str, str], move: str, reason: str) -> None:
    assert said(two_step(LINE, hand, legal, top=tops[0], their_top=tops[1])) == (move, reason)


def test_drawing_with_an_empty_hand() -> None:
    view = two_step("5-5", "", "draw, end", top="2-2", their_top="6-1")
    assert said(view) == ("draw", "The hand is empty: new tiles may lead further.")
    blocked = two_step("5-5", "", "draw, end", top="2-2", their_top="5-1")
    assert said(blocked) == ("draw", "Ending the turn would help the opponent to place 5-1.")


def test_a_discard_that_stays_of_use() -> None:
    view = two_step("3-5 5-5 5-3", "6-1 6-4 5-3", "discard 5-3, discard 6-1, discard 6-4", top="2-2", their_top="4-4")
    assert said(view) == ("discard 5-3", "The top of the discard pile then fits an end.")

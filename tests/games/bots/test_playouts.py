"""Positions on bit masks agree with the rules, move by move, and playouts consist of legal moves."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.arena import shuffled_deck
from games.bots.playouts import POSITIONS, Position
from games.rules import Deal, Match, Move, Sample, read_move, rules_of
from tests.games.rules.test_vectors import lines
from tests.often import times

TABLES = [(key, table) for key in POSITIONS for table in rules_of(*key).samples]

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)

A_FEW = 0.2
"""The share of plies at which hidden tiles are imagined, which takes longer than all else."""

At = tuple[tuple[str, int], Sample]


def position_of(deal: Deal) -> Position:
    return POSITIONS[deal.game, deal.version].of(deal)


def play_both(deal: Deal, position: Position, move: Move) -> None:
    deal.play(move)
    position.play(move)
    assert position == position_of(deal)
    assert (position.scores is None) == (deal.result is None)


@pytest.mark.parametrize("record", lines("*.games.jsonl"))
def test_matches_go_as_written(record: dict[str, Any]) -> None:
    match = Match(record["game"], record["seats"], record["options"])
    for written in record["deals"]:
        deal = match.start_deal(written["deck"])
        if deal.result is None:
            position = position_of(deal)
            for _, text in written["moves"]:
                position.play(read_move(text))
                match.play(read_move(text))
                assert position == position_of(deal)
            assert position.scores == written["result"]["scores"]


def deals(table: At, seed: int) -> Iterator[tuple[Deal, random.Random]]:
    """Yield the first deals of a random match that are not over at once."""
    (game, version), sample = table
    match, rng = Match(game, sample.seats, sample.options, version), random.Random(seed)
    while match.result is None and len(match.deals) < 3:
        deal = match.start_deal(shuffled_deck(match, rng))
        twin = deal.copy()
        while not deal.result:
            match.play(rng.choice(deal.legal_moves()))
        if twin.result is None:
            yield twin, rng


@given(tables, seeds)
@settings(max_examples=times(10, 500), deadline=None)
def test_random_moves_lead_to_the_same_positions(table: At, seed: int) -> None:
    for deal, rng in deals(table, seed):
        position = position_of(deal)
        while moves := deal.legal_moves():
            play_both(deal, position, rng.choice(moves))


@given(tables, seeds)
@settings(max_examples=times(10, 500), deadline=None)
def test_every_step_is_a_legal_move(table: At, seed: int) -> None:
    for deal, _ in deals(table, seed):
        position = position_of(deal)
        while deal.result is None:
            position.step()
            play_what_led_to(position, deal)
        assert position.finish() == list(deal.result.scores)


def play_what_led_to(position: Position, deal: Deal) -> None:
    """Play the legal move that leads to this position."""
    for move in deal.legal_moves():
        twin = deal.copy()
        twin.play(move)
        if position_of(twin) == position:
            deal.play(move)
            return
    raise AssertionError(f"no legal move leads from {deal.view(None)} to {position}")


@given(tables, seeds)
@settings(max_examples=times(10, 200), deadline=None)
def test_a_copy_goes_its_own_way(table: At, seed: int) -> None:
    for deal, _ in deals(table, seed):
        position = position_of(deal)
        ends = [position.copy().finish() for _ in range(2)]
        assert position == position_of(deal)
        assert ends[0] == ends[1] == position.finish()


@given(tables, seeds)
@settings(max_examples=times(10, 200), deadline=None)
def test_other_hidden_tiles_lead_to_the_position_of_their_deal(table: At, seed: int) -> None:
    for deal, rng in deals(table, seed):
        while moves := deal.legal_moves():
            if rng.random() < A_FEW:
                first, second = (deal.imagine(deal.turn, rng) for _ in range(2))
                assert position_of(first).with_hidden(second) == position_of(second)
            deal.play(rng.choice(moves))

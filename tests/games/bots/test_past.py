"""Inferring what the others hold from what they have chosen, which follows from what everyone has seen."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games.bots import choose
from games.bots.arena import shuffled_deck
from games.bots.past import PASTS, likelier
from games.bots.past.choices import Past, chance
from games.bots.playouts import POSITIONS
from games.rules import GAMES, Deal, Match, Tile
from tests.often import times

TABLES = [("chicken-foot", 2), ("chicken-foot", 4), ("two-step", 2), ("kardinal", 2), ("kardinal", 5)]

Taken = list[list[Tile]]


def deals(game: str, seats: int, level: str, seed: int) -> Iterator[tuple[Deal, Taken]]:
    """Yield a deal before every move, and the tiles that each seat has taken so far."""
    match, rng = Match(game, seats), random.Random(f"{game} {seats} {seed}")
    deal = match.start_deal(shuffled_deck(match, rng))
    taken = [hand.copy() for hand in deal.hands]
    if deal.layout:
        opened = deal.layout[0]
        if any(told == ("showed", opened.seat, opened.tile.bit) for told in deal.told):
            taken[opened.seat].append(opened.tile)
    while deal.result is None:
        yield deal, taken
        match.play(choose(deal.view(deal.turn), level, rng))
        for hand, tiles in zip(deal.hands, taken, strict=True):
            tiles += [tile for tile in hand if tile not in tiles]


def knowing(deal: Deal, taken: Taken) -> Deal:
    twin = deal.copy()
    twin.taken = taken
    return twin


def past_of(deal: Deal) -> Past:
    return PASTS[deal.game, deal.version](deal, deal.turn)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_past_choices_of_sound_players_are_sound(game: str, seats: int) -> None:
    sound: list[bool | None] = []
    for seed in range(times(12, 200)):
        for deal, taken in deals(game, seats, "medium", seed):
            past = past_of(deal)
            for choice in past.choices[-3:]:
                held = [tile for tile in taken[choice.seat][: choice.took] if not tile.bit & choice.shown]
                sound.append(past.is_sound(choice, sum(tile.bit for tile in held)))
    assert sound.count(True) > 50
    assert sound.count(False) < 0.02 * sound.count(True)


@pytest.mark.parametrize("level", ["random", "medium"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_past_positions_are_those_of_the_deal_at_the_time(game: str, seats: int, level: str) -> None:
    """Apart from hidden tiles, the position of a choice is that of the deal at the time."""
    for seed in range(times(5, 100)):
        then: list[tuple[Any, int, tuple[Tile, ...]]] = []
        for deal, taken in deals(game, seats, level, seed):
            its = POSITIONS[game, 1].of(deal)
            then.append((its, len(taken[deal.turn]), tuple(sorted(deal.hands[deal.turn]))))
            for choice in past_of(deal).choices:
                held = tuple(sorted(tile for tile in taken[choice.seat][: choice.took] if not tile.bit & choice.shown))
                assert any(
                    at.turn == choice.seat
                    and at.laid == choice.position.laid
                    and len(at.stock) == len(choice.position.stock)
                    and (took, hand) == (choice.took, held)
                    and open_of(at) == open_of(choice.position)
                    for at, took, hand in then
                )


def open_of(position: Any) -> object:
    """Return the parts of a position that everyone can see."""
    if hasattr(position, "discards"):
        tops = [card[-1] for card in position.cards]
        return position.left, position.right, position.discards, tops
    if hasattr(position, "must"):
        sizes = [hand.bit_count() for hand in position.hands]
        return position.ends, position.open, position.must, position.left, position.fitting, sizes
    return position.ends, position.drawn, [hand.bit_count() for hand in position.hands]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_worlds_like_the_real_one_come_more_often(game: str, seats: int) -> None:
    """More of the tiles that the others really hold are in their hands than in worlds that ignore the past."""
    plain = likely = 0.0
    for seed in range(times(8, 100)):
        for number, (deal, _) in enumerate(deals(game, seats, "medium", seed)):
            if number % 5 == 4:
                worlds = deal.worlds(deal.turn, random.Random(seed))
                plain += sum(agreement(deal, world) for world in islice(worlds, 48))
                likely += sum(agreement(deal, world) for world in islice(likelier(worlds, deal.turn), 48))
    assert likely > 1.01 * plain


def agreement(deal: Deal, world: Deal) -> float:
    """Return how many tiles in the hands of others are where they really are."""
    return sum(len({*real} & {*held}) for real, held in zip(deal.hands, world.hands, strict=True))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_imagined_deal_knows_what_was_taken(game: str, seats: int) -> None:
    for deal, taken in deals(game, seats, "random", 1):
        seat = deal.turn
        world = deal.imagine(seat, random.Random(1))
        laid = {one.tile for one in deal.layout}
        for other in {*range(seats)} - {seat}:
            assert len(world.taken[other]) == len(taken[other])
            gone = [tile for tile in world.taken[other] if tile not in world.hands[other]]
            assert sorted(gone) == sorted(tile for tile in taken[other] if tile not in deal.hands[other])
            assert [tile for tile in world.taken[other] if tile not in gone] == world.hands[other]
        assert world.events == deal.events
        assert laid == {one.tile for one in world.layout}


def test_choices_of_unsound_players_reveal_less() -> None:
    one_more = [chance(3, other + 1) / chance(3, other) for other in range(4)]
    assert one_more == sorted(one_more)
    assert chance(10, 0) / chance(9, 1) > 10
    assert chance(3, 3) / chance(2, 4) < 2


def test_unlikely_worlds_are_not_ruled_out() -> None:
    """Worlds that the past makes unlikely still come now and then."""
    for deal, _ in islice(deals("kardinal", 2, "medium", 3), 8, 9):
        past = past_of(deal)
        found = [
            past.likelihood(world)
            for world in islice(likelier(deal.worlds(deal.turn, random.Random(1)), deal.turn), 600)
        ]
        assert min(found) < 0.2 * max(found)


def test_every_game_with_playouts_has_a_past() -> None:
    assert {game for game, _ in PASTS} == {*GAMES}
    assert PASTS.keys() == POSITIONS.keys()

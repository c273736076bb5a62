"""Tests where tiles lie, over many random matches of every set."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import dist
from typing import Any

import pytest

from games.layout import Spot, arrange
from games.rules import GAMES, Deal, Match, read_move
from tests.games.layout.polygons import corners, distance, half_centre, overlap

Options = Mapping[str, Any]

TABLES: list[tuple[str, int, Options, int]] = [
    *((game.slug, table.seats, table.options, 1) for game in GAMES.values() for table in game.samples),
    ("two-step", 2, {"target": 10}, 2),
    ("kardinal", 2, {}, 2),
    ("kardinal", 5, {"ending": "games", "games": 10}, 1),
    ("chicken-foot", 2, {}, 1),
    ("chicken-foot", 4, {}, 2),
    ("chicken-foot", 7, {}, 1),
    ("chicken-foot", 12, {"set": 12}, 1),
    ("chicken-foot", 19, {"set": 15, "low": 10}, 1),
    ("chicken-foot", 12, {"set": 18, "low": 14}, 1),
    ("chicken-foot", 27, {"set": 18, "low": 14}, 1),
]
SMALL = [one for one in TABLES if one[1] < 5]


def deals(game: str, seats: int, options: Options, matches: int) -> Iterator[tuple[Deal, random.Random]]:
    """Yield the deals of random matches, freshly dealt; the caller plays each to its end."""
    rng = random.Random(f"{game} {seats} {options}")
    for _ in range(matches):
        match = Match(game, seats, options)
        while match.result is None:
            deck = list(GAMES[game].tiles(match.options))
            rng.shuffle(deck)
            yield match.start_deal(deck), rng
            while (deal := match.deal) and deal.result is None:
                match.play(rng.choice(deal.legal_moves()))


def laid_out(deal: Deal) -> list[Spot]:
    arrangement = arrange(GAMES[deal.game].shape)
    return [arrangement.add(laid) for laid in deal.layout]


def finished(deal: Deal, rng: random.Random) -> Deal:
    deal = deal.copy()
    while deal.result is None:
        deal.play(rng.choice(deal.legal_moves()))
    return deal


@pytest.mark.parametrize(("game", "seats", "options", "matches"), TABLES)
def test_no_two_tiles_overlap(game: str, seats: int, options: Options, matches: int) -> None:
    for dealt, rng in deals(game, seats, options, matches):
        shapes = [corners(spot) for spot in laid_out(finished(dealt, rng))]
        assert not [pair for pair in combinations(shapes, 2) if near(*pair) and overlap(*pair)]


def near(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return abs(one[0][0] - other[0][0]) < 5 and abs(one[0][1] - other[0][1]) < 5


@pytest.mark.parametrize(("game", "seats", "options", "matches"), TABLES)
def test_a_tile_touches_the_one_it_is_joined_to(game: str, seats: int, options: Options, matches: int) -> None:
    for dealt, rng in deals(game, seats, options, matches):
        deal = finished(dealt, rng)
        spots = laid_out(deal)
        for number, joined in joints(deal):
            if spots[number].link is None:
                assert distance(corners(spots[number]), corners(spots[joined])) < 0.05


def joints(deal: Deal) -> Iterator[tuple[int, int]]:
    """Yield pairs of positions in the layout: a tile, and the earlier one it is joined to."""
    last: dict[str, int] = {}
    for number, laid in enumerate(deal.layout):
        if laid.place:
            yield number, last[laid.place]
            last[laid.place] = number
        else:
            last = {"L": 0, "R": 0}
        if GAMES[deal.game].shape == "tree":
            last = {str(one.tile): index for index, one in enumerate(deal.layout[: number + 1])}


def test_threads_are_rare() -> None:
    spots = [spot for dealt, rng in deals("chicken-foot", 4, {}, 4) for spot in laid_out(finished(dealt, rng))]
    assert sum(spot.link is not None for spot in spots) / len(spots) < 0.002


def test_asking_where_tiles_would_go_changes_nothing() -> None:
    """Every process lays the tiles in the same way, however often it has been asked for places before."""
    for dealt, rng in deals("chicken-foot", 2, {"set": 12}, 2):
        deal = dealt.copy()
        arrangement = arrange("tree")
        spots: list[Spot] = []
        while deal.result is None:
            spots += [arrangement.add(laid) for laid in deal.layout[len(spots) :]]
            for end in deal.view(None).public["ends"]:
                arrangement.end(end["place"])
                arrangement.place(read_move(f"{end['pips']}-{end['pips']}@{end['place']}"))
            deal.play(rng.choice(deal.legal_moves()))
        assert spots == laid_out(deal)[: len(spots)]


@pytest.mark.parametrize(("game", "seats", "options", "matches"), SMALL)
def test_the_half_that_leads_on_is_farther_from_what_it_touches(
    game: str, seats: int, options: Options, matches: int
) -> None:
    for dealt, rng in deals(game, seats, options, matches):
        deal = finished(dealt, rng)
        spots = laid_out(deal)
        for number, joined in joints(deal):
            laid, spot = deal.layout[number], spots[number]
            if laid.tile.is_double or spot.link:
                continue
            middle = (spots[joined].x, spots[joined].y)
            out = half_centre(spot, high=laid.out == laid.tile.high)
            touching = half_centre(spot, high=laid.out != laid.tile.high)
            assert dist(touching, middle) < dist(out, middle)


@pytest.mark.parametrize(("game", "seats", "options", "matches"), SMALL)
def test_a_tile_comes_to_lie_where_it_was_shown(game: str, seats: int, options: Options, matches: int) -> None:
    for deal, rng in deals(game, seats, options, matches):
        deal = deal.copy()
        arrangement = arrange(GAMES[game].shape)
        spots: list[Spot] = []
        while True:
            spots += [arrangement.add(laid) for laid in deal.layout[len(spots) :]]
            if deal.result is not None:
                break
            move = rng.choice(deal.legal_moves())
            shown = arrangement.place(move) if move.kind == "place" else None
            deal.play(move)
            if shown:
                assert laid_out(deal)[len(spots)] == shown


@pytest.mark.parametrize(("game", "seats", "options", "matches"), TABLES)
def test_every_end_shows_its_free_places(game: str, seats: int, options: Options, matches: int) -> None:
    """Checked in the middle of each deal: the right number of places, none of them over a laid tile."""
    for dealt, rng in deals(game, seats, options, matches):
        deal = dealt.copy()
        while deal.result is None and len(deal.layout) < 15 + rng.randrange(30):
            deal.play(rng.choice(deal.legal_moves()))
        arrangement = arrange(GAMES[game].shape)
        shapes = [corners(arrangement.add(laid)) for laid in deal.layout]
        for end in deal.view(None).public["ends"]:
            spots = arrangement.end(end["place"])
            assert len(spots) == end["free"]
            for shape in map(corners, spots):
                assert not any(overlap(shape, other) for other in shapes)


def test_lines_stay_on_a_table_of_pleasant_shape() -> None:
    for dealt, rng in deals("kardinal", 2, {}, 3):
        spots = laid_out(finished(dealt, rng))
        assert max(spot.x for spot in spots) - min(spot.x for spot in spots) <= 24
        assert max(spot.y for spot in spots) - min(spot.y for spot in spots) <= 14


def test_chicken_foot_stays_compact() -> None:
    for dealt, rng in deals("chicken-foot", 4, {}, 2):
        deal = finished(dealt, rng)
        spots = laid_out(deal)
        ground = (max(one.x for one in spots) - min(one.x for one in spots) + 2) * (
            max(one.y for one in spots) - min(one.y for one in spots) + 2
        )
        assert ground < 900 or ground < 40 * 2 * len(spots)

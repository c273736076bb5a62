"""Chicken Foot, as its players think of it: shed what is heavy, keep numbers that can be served, mind the feet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from games.bots.ideas import Brain, Ideas, unseen_tiles
from games.rules import Laid, Move, Tile, View, read_tile

TOES = 3  # CF12
DOUBLE_BLANK = 50  # CF17


@dataclass(slots=True)
class Table:
    """What a seat sees of it. `ends`, `unseen` count open halves, and tiles not seen yet, by their number."""

    hand: list[Tile]
    others: list[int]
    """Tiles in hand of the other seats, the next one first."""
    ends: list[int]
    must: Tile | None
    left: int
    hidden: list[Tile]
    unseen: list[int]
    stock: int

    @classmethod
    def seen_in(cls, view: View) -> Self:
        assert view.mine is not None
        public, seat = view.public, view.mine["seat"]
        hands = public["hands"]
        hidden = unseen_tiles(view)
        highest = view.options["set"]
        must = public["must"]
        return cls(
            hand=view.mine["hand"],
            others=hands[seat + 1 :] + hands[:seat],
            ends=open_halves(view.layout, highest),
            must=must and must["tile"],
            left=must["left"] if must else 0,
            hidden=hidden,
            unseen=[sum(1 for tile in hidden if tile.pips & 1 << pips) for pips in range(highest + 1)],
            stock=public["stock"],
        )


def open_halves(layout: Sequence[Laid], highest: int) -> list[int]:
    """How many ends show each number, whatever must be served first; toes of a foot that is not done included."""
    ends = [0] * (highest + 1)
    for laid in layout[1:]:
        if not laid.tile.is_double:
            ends[laid.out] += 1
        if not read_tile(laid.place).is_double:
            ends[laid.tile.value - laid.out] -= 1
    return ends


@dataclass(slots=True)
class Prospect:
    """The table after a move. `now` has the bits of the numbers that the next player may serve, `later` of those that
    will be open once nothing must be served any more."""

    move: Move
    table: Table
    tile: Tile | None
    kept: list[Tile]
    ends: list[int]
    now: int
    later: int


def look_ahead(view: View, moves: Sequence[Move]) -> list[Prospect]:
    table = Table.seen_in(view)
    prospects: dict[tuple[Tile | None, int], Prospect] = {}
    for move in moves:
        pips = touched(move)
        if (move.tile, pips) not in prospects:
            prospects[move.tile, pips] = _after(table, move, pips)
    return list(prospects.values())


def touched(move: Move) -> int:
    """The number by which a tile is placed; -1 if none is."""
    return (move.tile.pips & read_tile(move.place).pips).bit_length() - 1 if move.tile else -1


def _after(table: Table, move: Move, pips: int) -> Prospect:
    tile, ends = move.tile, table.ends.copy()
    if tile is None:
        return Prospect(move, table, None, table.hand, ends, _now(table.must, table.left, ends), bits(ends))
    must, left = table.must, table.left
    if must is None:
        ends[pips] -= 1
    else:
        left -= 1
        must = must if left else None
    if tile.is_double:
        must, left = tile, TOES
    else:
        ends[tile.other(pips)] += 1
    kept = [other for other in table.hand if other != tile]
    return Prospect(move, table, tile, kept, ends, _now(must, left, ends), bits(ends))


def _now(must: Tile | None, left: int, ends: list[int]) -> int:
    return must.pips if must is not None else bits(ends)


def bits(ends: list[int]) -> int:
    return sum(1 << pips for pips, count in enumerate(ends) if count > 0)


def points(tile: Tile) -> int:
    """CF17."""
    return tile.value or DOUBLE_BLANK


# Ideas


def placing(after: Prospect) -> float:
    return after.tile is not None


def going_out(after: Prospect) -> float:
    return not after.kept


def shedding(after: Prospect) -> float:
    """Points that are out of the hand."""
    return points(after.tile) if after.tile else 0


def haste(after: Prospect) -> float:
    """Points out of the hand, when somebody is about to go out."""
    return shedding(after) / min(after.table.others)


def shedding_double(after: Prospect) -> float:
    """A double fits one number only, so it is placed while it can be."""
    return after.tile is not None and after.tile.is_double


def variety(after: Prospect) -> float:
    """Numbers that the kept tiles could serve."""
    held = 0
    for tile in after.kept:
        held |= tile.pips
    return held.bit_count()


def playable(after: Prospect) -> float:
    """The share of the kept tiles that will fit somewhere."""
    return sum(1 for tile in after.kept if tile.pips & after.later) / max(1, len(after.kept))


def playable_next(after: Prospect) -> float:
    """Kept tiles that may be placed at once, were it our turn again."""
    return sum(1 for tile in after.kept if tile.pips & after.now)


def door_for_doubles(after: Prospect) -> float:
    """Points of kept doubles that have an open end to go to."""
    return sum(points(tile) for tile in after.kept if tile.is_double and tile.pips & after.later)


def starving(after: Prospect) -> float:
    """The chance that the next player has nothing to place, and must draw."""
    hidden = after.table.hidden
    if not hidden:
        return 0
    fitting = sum(1 for tile in hidden if tile.pips & after.now)
    return (1 - fitting / len(hidden)) ** after.table.others[0]


def own_toes(after: Prospect) -> float:
    """A new foot: the toes that we hold, less those that others may have."""
    if after.tile is None or not after.tile.is_double:
        return 0
    pips = after.tile.high
    own = sum(1 for tile in after.kept if tile.pips & 1 << pips)
    return own - after.table.unseen[pips] / len(after.table.others)


def stuck_foot(after: Prospect) -> float:
    """A new foot that too few tiles are left to finish: the deal ends with what everyone holds.

    Good for who holds less than the others, bad for who holds more.
    """
    if after.tile is None or not after.tile.is_double:
        return 0
    pips = after.tile.high
    if sum(1 for tile in after.kept if tile.pips & 1 << pips) + after.table.unseen[pips] >= TOES:
        return 0
    mean = sum(points(tile) for tile in after.table.hidden) / max(1, len(after.table.hidden))
    theirs = mean * sum(after.table.others) / len(after.table.others)
    return theirs - sum(points(tile) for tile in after.kept)


def own_ends(after: Prospect) -> float:
    """The new end shows a number of which we keep more than others may have."""
    if after.tile is None or after.tile.is_double:
        return 0
    out = after.tile.other(touched(after.move))
    return sum(1 for tile in after.kept if tile.pips & 1 << out)


def scarce_end(after: Prospect) -> float:
    """The new end shows a number of which few tiles are left to others."""
    if after.tile is None or after.tile.is_double:
        return 0
    return -after.table.unseen[after.tile.other(touched(after.move))]


PLAIN: Ideas[Prospect] = {placing: 100, shedding: 1}

SOUND: Ideas[Prospect] = {
    placing: 10,
    going_out: 1000,
    shedding: 1,
    haste: 1,
    shedding_double: 3,
    variety: 0.5,
    playable: 2,
    playable_next: 0.5,
    door_for_doubles: 0.1,
    starving: 2,
    own_toes: 1,
    stuck_foot: 0.5,
    own_ends: 0.5,
    scarce_end: 0.1,
}

BRAIN = Brain(look_ahead, PLAIN, SOUND)

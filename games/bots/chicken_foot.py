"""How bots think about Chicken Foot: shed heavy tiles, keep numbers that can be served, watch the feet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from games.bots.ideas import (
    Brain,
    Explain,
    Ideas,
    Reason,
    Rivals,
    is_known_to_starve,
    lacked,
    percent,
    unseen_tiles,
    why_double,
    why_light,
    why_out,
    why_placing,
)
from games.rules import Laid, Move, Tile, View, read_tile
from games.rules.moves import gettext_noop as noop
from games.rules.tiles import double
from games.rules.variants.chicken_foot import DOUBLE_BLANK, TOES

BLANK = double(0)


@dataclass(slots=True)
class Table:
    """The table as a seat sees it. `hidden` are the tiles it does not see.

    `ends` counts open halves, and `unseen` hidden tiles, by the number they show. While `must` is a tile, only that one
    may be served, `left` more times.
    """

    hand: list[Tile]
    others: list[int]
    """Number of tiles in the other seats' hands, the next seat first."""
    ends: list[int]
    must: Tile | None
    left: int
    hidden: list[Tile]
    unseen: list[int]
    next_lacks: int
    """The bits of the numbers that, as everybody knows, the next player does not hold."""

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
            next_lacks=lacked(view, (seat + 1) % len(hands)),
        )


def open_halves(layout: Sequence[Laid], highest: int) -> list[int]:
    """Return how many ends show each number, including toes of unfinished feet, and ends that have to wait."""
    ends = [0] * (highest + 1)
    for laid in layout[1:]:
        if not laid.tile.is_double:
            ends[laid.out] += 1
        if not read_tile(laid.place).is_double:
            ends[laid.tile.value - laid.out] -= 1
    return ends


@dataclass(slots=True)
class Prospect:
    """The table after a move. `now` has the bits of the numbers that the next player may serve."""

    move: Move
    table: Table
    tile: Tile | None
    kept: list[Tile]
    now: int


def look_ahead(view: View, moves: Sequence[Move]) -> list[Prospect]:
    table = Table.seen_in(view)
    prospects: dict[tuple[Tile | None, int], Prospect] = {}
    for move in moves:
        pips = touched(move)
        if (move.tile, pips) not in prospects:
            prospects[move.tile, pips] = _after(table, move, pips)
    return list(prospects.values())


def touched(move: Move) -> int:
    """Return the number by which a tile is joined, or -1 if none is placed."""
    return (move.tile.pips & read_tile(move.place).pips).bit_length() - 1 if move.tile else -1


def _after(table: Table, move: Move, pips: int) -> Prospect:
    tile, ends = move.tile, table.ends.copy()
    if tile is None:
        return Prospect(move, table, None, table.hand, table.must.pips if table.must else bits(ends))
    must = table.must if table.left > 1 else None
    if table.must is None:
        ends[pips] -= 1
    if tile.is_double:
        must = tile
    else:
        ends[tile.other(pips)] += 1
    kept = [other for other in table.hand if other != tile]
    return Prospect(move, table, tile, kept, must.pips if must else bits(ends))


def bits(ends: list[int]) -> int:
    """Return the bits of the numbers that are open."""
    return sum(1 << pips for pips, count in enumerate(ends) if count > 0)


def points(tile: Tile) -> int:
    """Return the points of a tile in hand (CF17)."""
    return tile.value or DOUBLE_BLANK


def total(tiles: Sequence[Tile]) -> int:
    return sum(map(points, tiles))


# Ideas


def placing(after: Prospect) -> float:
    return after.tile is not None


def going_out(after: Prospect) -> float:
    return not after.kept


def shedding(after: Prospect) -> float:
    """Return the points shed from the hand."""
    return points(after.tile) if after.tile else 0


def haste(after: Prospect) -> float:
    """Return the points shed, weighted more heavily the fewer tiles any other player has left."""
    return shedding(after) / min(after.table.others)


def shedding_double(after: Prospect) -> float:
    """Return whether a double is shed, which only fits one number and should go while it can."""
    return after.tile is not None and after.tile.is_double


def variety(after: Prospect) -> float:
    """Count the numbers that the kept tiles could serve."""
    held = 0
    for tile in after.kept:
        held |= tile.pips
    return held.bit_count()


def own_end(after: Prospect) -> float:
    """Count the kept tiles that fit the new end."""
    if after.tile is None or after.tile.is_double:
        return 0
    out = after.tile.other(touched(after.move))
    return sum(1 for tile in after.kept if tile.pips & 1 << out)


def way_for_blank(after: Prospect) -> float:
    """Return whether a 0 is opened while 0-0 is kept, which fits nowhere else."""
    if after.tile is None or after.tile.low or after.tile.is_double:
        return 0
    return BLANK in after.kept and touched(after.move) > 0


def starving(after: Prospect) -> float:
    """Return the chance that the next player has nothing to place and must draw."""
    hidden = after.table.hidden
    fitting = sum(1 for tile in hidden if tile.pips & after.now)
    return (1 - fitting / max(1, len(hidden))) ** after.table.others[0]


def buying_time(after: Prospect) -> float:
    """Rate starving the next player by the points we still hold while somebody has few tiles left."""
    if starts_stuck_foot(after):
        return 0
    return starving(after) * total(after.kept) / min(after.table.others)


def going_on(after: Prospect) -> float:
    """Return whether a kept tile could be placed next, so that we do not starve ourselves."""
    return any(tile.pips & after.now for tile in after.kept)


def going_on_alone(after: Prospect) -> float:
    return going_on(after) * starving(after)


def stuck_foot(after: Prospect) -> float:
    """Return how many points fewer than the others we hold, if this starts a foot that cannot be finished: then all
    draw the rest of the stock, and the hands are counted."""
    if not starts_stuck_foot(after):
        return 0
    table = after.table
    theirs = total(table.hidden) / max(1, len(table.hidden)) * sum(table.others) / len(table.others)
    return theirs - total(after.kept)


def open_foot(after: Prospect) -> float:
    """Return the points that the next player is likely to draw because we pass, although the tile just drawn would fit
    an unfinished foot or starter tile."""
    table = after.table
    if after.move.kind != "pass" or table.must is None:
        return 0
    return starving(after) * total(table.hidden) / max(1, len(table.hidden))


def starts_stuck_foot(after: Prospect) -> bool:
    """Return whether this starts a foot for which too few tiles with its number are left."""
    if after.tile is None or not after.tile.is_double:
        return False
    pips = after.tile.high
    return sum(1 for tile in after.kept if tile.pips & 1 << pips) + after.table.unseen[pips] < TOES


PLAIN: Ideas[Prospect] = {placing: 100, shedding: 1}

SOUND: Ideas[Prospect] = {
    placing: 2,
    going_out: 1000,
    shedding: 0.3,
    haste: 1,
    shedding_double: 1.5,
    variety: 0.8,
    own_end: 0.5,
    way_for_blank: 8,
    buying_time: 0.6,
    going_on: 2,
    going_on_alone: 5,
    stuck_foot: 0.3,
    open_foot: 1,
}

# Reasons

FEW = 3
"""With this many tiles left, or fewer, somebody may soon go out."""


def why_shedding(rivals: Rivals) -> Reason:
    after = rivals.good
    if points(after.tile) == DOUBLE_BLANK:
        return Reason(noop("It keeps the 0-0 from costing {points}."), {"points": DOUBLE_BLANK})
    if min(after.table.others) <= FEW:
        sentence = noop("Somebody else may soon go out, and {tile} would cost {points}.")
        return Reason(sentence, {"tile": after.tile, "points": points(after.tile)})
    return why_light(rivals, points)


def why_variety(rivals: Rivals) -> Reason:
    count = int(variety(rivals.good))
    return Reason(noop("It keeps more different numbers in hand: {count}."), {"count": count})


def why_own_end(rivals: Rivals) -> Reason:
    after = rivals.good
    sentence = noop("It opens a {pips}, and a tile in hand fits there.")
    return Reason(sentence, {"pips": after.tile.other(touched(after.move))})


def why_way_for_blank(rivals: Rivals) -> Reason:
    sentence = noop("It makes a way for the 0-0, which would cost {points}.")
    return Reason(sentence, {"points": DOUBLE_BLANK})


def why_buying_time(rivals: Rivals) -> Reason:
    after = rivals.good
    if will_starve(after):
        sentence = noop(
            "It gains time for the {points} points in hand: the next player is known to have nothing that fits."
        )
        return Reason(sentence, {"points": total(after.kept)})
    sentence = noop(
        "It gains time for the {points} points in hand: in {percent} of 100 cases the next player has nothing to place."
    )
    return Reason(sentence, {"points": total(after.kept), "percent": percent(starving(after))})


def why_going_on(rivals: Rivals) -> Reason:
    return Reason(noop("Another tile in hand fits after it."))


def why_going_on_alone(rivals: Rivals) -> Reason:
    if will_starve(rivals.good):
        return Reason(
            noop("After it another tile in hand fits, and the next player is known to have nothing that fits.")
        )
    sentence = noop("After it another tile in hand fits, and in {percent} of 100 cases the next player has none.")
    return Reason(sentence, {"percent": percent(starving(rivals.good))})


def will_starve(after: Prospect) -> bool:
    return is_known_to_starve(after.table.hidden, after.now, after.table.next_lacks)


def why_stuck_foot(rivals: Rivals) -> Reason:
    if not starts_stuck_foot(rivals.good):
        return Reason(noop("It starts no foot that cannot be finished, as this hand counts more than the others."))
    if stuck_foot(rivals.good) > 0:
        return Reason(noop("The foot it starts cannot be finished, and this hand counts less than the others."))
    return Reason(noop("The foot it starts cannot be finished, but it leaves fewer points to count."))


def why_open_foot(rivals: Rivals) -> Reason:
    sentence = noop("{tile} stays unfinished, and in {percent} of 100 cases the next player has nothing for it.")
    return Reason(sentence, {"tile": rivals.good.table.must, "percent": percent(starving(rivals.good))})


REASONS: dict[Callable[[Prospect], float], Explain] = {
    placing: why_placing,
    going_out: why_out,
    shedding: why_shedding,
    haste: why_shedding,
    shedding_double: why_double,
    variety: why_variety,
    own_end: why_own_end,
    way_for_blank: why_way_for_blank,
    buying_time: why_buying_time,
    going_on: why_going_on,
    going_on_alone: why_going_on_alone,
    stuck_foot: why_stuck_foot,
    open_foot: why_open_foot,
}

BRAIN = Brain(look_ahead, PLAIN, SOUND, REASONS, lambda after, tile: tile in after.kept)

"""How bots think about Kardinaldomino: hold back cardinals, shed heavy tiles, leave ends that nobody can serve."""

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
from games.rules import Move, Tile, View
from games.rules.moves import gettext_noop as noop
from games.rules.variants.kardinal import CARDINALS, SEVEN


@dataclass(slots=True)
class Table:
    """The table as a seat sees it. `hidden` are the tiles it does not see."""

    hand: list[Tile]
    others: list[int]
    """Number of tiles in the hands of the other seats that are still in play, the next seat first (KD5)."""
    left: int
    right: int
    hidden: list[Tile]
    stock: int
    next_lacks: int
    """The bits of the numbers that, as everybody knows, the next player does not hold, except perhaps on cardinals."""

    @classmethod
    def seen_in(cls, view: View) -> Self:
        assert view.mine is not None
        public, seat = view.public, view.mine["seat"]
        hands = public["hands"]
        left, right = (end["pips"] for end in public["ends"])
        order = [*[*range(seat)][::-1], *range(len(hands) - 1, seat, -1)]
        others = [other for other in order if hands[other]]
        return cls(
            hand=view.mine["hand"],
            others=[hands[other] for other in others],
            left=left,
            right=right,
            hidden=unseen_tiles(view),
            stock=public["stock"],
            next_lacks=lacked(view, others[0]) if others else 0,
        )


@dataclass(slots=True)
class Prospect:
    """The table after a move. `wanted` has the bits of the halves that fit its ends, ignoring cardinals."""

    move: Move
    table: Table
    tile: Tile | None
    kept: list[Tile]
    left: int
    right: int
    wanted: int


def look_ahead(view: View, moves: Sequence[Move]) -> list[Prospect]:
    table = Table.seen_in(view)
    return [_after(table, move) for move in moves]


def _after(table: Table, move: Move) -> Prospect:
    left, right, tile = table.left, table.right, move.tile
    if tile is None:
        return Prospect(move, table, None, table.hand, left, right, wanted_at(left, right))
    out = new_end(tile, move, left if move.place == "L" else right)
    if move.place == "L":
        left = out
    else:
        right = out
    kept = [other for other in table.hand if other != tile]
    return Prospect(move, table, tile, kept, left, right, wanted_at(left, right))


def new_end(tile: Tile, move: Move, end: int) -> int:
    return tile.other(SEVEN - end) if move.facing is None else move.facing


def wanted_at(left: int, right: int) -> int:
    """Return the bits of the halves that make seven (KD6); nothing does at a 0 (KD8)."""
    return (1 << SEVEN - left | 1 << SEVEN - right) & ~(1 << SEVEN)


# Ideas


def placing(after: Prospect) -> float:
    return after.tile is not None


def going_out(after: Prospect) -> float:
    return not after.kept


def shedding(after: Prospect) -> float:
    return after.tile.value if after.tile else 0


def shedding_double(after: Prospect) -> float:
    """Return whether a double is shed, which only fits one number."""
    return after.tile is not None and after.tile.is_double


def shedding_blank(after: Prospect) -> float:
    """Return whether a tile with a 0 is shed, which is hard to place because 0 fits nowhere."""
    return after.tile is not None and not after.tile.low and after.tile not in CARDINALS


def holding_cardinals(after: Prospect) -> float:
    """Count the cardinals kept while there is a stock to draw from (KD11)."""
    return sum(1 for tile in after.kept if tile in CARDINALS) * (after.table.stock > 0)


def cardinal_in_reserve(after: Prospect) -> float:
    """Return whether a cardinal is kept, as one always fits."""
    return any(tile in CARDINALS for tile in after.kept)


def own_followers(after: Prospect) -> float:
    """Count the kept tiles that fit, apart from cardinals."""
    return sum(1 for tile in after.kept if tile.pips & after.wanted and tile not in CARDINALS)


def starving(after: Prospect) -> float:
    """Return the chance that the next player has no fitting tile other than cardinals."""
    table = after.table
    if not table.hidden or not table.others:
        return 0
    fitting = sum(1 for tile in table.hidden if tile.pips & after.wanted and tile not in CARDINALS)
    return (1 - fitting / len(table.hidden)) ** table.others[0]


def closed_ends(after: Prospect) -> float:
    """Count the ends that show 0, where only a cardinal can go (KD8)."""
    return (not after.left) + (not after.right)


def drawing(after: Prospect) -> float:
    return after.move.kind == "draw"


PLAIN: Ideas[Prospect] = {placing: 3, shedding: 1, holding_cardinals: 6, closed_ends: 3}

SOUND: Ideas[Prospect] = {
    placing: 3,
    going_out: 100,
    shedding: 1,
    shedding_double: 2,
    shedding_blank: 1.5,
    holding_cardinals: 7,
    cardinal_in_reserve: 2,
    own_followers: 1,
    starving: 2,
    closed_ends: 3,
    drawing: -6,
}

# Reasons


def why_shedding(rivals: Rivals) -> Reason:
    return why_light(rivals, lambda tile: tile.value)


def why_blank(rivals: Rivals) -> Reason:
    sentence = noop("{tile} should go while it can, as a 0 is hard to place.")
    return Reason(sentence, {"tile": rivals.good.tile})


def why_cardinals(rivals: Rivals) -> Reason:
    return Reason(noop("It saves a cardinal, which always fits later."))


def why_followers(rivals: Rivals) -> Reason:
    count = int(own_followers(rivals.good))
    return Reason(noop("More of the tiles left in hand fit after it: {count}."), {"count": count})


def why_starving(rivals: Rivals) -> Reason:
    table = rivals.good.table
    plain = [tile for tile in table.hidden if tile not in CARDINALS]
    if is_known_to_starve(plain, rivals.good.wanted, table.next_lacks):
        return Reason(noop("The next player is known to have nothing that fits after it, except perhaps a cardinal."))
    sentence = noop("It is harder for the next player: in {percent} of 100 cases nothing fits but a cardinal.")
    return Reason(sentence, {"percent": percent(starving(rivals.good))})


def why_closed(rivals: Rivals) -> Reason:
    return Reason(noop("An end shows 0 after it, where only a cardinal fits."))


def why_not_drawing(rivals: Rivals) -> Reason:
    return Reason(noop("Drawing would only make the hand larger."))


REASONS: dict[Callable[[Prospect], float], Explain] = {
    placing: why_placing,
    going_out: why_out,
    shedding: why_shedding,
    shedding_double: why_double,
    shedding_blank: why_blank,
    holding_cardinals: why_cardinals,
    cardinal_in_reserve: why_cardinals,
    own_followers: why_followers,
    starving: why_starving,
    closed_ends: why_closed,
    drawing: why_not_drawing,
}

BRAIN = Brain(look_ahead, PLAIN, SOUND, REASONS, lambda after, tile: tile in after.kept)

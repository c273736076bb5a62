"""How bots think about Two-Step: free the dance card, keep what unlocks it, block the opponent's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from games.bots.ideas import Brain, Explain, Ideas, Reason, Rivals, percent, unseen_tiles
from games.rules import Move, Tile, View
from games.rules.moves import DRAW, END, discard
from games.rules.moves import gettext_noop as noop
from games.rules.variants.two_step import placings


@dataclass(slots=True)
class Table:
    """The table as a seat sees it. `hidden` are the tiles it does not see."""

    top: Tile
    """The top of the seat's own dance card; names with `their_` are the opponent's."""
    their_top: Tile
    their_discard: Tile | None
    hidden: list[Tile]
    stock: int

    @classmethod
    def seen_in(cls, view: View) -> Self:
        assert view.mine is not None
        public, seat = view.public, view.mine["seat"]
        top, their_top = public["cards"][seat]["top"], public["cards"][1 - seat]["top"]
        discards = public["discards"]
        return cls(
            top=top,
            their_top=their_top,
            their_discard=discards[1 - seat][-1] if discards[1 - seat] else None,
            hidden=unseen_tiles(view, *discards, [top, their_top]),
            stock=public["stock"],
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to play the rest of the turn, as far as it can be foreseen: its first move, its last, and the outcome.

    It can be foreseen until something is revealed: the top of the dance card is placed, three tiles are drawn, or the
    turn is ended.
    """

    move: Move
    last: Move
    table: Table
    left: int
    right: int
    hand: tuple[Tile, ...]
    discards: tuple[Tile, ...]
    placed: int


def look_ahead(view: View, moves: Sequence[Move]) -> list[Plan]:
    """Return one plan for every state that the turn can lead to, whatever the order of the moves that lead there."""
    assert view.mine is not None
    table = Table.seen_in(view)
    left, right = (end["pips"] for end in view.public["ends"])
    hand, discards = tuple(view.mine["hand"]), tuple(view.public["discards"][view.mine["seat"]])
    seen: set[tuple[object, ...]] = set()
    plans: list[Plan] = []
    for move in moves:
        start = Plan(move, move, table, left, right, hand, discards, 0)
        plans += _go_on(_after(start, move), seen)
    return plans


def _go_on(plan: Plan, seen: set[tuple[object, ...]]) -> Iterator[Plan]:
    if plan.last.kind != "place" or plan.last.tile == plan.table.top:
        yield plan
        return
    state = plan.left, plan.right, frozenset(plan.hand), len(plan.discards)
    if state not in seen:
        seen.add(state)
        for move in _moves(plan):
            yield from _go_on(_after(plan, move), seen)


def _moves(plan: Plan) -> Iterator[Move]:
    fitting = placings(plan.left, plan.right)
    for tile in (plan.table.top, *plan.hand, *plan.discards[-1:]):
        yield from fitting.get(tile, ())
    yield from map(discard, plan.hand)
    if not plan.hand:
        if plan.table.stock:
            yield DRAW
        yield END


def _after(plan: Plan, move: Move) -> Plan:
    left, right, hand, discards = plan.left, plan.right, plan.hand, plan.discards
    tile = move.tile
    if tile is None:
        return Plan(plan.move, move, plan.table, left, right, hand, discards, plan.placed)
    if tile in hand:
        hand = tuple(other for other in hand if other != tile)
    elif tile != plan.table.top:
        discards = discards[:-1]
    if move.kind == "discard":
        return Plan(plan.move, move, plan.table, left, right, hand, (*discards, tile), plan.placed)
    if move.place == "L":
        left = tile.other(left)
    else:
        right = tile.other(right)
    return Plan(plan.move, move, plan.table, left, right, hand, discards, plan.placed + 1)


def _ends(plan: Plan) -> int:
    """Return the bits of the numbers at the ends."""
    return 1 << plan.left | 1 << plan.right


# Ideas


def freeing(plan: Plan) -> float:
    """Return whether the top of the dance card is placed."""
    return plan.last.kind == "place"


def freeing_at_once(plan: Plan) -> float:
    return plan.move.tile == plan.table.top


def freeing_soon(plan: Plan) -> float:
    """Rate placing the top higher the sooner it happens, since the tile turned up may change the plan."""
    return freeing(plan) / max(1, plan.placed)


def placing_at_once(plan: Plan) -> float:
    return plan.move.kind == "place"


def drawing(plan: Plan) -> float:
    return plan.last.kind == "draw"


def ending_turn(plan: Plan) -> float:
    return plan.last.kind in ("discard", "end")


def letting_them_free(plan: Plan) -> float:
    """Return whether the opponent's top fits an end when their turn begins."""
    return ending_turn(plan) and bool(plan.table.their_top.pips & _ends(plan))


def freeing_them_too(plan: Plan) -> float:
    """Return whether the opponent's top fits an end once our top is placed."""
    return freeing(plan) and bool(plan.table.their_top.pips & _ends(plan))


def bridges(plan: Plan) -> float:
    """Return the share of hidden tiles that the opponent could place, and their top after it."""
    if not ending_turn(plan) or letting_them_free(plan) or not plan.table.hidden:
        return 0
    return sum(1 for tile in plan.table.hidden if _leads(tile, _ends(plan), plan.table.their_top)) / len(
        plan.table.hidden
    )


def bridge_on_their_pile(plan: Plan) -> float:
    """Return whether the opponent could place the top of their discard pile, and their dance card's top after it."""
    if not ending_turn(plan) or letting_them_free(plan) or plan.table.their_discard is None:
        return 0
    return _leads(plan.table.their_discard, _ends(plan), plan.table.their_top)


def _leads(tile: Tile, ends: int, top: Tile) -> bool:
    """Return whether `tile` fits an end and then shows a number of `top`."""
    return bool(
        (1 << tile.high & ends and 1 << tile.low & top.pips) or (1 << tile.low & ends and 1 << tile.high & top.pips)
    )


def keys(plan: Plan) -> float:
    """Count the tiles kept in hand that share a number with our top, so that it could be placed after them."""
    return 0 if freeing(plan) else sum(1 for tile in plan.hand if tile.pips & plan.table.top.pips)


def key_on_pile(plan: Plan) -> float:
    """Return whether the top of our discard pile shares a number with our top."""
    return not freeing(plan) and bool(plan.discards) and bool(plan.discards[-1].pips & plan.table.top.pips)


def pile_fits(plan: Plan) -> float:
    """Return whether the top of our discard pile fits an end."""
    return bool(plan.discards) and bool(plan.discards[-1].pips & _ends(plan))


def live_ends(plan: Plan) -> float:
    """Return the share of hidden tiles that fit an end."""
    return sum(1 for tile in plan.table.hidden if tile.pips & _ends(plan)) / max(1, len(plan.table.hidden))


PLAIN: Ideas[Plan] = {freeing_at_once: 100, placing_at_once: 10, drawing: 5}

SOUND: Ideas[Plan] = {
    freeing: 30,
    freeing_soon: 1,
    drawing: 5,
    letting_them_free: -7,
    freeing_them_too: -0.75,
    bridges: -5,
    bridge_on_their_pile: -5,
    keys: 2,
    key_on_pile: 0.5,
    pile_fits: 0.5,
    live_ends: 1,
}

# Reasons


def why_freeing(rivals: Rivals) -> Reason:
    plan = rivals.good
    if freeing_at_once(plan):
        return Reason(noop("It takes {top} off the dance card."), {"top": plan.table.top})
    if freeing(rivals.next):
        return Reason(noop("It takes {top} off the dance card in fewer steps."), {"top": plan.table.top})
    return Reason(noop("After it {top} can be taken off the dance card."), {"top": plan.table.top})


def why_freeing_alone(rivals: Rivals) -> Reason:
    sentence = noop("After it no end fits {top}, the top of the other dance card.")
    return Reason(sentence, {"top": rivals.good.table.their_top})


def why_drawing(rivals: Rivals) -> Reason:
    if rivals.good.move == DRAW:
        return Reason(noop("The hand is empty: new tiles may lead further."))
    return Reason(noop("It leads to an empty hand, and so to new tiles."))


def why_blocking(rivals: Rivals) -> Reason:
    plan = rivals.good
    params = {"top": plan.table.their_top}
    if not ending_turn(plan):
        return Reason(noop("Ending the turn would help the opponent to place {top}."), params)
    if letting_them_free(rivals.next):
        return Reason(noop("At the end of the turn no end fits {top}, the top of the other dance card."), params)
    return Reason(noop("It makes {top}, the top of the other dance card, harder to place."), params)


def why_keys(rivals: Rivals) -> Reason:
    sentence = noop("It keeps in hand what can make way for {top}, the top of the dance card.")
    return Reason(sentence, {"top": rivals.good.table.top})


def why_key_on_pile(rivals: Rivals) -> Reason:
    sentence = noop("The discard pile then shows what can make way for {top}, the top of the dance card.")
    return Reason(sentence, {"top": rivals.good.table.top})


def why_pile_fits(rivals: Rivals) -> Reason:
    return Reason(noop("The top of the discard pile then fits an end."))


def why_live_ends(rivals: Rivals) -> Reason:
    sentence = noop("More of the hidden tiles fit the ends afterwards: {percent} of 100.")
    return Reason(sentence, {"percent": percent(live_ends(rivals.good))})


REASONS: dict[Callable[[Plan], float], Explain] = {
    freeing: why_freeing,
    freeing_soon: why_freeing,
    drawing: why_drawing,
    letting_them_free: why_blocking,
    freeing_them_too: why_freeing_alone,
    bridges: why_blocking,
    bridge_on_their_pile: why_blocking,
    keys: why_keys,
    key_on_pile: why_key_on_pile,
    pile_fits: why_pile_fits,
    live_ends: why_live_ends,
}


def keeps(plan: Plan, tile: Tile) -> bool:
    return tile in plan.hand or tile in plan.discards or (tile == plan.table.top and not freeing(plan))


BRAIN = Brain(look_ahead, PLAIN, SOUND, REASONS, keeps)

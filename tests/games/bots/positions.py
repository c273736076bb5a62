"""Positions for bots, as seen by seat 0, which is on turn."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots import choose
from games.rules import GAMES, Laid, Move, Tile, View, read_move, read_tile


def choices(view: View) -> set[str]:
    """Return the moves that a sound player chooses among: one, or several that are equally good."""
    return {str(choose(view, "medium", random.Random(seed))) for seed in range(20)}


def chosen_tiles(view: View) -> set[str]:
    return {move.split("@")[0] for move in choices(view)}


def chicken_foot(
    layout: str, hand: str, legal: str, *, others: Sequence[int] = (5,), stock: int = 10, must: str = "", left: int = 0
) -> View:
    """Return a view; the layout is given in the order of laying: `9-9 9-5@9-9 …`."""
    starter, *placings = layout.split()
    laid = [_laid_on(read_move(text)) for text in placings]
    public = {
        "hands": [len(hand.split()), *others],
        "stock": stock,
        "must": {"kind": "foot", "tile": read_tile(must), "left": left} if must else None,
    }
    return _view("chicken-foot", [Laid(0, read_tile(starter), "", read_tile(starter).high), *laid], public, hand, legal)


def _laid_on(move: Move) -> Laid:
    assert move.tile is not None
    touched = move.tile.pips & read_tile(move.place).pips
    return Laid(0, move.tile, move.place, move.tile.other(touched.bit_length() - 1))


def two_step(
    line: str,
    hand: str,
    legal: str,
    *,
    top: str,
    their_top: str,
    discards: str = "",
    their_discards: str = "",
    stock: int = 8,
) -> View:
    """Return a view; the line is given from left to right: `3-5 5-5 5-4`."""
    public = {
        "hands": [len(hand.split()), 3],
        "stock": stock,
        "ends": _ends(line),
        "cards": [{"top": read_tile(top), "left": 5}, {"top": read_tile(their_top), "left": 5}],
        "discards": [_tiles(discards), _tiles(their_discards)],
    }
    return _view("two-step", _lined_up(line), public, hand, legal)


def kardinal(line: str, hand: str, legal: str, *, others: Sequence[int] = (5,), stock: int = 10) -> View:
    """Return a view; the line is given from left to right: `3-4 3-3`."""
    public = {"hands": [len(hand.split()), *others], "stock": stock, "ends": _ends(line)}
    return _view("kardinal", _lined_up(line), public, hand, legal)


def _ends(line: str) -> list[dict[str, Any]]:
    return [{"place": place, "pips": int(pips)} for place, pips in (("L", line[0]), ("R", line[-1]))]


def _lined_up(line: str) -> list[Laid]:
    return [Laid(0, _either_way(text), "", 0) for text in line.split()]


def _either_way(text: str) -> Tile:
    low, high = sorted(map(int, text.split("-")))
    return read_tile(f"{high}-{low}")


def _tiles(text: str) -> list[Tile]:
    return [read_tile(tile) for tile in text.split()]


def _view(game: str, layout: list[Laid], public: dict[str, Any], hand: str, legal: str) -> View:
    mine = {"seat": 0, "hand": _tiles(hand), "legal": [read_move(text) for text in legal.split(", ")]}
    options = GAMES[game].complete({})
    return View(game, options, len(public["hands"]), 1, 0, tuple(layout), public | {"turn": 0}, mine)

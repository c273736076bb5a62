"""Moves as text, parsed strictly, and the two ways in which a move can be wrong."""

from __future__ import annotations

import re
from typing import Any

from games.rules.tiles import Tile, read_tile

_TILE = r"(?:0|[1-9][0-9]?)-(?:0|[1-9][0-9]?)"
_FORMS = re.compile(rf"(?P<tile>{_TILE})@(?:(?P<place>{_TILE}|[LR])|(?P<end>[LR])>(?P<facing>0|[1-9][0-9]?))")
_DISCARD = re.compile(rf"discard (?P<tile>{_TILE})")


class Move(str):
    """The text of a move with its parts as attributes: what it does, with which tile, where.

    `kind` is `place`, `draw`, `pass`, `discard` or `end`; `place` is as in `Laid`; `facing` is for cardinals only
    (KD7). Moves are interned: always get them from `read_move` or the functions below.
    """

    __slots__ = ("facing", "kind", "place", "tile")

    kind: str
    tile: Tile | None
    place: str
    facing: int | None

    def __new__(
        cls, text: str, kind: str, tile: Tile | None = None, place: str = "", facing: int | None = None
    ) -> Move:
        self = super().__new__(cls, text)
        self.kind = kind
        self.tile = tile
        self.place = place
        self.facing = facing
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return read_move, (str(self),)


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation, which happens where it is shown."""
    return sentence


class MoveError(ValueError):
    """A refused move: a code, and a whole sentence with a translatable template.

    `str(error)` is the English sentence; `template` and `params` let the site say it in another language.
    """

    def __init__(self, code: str, template: str, **params: Any) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params = params


class UnreadableMove(MoveError):
    """Text that is not a move of any game."""


class IllegalMove(MoveError):
    """A move that may not be played now."""


DRAW = Move("draw", "draw")
PASS = Move("pass", "pass")
END = Move("end", "end")

_KNOWN: dict[str, Move] = {str(move): move for move in (DRAW, PASS, END)}


def place(tile: Tile, where: str, facing: int | None = None) -> Move:
    """Return the move `TILE@PLACE` or `TILE@PLACE>FACING`."""
    text = f"{tile}@{where}" if facing is None else f"{tile}@{where}>{facing}"
    return _KNOWN.get(text) or _remember(Move(text, "place", tile, where, facing))


def discard(tile: Tile) -> Move:
    text = f"discard {tile}"
    return _KNOWN.get(text) or _remember(Move(text, "discard", tile))


def read_move(text: str) -> Move:
    """Parse a move strictly: no extra spaces, no leading zeros. Raises `UnreadableMove`."""
    move = _KNOWN.get(text) or _parse(text)
    if move is None:
        raise UnreadableMove("unreadable-move", gettext_noop("This is not a move."))
    return move


def _remember(move: Move) -> Move:
    return _KNOWN.setdefault(str(move), move)


def _parse(text: str) -> Move | None:
    try:
        if form := _DISCARD.fullmatch(text):
            return discard(read_tile(form["tile"]))
        if form := _FORMS.fullmatch(text):
            return _parse_placing(form)
    except KeyError:  # looks like a tile, but no set has it
        pass
    return None


def _parse_placing(form: re.Match[str]) -> Move | None:
    tile = read_tile(form["tile"])
    if form["end"]:
        facing = int(form["facing"])
        return place(tile, form["end"], facing) if facing in (tile.high, tile.low) else None
    where = form["place"]
    return place(tile, where if where in ("L", "R") else read_tile(where))

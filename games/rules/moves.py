"""Moves as text, read strictly, and the two ways a move can be wrong."""

from __future__ import annotations

from typing import Any

from games.rules.tiles import Tile


class Move(str):
    """A move's text, with its parts attached: what it does, with which tile, where.

    `kind` is `place`, `draw`, `pass`, `discard` or `end`; `place` as in `Laid`; `facing` only for a cardinal (KD7).
    """

    __slots__ = ("facing", "kind", "place", "tile")

    kind: str
    tile: Tile | None
    place: str
    facing: int | None


class MoveError(ValueError):
    """A move that was refused: a code, and a whole sentence whose template can be translated.

    `str(error)` is the English sentence; `template` and `params` let the site say it in another language.
    """

    def __init__(self, code: str, template: str, **params: Any) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params = params


class UnreadableMove(MoveError):
    """The text is no move of any game."""


class IllegalMove(MoveError):
    """A move, but not one that may be played now."""

"""Where each tile lies on the table: pure geometry, no rule of any game (docs/layout.md)."""

from games.layout.line import Line
from games.layout.spot import Arrangement, Spot
from games.layout.tree import Tree
from games.rules import GAMES

__all__ = ["Arrangement", "Spot", "arrange"]

SHAPES: dict[str, type[Line] | type[Tree]] = {"line": Line, "tree": Tree}


def arrange(game: str) -> Arrangement:
    """An empty table for one deal of `game`."""
    return SHAPES[GAMES[game].shape]()

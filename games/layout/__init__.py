"""Computes where each tile lies on the table: pure geometry, without the rules of any game (docs/layout.md)."""

from games.layout.line import Line
from games.layout.spot import Arrangement, Spot
from games.layout.tree import Tree

__all__ = ["Arrangement", "Spot", "arrange"]

SHAPES: dict[str, type[Line] | type[Tree]] = {"line": Line, "tree": Tree}


def arrange(shape: str) -> Arrangement:
    """Return an empty arrangement for one deal of a game with this shape (`Game.shape`)."""
    return SHAPES[shape]()

"""Bots: they see what a seat may see, and choose a move. See docs/bots.md."""

from games.bots.levels import LEVELS, choose

__all__ = ["LEVELS", "choose"]

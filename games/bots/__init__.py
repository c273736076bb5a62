"""Bots: they see what a seat may see, and choose a move. See docs/bots.md."""

from games.bots.levels import LEVELS, choose, choose_in

__all__ = ["LEVELS", "choose", "choose_in"]

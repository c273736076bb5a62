"""Bots, which choose moves from what their seat may see. See docs/bots.md."""

from games.bots.levels import LEVELS, THINKING, choose, choose_in
from games.bots.search import Thought

__all__ = ["LEVELS", "THINKING", "Thought", "choose", "choose_in"]

"""Bots that have learnt by playing against themselves: a small network for each game. See docs/bots.md."""

from games.bots.learning.networks import Rated, rate, rated_acts

__all__ = ["Rated", "rate", "rated_acts"]

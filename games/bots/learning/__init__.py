"""Bots that have learnt by self-play: one or two small networks for each game. See docs/bots.md."""

from games.bots.learning.networks import Rated, rate, rated_acts

__all__ = ["Rated", "rate", "rated_acts"]

"""The imagined deals in which the coach tries moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.bots.past import worlds_in_proportion
from games.rules import Deal

WALKS = 6
"""Imagined deals come from so many walks in turn. The number is even, so that every second deal is independent of the
others: which move is the best is decided in one half, and measured in the other. What one walk keeps to for long hardly
matters among several."""

STEPS_FOR_EACH_CHOICE = 2
"""The more the others have chosen, the more a deal is like the one before it in the same walk."""

SETTING_OUT = 0.5
"""The share of the usual steps with which a walk sets out: it goes on for longer than a bot's, and there are more."""


def imagined(deal: Deal, seat: int, rng: random.Random) -> Iterator[Deal]:
    """Yield deals that fit what a seat has seen, each as often as it is likely by what the others have chosen."""
    return worlds_in_proportion(deal, seat, rng, for_each_choice=STEPS_FOR_EACH_CHOICE, walks=WALKS, share=SETTING_OUT)

"""The imagined deals in which the coach tries moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.bots.past import worlds_in_proportion
from games.rules import Deal

WALKS = 6
"""How many random walks take turns at yielding imagined deals. The number is even, so that the deals in even and odd
places are independent: the best move is determined in one half and measured in the other. Among several walks it hardly
matters if one of them stays in the same region for long."""

STEPS_FOR_EACH_CHOICE = 2
"""Steps of a walk between two deals, per choice the other players have made: the more they have chosen, the more a deal
resembles the one before it in the same walk."""

SETTING_OUT = 0.5
"""The share of the usual burn-in steps of a walk: these walks run longer than a bot's, and there are more of them."""


def imagined(deal: Deal, seat: int, rng: random.Random) -> Iterator[Deal]:
    """Yield deals that fit what a seat has seen, in proportion to how likely the other players' choices make them."""
    return worlds_in_proportion(deal, seat, rng, for_each_choice=STEPS_FOR_EACH_CHOICE, walks=WALKS, share=SETTING_OUT)

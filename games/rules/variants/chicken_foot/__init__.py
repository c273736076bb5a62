"""Chicken Foot (CF1 to CF17): a deal for each double; the fewest points win."""

from games.rules.variants.chicken_foot.deal import DOUBLE_BLANK, TOES, ChickenFootDeal
from games.rules.variants.chicken_foot.game import ChickenFoot

__all__ = ["DOUBLE_BLANK", "TOES", "ChickenFoot", "ChickenFootDeal"]

"""The settings of a whole site that plays the fourth game, too: the one line is the last."""

from config.settings import *  # noqa: F403
from games.rules.registry import register
from tests.block_game.rules import BlockGame

register(BlockGame())

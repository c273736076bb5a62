"""Settings of a whole site with the fourth game, which takes one line: the last."""

from config.settings import *  # noqa: F403
from games.rules.registry import register
from tests.block_game.rules import BlockGame

register(BlockGame())

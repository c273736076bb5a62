"""The rules of the games in plain Python: tiles, moves, deals, matches. See docs/architecture.md.

Released rules never change: `registry` holds every version of every game, and a changed rule is a new version.
"""

from games.rules.deal import Deal, DealResult, Event, Laid, View
from games.rules.game import Game, MatchResult, Option, OptionsError, Preset, Sample
from games.rules.match import DealRecord, DeckError, Match
from games.rules.moves import IllegalMove, Move, MoveError, UnreadableMove, read_move
from games.rules.registry import GAMES, UnknownRulesError, registered, released, rules_of
from games.rules.tiles import Tile, full_set, read_tile

__all__ = [
    "GAMES",
    "Deal",
    "DealRecord",
    "DealResult",
    "DeckError",
    "Event",
    "Game",
    "IllegalMove",
    "Laid",
    "Match",
    "MatchResult",
    "Move",
    "MoveError",
    "Option",
    "OptionsError",
    "Preset",
    "Sample",
    "Tile",
    "UnknownRulesError",
    "UnreadableMove",
    "View",
    "full_set",
    "read_move",
    "read_tile",
    "registered",
    "released",
    "rules_of",
]

"""What a lesson consists of: steps in which the reader is told something, watches the others, and plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules import GAMES, Match
from games.rules.tiles import read_tile

READER = 0
"""The reader's seat in every lesson."""

Part = str
"""Something to point at: a tile, or one of `PARTS`."""

PARTS = frozenset(("hand", "card", "discard", "stock", "floor", "others"))


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a deal: `dealt` are the first tiles of its deck (shared/rules: deck), the rest of the set follows;
    `before` are the moves that have been played when it is first shown."""

    seats: int
    dealt: str
    before: tuple[str, ...] = ()

    def deck(self, game: str) -> list[str]:
        first = [read_tile(text) for text in self.dealt.split()]
        tiles = GAMES[game].tiles(Match(game, self.seats).options)
        return [*first, *(tile for tile in tiles if tile not in first)]


@dataclass(frozen=True, slots=True)
class Step:
    """What is said; and if there is a `task`, the move that the reader makes for it.

    First comes the `scene` if another one begins, then the `moves` of the others, one after another. `play` is the move
    that is asked for; if there is none, any tile may be placed, and the next step must begin another scene. What is
    said then: `well` after the right move, `instead` after another legal one, `why` (of a `%(tile)s`) about a tile that
    fits nowhere. `points` has what to look at, with a label if it needs one.
    """

    title: str
    say: str
    task: str = ""
    scene: Scene | None = None
    moves: tuple[str, ...] = ()
    play: str = ""
    well: str = ""
    instead: str = ""
    why: str = ""
    points: Mapping[Part, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game; the others at the table have these names, in the order of their seats."""

    game: str
    others: tuple[str, ...]
    steps: tuple[Step, ...]

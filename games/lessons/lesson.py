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
    """A position in a deal: `dealt` are the first tiles of its deck, which the rest of the set follows in order;
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
    """Something that the reader is told, and, if there is a `task`, a move for the reader to make.

    If the step begins a new `scene`, that is shown first, then the `moves` of the other players one by one. `play` is
    the move that is asked for; without it any tile may be placed, and the next step must begin a new scene. The replies
    are `well` to the right move, `instead` to another legal one, and `why` (with `%(tile)s`) to a tile that fits
    nowhere. `points` says what to point at, with a label where one is needed.
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

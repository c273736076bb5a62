"""Ideas: small judgements about a move, which are weighted and added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules import Move, Tile, View, rules_of
from games.rules.moves import gettext_noop as noop


class Prospect(Protocol):
    """The situation after a move, as far as the seat can see."""

    @property
    def move(self) -> Move: ...


P = TypeVar("P", bound=Prospect)

Ideas = Mapping[Callable[[P], float], float]
"""Maps functions that rate one aspect of a prospect to the weights of their ratings."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Explains why a move is good: a whole sentence with a translatable template, as in `MoveError`."""

    template: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.params)


class Rivals(NamedTuple):
    """The prospects of a good move, of the next best move (if possible without its tile), and of all other moves."""

    good: Any
    next: Any
    others: Sequence[Any]


Explain = Callable[[Rivals], Reason]
"""Says why the good move is better. It is only called if the ideas that it stands for favour that move on the whole."""


class Brain(NamedTuple):
    """How bots think about one game."""

    look_ahead: Callable[[View, Sequence[Move]], Sequence[Any]]
    """Return the prospects of these legal moves; of several moves that lead to the same prospect, the first is
    enough."""
    plain: Ideas[Any]
    """What anybody considers after a few deals."""
    sound: Ideas[Any]
    """What good players consider."""
    reasons: Mapping[Callable[[Any], float], Explain]
    """For each sound idea, the function that puts it into a sentence; similar ideas share one."""
    keeps: Callable[[Any, Tile], bool]
    """Return whether a tile is not placed on the way to a prospect."""


def best(prospects: Sequence[P], ideas: Ideas[P]) -> Move:
    return max(prospects, key=lambda prospect: worth(prospect, ideas)).move


def worth(prospect: P, ideas: Ideas[P]) -> float:
    return sum(weight * idea(prospect) for idea, weight in ideas.items())


def unseen_tiles(view: View, *seen: Sequence[Tile | None]) -> list[Tile]:
    """Return all tiles of the set except those on the layout, in the seat's own hand and in `seen`."""
    assert view.mine is not None
    known = {laid.tile for laid in view.layout}.union(view.mine["hand"], *seen)
    return [tile for tile in rules_of(view.game, view.version).tiles(view.options) if tile not in known]


def lacked(view: View, seat: int) -> int:
    """Return the bits of the numbers that, as everybody knows, a seat does not hold."""
    facts = [fact for fact in view.public.get("told", ()) if fact["seat"] == seat and fact["says"] == "lacks"]
    return sum({1 << number for fact in facts if not fact["but"] for number in fact["numbers"]})


def is_known_to_starve(hidden: Sequence[Tile], wanted: int, lacks: int) -> bool:
    """Return whether some hidden tiles show a wanted number, but a player who lacks these numbers can hold none of
    them."""
    fitting = [tile for tile in hidden if tile.pips & wanted]
    return bool(fitting) and all(tile.pips & lacks for tile in fitting)


# Reasons that several games have


def why_out(rivals: Rivals) -> Reason:
    return Reason(noop("It empties the hand."))


def why_placing(rivals: Rivals) -> Reason:
    return Reason(noop("Whatever lies on the table is out of the hand."))


def why_double(rivals: Rivals) -> Reason:
    sentence = noop("{tile} is a double, which fits one number only: it should go while it can.")
    return Reason(sentence, {"tile": rivals.good.move.tile})


def why_light(rivals: Rivals, points: Callable[[Tile], int]) -> Reason:
    """Return the reason that is based on the points of the tile placed."""
    tile = rivals.good.move.tile
    params = {"tile": tile, "points": points(tile)}
    lighter = [points(other.move.tile) for other in rivals.others if other.move.tile not in (None, tile)]
    if lighter and max(lighter) < points(tile):
        return Reason(noop("{tile} is the heaviest tile that fits; it counts {points}."), params)
    return Reason(noop("It takes more points out of the hand: {tile} counts {points}."), params)


def percent(share: float) -> int:
    """Return a share above zero in whole per cent, at least 1."""
    return max(1, round(100 * share))

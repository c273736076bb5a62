"""What a format is told of an event, and what it answers. Everything here is immutable and knows no site."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Entrant:
    """`seed` counts from 1, the strongest first, no two alike; `is_out`: withdrawn, never to be seated again."""

    id: int
    seed: int
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How a match ended for one seat.

    `points` is the match's total as its game counts (pips left, or points won in Two-Step), `deals` the score of each
    deal that counted, `settlement` only where the game settles differences (KD2). `perfect` counts deals won while the
    other still had everything: in Two-Step wins that count double.
    """

    points: int
    deals: tuple[int, ...] = ()
    won: bool = False
    shared: bool = False
    settlement: int | None = None
    perfect: int = 0


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """`entrants` in the order of the seats; `scores` in the same order, None while the match is not over."""

    number: int
    entrants: tuple[int, ...]
    scores: tuple[SeatScore, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """`byes`: willing to play, but the numbers did not allow it (or the other withdrew). Who is neither at a table
    nor among the byes was not there in this round."""

    number: int
    tables: tuple[PlayedTable, ...] = ()
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """`rounds` in order, the one being played last, its tables partly without scores. All of its entrants are named,
    withdrawn ones included."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """`entrants` in the order of the seats; `why` says in sentences how these came together."""

    entrants: tuple[int, ...]
    why: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round, the most important first; `byes` with the reason."""

    tables: tuple[SeatedTable, ...]
    byes: tuple[tuple[int, Sentence], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A figure in the standings, by the slug of what it measures; `shown` is how it is written ("2½", "0.75")."""

    slug: str
    value: Fraction | int
    shown: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Equal ranks are shared. `score` comes first, then the tie-breaks in the order of the plan; `by` is the slug of
    the value that put this entrant behind the one above, empty for the first and for shared ranks."""

    entrant: int
    rank: int
    score: Value
    tie_breaks: tuple[Value, ...] = ()
    played: int = 0
    by: str = ""
    rounds: tuple[str, ...] = field(default=())
    """For the grid: what each round brought, written short: "24", "1", "½", "bye", "–" (missed),
    and where byes and missed rounds count as something, "bye 23½" and "(48)"."""

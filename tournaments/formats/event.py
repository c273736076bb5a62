"""Events as formats see them, and the answers of formats. Everything is immutable and knows nothing of the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant. `seed` counts from 1, the strongest first, all different; `is_out` means withdrawn for good.

    `fills_gap` means that an odd number of entrants was drawn, and this one was put in later to take the place of the
    byes. `first_round` is the first round that they could play; a late entrant has missed those before it. `handicap`
    is added to their result of each round at a table.
    """

    id: int
    seed: int
    is_out: bool = False
    fills_gap: bool = False
    first_round: int = 1
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """A team. `members` are in the order of its lines: first the players, as many as the plan says, then the
    reserves."""

    id: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The result of a match for one seat.

    `points` is the total of the match as the game counts it (pips left, or points won in Two-Step), and `deals` has the
    score of each deal that counted. `settlement` is only set where the game settles differences (KD2). `perfect` counts
    deals won before the opponent got rid of anything, which score double in Two-Step. `absent` means that nobody came
    to the seat, so that the house played it. `by_house` has the scores of the deals in which the house laid most of the
    seat's tiles.
    """

    points: int
    deals: tuple[int, ...] = ()
    won: bool = False
    shared: bool = False
    settlement: int | None = None
    perfect: int = 0
    absent: bool = False
    by_house: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round. `entrants` are in the order of the seats, and so are `scores`, which are None until the match
    is over."""

    number: int
    entrants: tuple[int, ...]
    scores: tuple[SeatScore, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round. `byes` are entrants who wanted to play, but were left over, or whose opponent withdrew.

    Entrants who are neither at a table nor among the byes were absent. `line_ups` are the teams with the entrants on
    their lines.
    """

    number: int
    tables: tuple[PlayedTable, ...] = ()
    byes: tuple[int, ...] = ()
    line_ups: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def line_up(self, team: int) -> tuple[int, ...]:
        return next((lines for id, lines in self.line_ups if id == team), ())


@dataclass(frozen=True, slots=True)
class Event:
    """A plan, its entrants (withdrawn ones included) and its rounds in order.

    The last round may be running, with scores for some of its tables.
    """

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    apart: frozenset[frozenset[int]] = frozenset()
    """Pairs of entrants who are not seated together if that can be avoided."""
    teams: tuple[Team, ...] = ()
    """Teams in the order of their best seeds; none if everybody plays for themselves."""
    weary: frozenset[int] = frozenset()
    """Entrants at rolling tables who have been free for so long that they are seated with the same people again."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table to be opened. `entrants` are in the order of the seats; `why` explains how they came together.

    If any entrants are `absent`, the table is not played: they have lost to an opponent who is there.
    """

    entrants: tuple[int, ...]
    why: tuple[Sentence, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def scores(self) -> tuple[SeatScore, ...] | None:
        """Return the result of a table that is not played."""
        if not self.absent:
            return None
        return tuple(SeatScore(0, won=one not in self.absent, absent=one in self.absent) for one in self.entrants)


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round, the most important first, and the byes with their reasons.

    `line_ups` are the teams with the entrants on their lines, where the format decides on them.
    """

    tables: tuple[SeatedTable, ...]
    byes: tuple[tuple[int, Sentence], ...] = ()
    line_ups: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A number in the standings. `slug` says what it measures, `shown` is how it is written ("2½", "0.75")."""

    slug: str
    value: Fraction | int
    shown: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings. Equal ranks are shared.

    `tie_breaks` are in the order of the plan. `by` is the slug of the value that put this entrant behind the one above;
    empty for the first and for shared ranks.
    """

    entrant: int
    rank: int
    score: Value
    tie_breaks: tuple[Value, ...] = ()
    played: int = 0
    by: str = ""
    rounds: tuple[str, ...] = field(default=())
    """The cells of the results grid, one for each round: "24", "1", "½", "bye", "–" (missed), or with the amount that a
    bye or a missed round counts as: "bye 23½" and "(48)", in duels "(½)"."""

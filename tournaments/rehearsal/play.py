"""A whole event played by bots in memory, as planned. Nothing is stored; the time it may take is limited."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from games.bots import choose
from games.rules import Match, Move
from tournaments.formats import (
    FORMATS,
    Entrant,
    Event,
    PlayedRound,
    PlayedTable,
    SeatedTable,
    SeatScore,
    Team,
    handicap,
)
from tournaments.formats.plan import Plan
from tournaments.formats.teams.ranked import ranked_teams
from tournaments.rehearsal.rolling import Rolling
from tournaments.terms import Terms

BUDGET = 40.0
"""Seconds of computing time after which a rehearsal stops and reports how far it got."""
CAREFUL, QUICK = "easy", "random"
TYPICAL_SECONDS = 7
"""Average seconds for a move that needs thinking."""
FORCED_SECONDS = 2
"""Seconds for drawing and passing."""
HOUSE_SECONDS = 2
"""Seconds for a move by the house, once a player is known to be away."""
MISSED_UNTIL_AWAY = 2
MOST_ROUNDS = 300
WEAKEST, STRONGEST = 800, 1200
"""The range of the bots' ratings if there is a handicap."""
TYPICAL_TABLE_SECONDS = 600
"""Average seconds of a rolling table, used to estimate the number of tables for progress and budget."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What to rehearse.

    With check-in, absentees are not seated at all, unless absent players are kept. `start_seconds` and `deal_seconds`
    pass before a match and between its deals.
    """

    terms: Terms
    players: int
    no_shows: int
    start_seconds: float
    deal_seconds: float
    seed: int = 1

    @property
    def round_seconds(self) -> float | None:
        limit = self.terms.schedule.limit
        return limit.total_seconds() if limit else None


@dataclass(frozen=True, slots=True)
class RehearsedRound:
    """A rehearsed round.

    `sizes` are pairs of number and size, the largest first; `cut` counts tables that the house had to finish when time
    was up; `again` counts pairs that had met before.
    """

    number: int
    sizes: list[tuple[int, int]]
    byes: list[int]
    seconds: int
    longest: int
    cut: int
    again: int
    tables: list[list[tuple[int, int]]]


@dataclass(slots=True)
class Rehearsed:
    """The result of a rehearsal.

    `rounds` are those played and `planned` is their planned number; `seconds` last until the end, breaks included;
    `standings` are entrant, rank, score and the entries of the results grid.
    """

    players: int
    no_shows: list[int]
    planned: int
    is_whole: bool = False
    levels: list[str] = field(default_factory=list)
    rounds: list[RehearsedRound] = field(default_factory=list)
    seconds: int = 0
    standings: list[tuple[int, int, str, list[str]]] = field(default_factory=list)
    waited: int = 0
    """At rolling tables, the longest wait for a table, in seconds."""
    teams: list[tuple[list[int], int, str]] = field(default_factory=list)
    """Members, rank and score of each team."""
    most_met: int = 0
    moves: int = 0


Tell = Callable[[int, int, int, int], None]
"""Called with the round's number, the planned rounds, and the numbers of finished and of all tables in the round."""


class OutOfTime(Exception):
    """The budget is used up; rounds completed so far are reported."""


def rehearse(setup: Setup, clock: Callable[[], float], tell: Tell = lambda *far: None) -> Rehearsed:
    """Rehearse an event; `clock` counts seconds like time.monotonic."""
    return _Rehearsal(setup, clock, tell).run()


class _Rehearsal:
    def __init__(self, setup: Setup, clock: Callable[[], float], tell: Tell) -> None:
        self.setup, self.clock, self.tell = setup, clock, tell
        self.began = clock()
        self.rng = random.Random(setup.seed)
        self.plan = setup.terms.plan
        self.format = FORMATS[self.plan.format]
        in_teams = setup.players - setup.players % (self.plan.team_size or 1)
        ids = range(1, in_teams + 1)
        self.away = set(self.rng.sample(ids, min(setup.no_shows, in_teams)))
        self.event = Event(self.plan, tuple(self._entrant(id, in_teams) for id in ids), teams=_teams(self.plan, ids))
        self.met: Counter[frozenset[int]] = Counter()
        planned = self.format.rounds(self.plan, setup.players)
        self.result = Rehearsed(setup.players, sorted(self.away), planned)
        self.level = CAREFUL

    def _entrant(self, id: int, of: int) -> Entrant:
        """Return an entrant with a handicap; ratings rise evenly by id from `WEAKEST` to `STRONGEST`."""
        rating = WEAKEST + (STRONGEST - WEAKEST) * (id - 1) // max(1, of - 1)
        points = handicap.points(self.plan, rating, low_wins=self.format.lowest_wins(self.plan))
        return Entrant(id, id, handicap=points)

    def run(self) -> Rehearsed:
        try:
            while len(self.event.rounds) < MOST_ROUNDS and self._play_round():
                self._after_round()
            self.result.is_whole = True
        except OutOfTime:
            self.result.is_whole = False
        self._rank()
        return self.result

    def _play_round(self) -> bool:
        """Play the next round; return False if there is none."""
        number = len(self.event.rounds) + 1
        present = self._present(number)
        if self.format.is_over(self.event) or not self.format.can_go_on(self.event, present):
            return False
        if self.format.is_rolling:
            return self._roll(present)
        seating = self.format.seat(self.event, present, random.Random(f"{self.setup.seed}/{number}"))
        if not seating.tables and not seating.byes:
            return False
        played = [self._play_table(number, at, table, len(seating.tables)) for at, table in enumerate(seating.tables)]
        byes = tuple(entrant for entrant, _why in seating.byes)
        tables = tuple(table for table, _seconds in played)
        line_ups = seating.line_ups or tuple((team.id, team.members) for team in self.event.teams)
        this = PlayedRound(number, tables, byes, line_ups)
        self.event = replace(self.event, rounds=(*self.event.rounds, this))
        self._note_round(number, tables, byes, [seconds for _table, seconds in played])
        return True

    def _roll(self, present: set[int]) -> bool:
        """Play rolling tables, which make up a single round; return True."""
        limit = self.setup.round_seconds or 0
        rolling = Rolling(
            format=self.format,
            event=self.event,
            there=present,
            limit=limit,
            pause=self.setup.terms.schedule.columns["break_seconds"],
            seed=f"{self.setup.seed}",
        )

        def play(at: int, table: SeatedTable) -> tuple[PlayedTable, float]:
            played = self._play_table(1, at, table, max(at + 1, expected))
            self._hurry(at + 1, max(at + 1, expected))
            return played

        expected = max(1, round(len(present) / self.plan.table_size * limit / TYPICAL_TABLE_SECONDS))
        its = rolling.roll(play)
        tables = tuple(its.tables)
        self.event = replace(self.event, rounds=(PlayedRound(1, tables),))
        self._note_round(1, tables, (), its.lengths)
        self.result.seconds, self.result.waited = round(its.seconds), round(its.waited)
        self.result.rounds[-1] = replace(self.result.rounds[-1], seconds=self.result.seconds, cut=its.late)
        return True

    def _present(self, number: int) -> set[int]:
        """Return who is present. Without check-in, absentees are seated in the first round."""
        terms = self.setup.terms
        stay = terms.absence == "keep" or (number == 1 and not terms.check_in_minutes)
        return {one.id for one in self.event.entrants if not one.is_out and (stay or one.id not in self.away)}

    def _play_table(self, number: int, at: int, table: SeatedTable, tables: int) -> tuple[PlayedTable, float]:
        if table.scores is not None:
            return PlayedTable(at + 1, table.entrants, table.scores), 0.0
        options = self.format.options(self.plan, number)
        match = Match(self.plan.game, len(table.entrants), options, self.plan.rules_version)
        decks = random.Random(f"{self.setup.seed}/{number}/{0 if self.plan.duplicate else at}")
        seconds, missed = self.setup.start_seconds, Counter[int]()
        while match.result is None:
            tiles = list(match.tiles)
            decks.shuffle(tiles)
            deal = match.start_deal(tiles)
            while deal.result is None:
                seat = deal.turn
                move = choose(deal.view(seat), self.level, self.rng)
                seconds += self._seconds_for(table.entrants[seat], move, missed)
                match.play(move)
                self.result.moves += 1
            if match.result is None:
                seconds += self.setup.deal_seconds
            if self.clock() - self.began > BUDGET:
                raise OutOfTime
        self.tell(number, self.result.planned, at + 1, tables)
        scores = zip(table.entrants, scores_of(match), strict=True)
        its = tuple(replace(score, absent=entrant in self.away) for entrant, score in scores)
        return PlayedTable(at + 1, tuple(table.entrants), its), seconds

    def _seconds_for(self, entrant: int, move: Move, missed: Counter[int]) -> float:
        """Return the seconds that a move takes; the first moves of absentees use up the time limit."""
        if entrant in self.away:
            missed[entrant] += 1
            return self.setup.terms.seconds if missed[entrant] <= MISSED_UNTIL_AWAY else HOUSE_SECONDS
        if move.kind in ("pass", "draw", "end"):
            return FORCED_SECONDS
        return min(TYPICAL_SECONDS, self.setup.terms.seconds)

    def _note_round(
        self, number: int, tables: tuple[PlayedTable, ...], byes: tuple[int, ...], lengths: list[float]
    ) -> None:
        limit = self.setup.round_seconds
        longest = max(lengths, default=0)
        seconds = min(longest, limit) if limit else longest
        pairs = [frozenset(pair) for table in tables for pair in combinations(table.entrants, 2)]
        again = sum(self.met[pair] > 0 for pair in pairs)
        self.met.update(pairs)
        sizes = Counter(len(table.entrants) for table in tables)
        self.result.rounds.append(
            RehearsedRound(
                number=number,
                sizes=[(count, size) for size, count in sorted(sizes.items(), reverse=True)],
                byes=list(byes),
                seconds=round(seconds),
                longest=round(longest),
                cut=sum(limit is not None and length > limit for length in lengths),
                again=again,
                tables=[_shown(table) for table in tables],
            )
        )
        self.result.levels = sorted({*self.result.levels, self.level})
        begins = self.setup.terms.schedule.seconds_until(number, self.result.seconds)
        self.result.seconds = begins + round(seconds)

    def _after_round(self) -> None:
        """Withdraw absentees of the first round if that is the rule, and use faster bots if necessary."""
        if self.setup.terms.absence == "drop":
            entrants = tuple(replace(one, is_out=one.id in self.away) for one in self.event.entrants)
            self.event = replace(self.event, entrants=entrants)
        done = len(self.event.rounds)
        self._hurry(done, max(self.result.planned, done))

    def _hurry(self, done: int, in_all: int) -> None:
        """Switch to faster bots if the rest would take too long."""
        would_take = (self.clock() - self.began) / done * in_all
        if would_take > BUDGET and not self.plan.rules.drags_at_random:
            self.level = QUICK

    def _rank(self) -> None:
        self.result.most_met = max(self.met.values(), default=0)
        if self.event.rounds:
            self.result.standings = [
                (one.entrant, one.rank, one.score.shown, list(one.rounds)) for one in self.format.standings(self.event)
            ]
            members = {team.id: list(team.members) for team in self.event.teams}
            self.result.teams = [
                (members[one.team], one.rank, one.score.shown) for one in ranked_teams(self.format, self.event)
            ]


def _teams(plan: Plan, ids: Sequence[int]) -> tuple[Team, ...]:
    """Return teams of consecutive entrants, without reserves; empty if it is not a team event."""
    size = plan.team_size
    starts = range(0, len(ids), size) if size else ()
    return tuple(Team(number, tuple(ids[start : start + size])) for number, start in enumerate(starts, 1))


def teams_of(entrants: Iterable[int], size: int) -> list[int]:
    """Return the distinct numbers of these entrants' teams, ascending."""
    return sorted({(entrant - 1) // size + 1 for entrant in entrants})


def _shown(table: PlayedTable) -> list[tuple[int, int]]:
    assert table.scores is not None
    return [(entrant, score.points) for entrant, score in zip(table.entrants, table.scores, strict=True)]


def scores_of(match: Match) -> list[SeatScore]:
    assert match.result is not None
    winners, settlement = match.result.winners, match.result.settlement
    counted = [deal.scores for deal in match.results if deal.reason != "void"]
    return [
        SeatScore(
            points=points,
            deals=own,
            won=list(winners) == [seat],
            shared=seat in winners and len(winners) > 1,
            settlement=settlement[seat] if settlement else None,
            perfect=match.rules.perfect_deals(own),
        )
        for seat, points in enumerate(match.result.totals)
        for own in [tuple(scores[seat] for scores in counted)]
    ]


def read(kept: Mapping[str, Any]) -> Rehearsed:
    """Restore a result from `dataclasses.asdict`."""
    rounds = [RehearsedRound(**one) for one in kept["rounds"]]
    return Rehearsed(**{**kept, "rounds": rounds})

"""A whole tournament played by bots through the real services in one process, as fast as possible.

With mishaps, some of them are people for whom the house plays: they do not check in or do not come to their table, sit
out, come back, withdraw, enter again and come late; and the organiser corrects results. The same seed gives the same
tournament, down to the last tile.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Chain, Deal, Seat, Table
from ratings.models import Rating
from tournaments.formats import FORMATS
from tournaments.hours import agreeing
from tournaments.hours.agreeing import people_at
from tournaments.hours.deadlines import agree_by, fixed_hour
from tournaments.life import clockwork, entering, stages
from tournaments.life.entering import take_out
from tournaments.models import Board, Entry, Tournament
from tournaments.planning import plans
from tournaments.simulation.mishaps import CALM, Mishaps, correct
from tournaments.simulation.usual import quick_options, simulated_person, usual_game, usual_table
from tournaments.teams import forming
from tournaments.terms import Terms

USUAL_ROUNDS = 3
ROLLING_STEP, SHARE_THAT_ENDS = timedelta(minutes=4), 0.7
"""At rolling tables, the step of the clock, and the share of tables in play that end in it."""
RATED = 0.8
"""The share of people who have a rating if there are handicaps."""


@dataclass(slots=True)
class Simulation:
    """Runs a tournament. `organiser` need not play; `now` is the simulated clock."""

    organiser: Player
    format: str
    players: int
    seed: int
    mishaps: Mishaps = CALM
    settings: Mapping[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=timezone.now)
    _rng: random.Random = field(init=False)
    _newcomers: int = 0
    _chosen: list[int] = field(default_factory=list)
    _loaded: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def run(self, after_each_round: Callable[[Tournament], None] = lambda tournament: None) -> Tournament:
        """Play to the end. Raises PlanError, OptionsError, UserError if that is impossible."""
        return self.play(self._open(), after_each_round)

    def play(self, tournament: Tournament, after_each_round: Callable[[Tournament], None]) -> Tournament:
        """Play a tournament whose registration is open, from check-in to the end."""
        self._check_in(tournament)
        self.now = tournament.starts_at
        clockwork.advance(tournament_id=tournament.pk, now=self.now)
        for _round in self._rounds(tournament):
            self._agree_on_hours(tournament)
            self._choose_tables(tournament)
            self._seed_decks(tournament)
            self._miss_tables(tournament)
            self._withdraw(tournament)
            self._play_tables(tournament)
            clockwork.advance(tournament_id=tournament.pk, now=self.now)
            self._correct(tournament)
            after_each_round(tournament)
            self._come_and_go(tournament)
            self.now = self._next_round_at(tournament)
            clockwork.advance(tournament_id=tournament.pk, now=self.now)
        return tournament

    def _next_round_at(self, tournament: Tournament) -> datetime:
        """Return when the next round begins, or now if there is none; at rolling tables, the next step of the clock."""
        if FORMATS[self.format].is_rolling:
            return self.now + ROLLING_STEP
        last = tournament.played_rounds.order_by("number").last()
        return tournament.schedule.next_round_at(last) if last and last.finished_at else self.now

    def terms(self) -> Terms:
        """Return the terms: defaults for the format, overridden by the settings."""
        played = FORMATS[self.format]
        game = self.settings.get("game") or usual_game(played)
        plan: dict[str, Any] = {
            "name": f"{played.name} {self.seed}",
            "game": game,
            "options": quick_options(played, game),
            "format": self.format,
            "table_size": usual_table(played, game),
            "rounds": USUAL_ROUNDS if played.needs_rounds else 0,
            "registration_at": self.now,
            "check_in_minutes": 5 if self.mishaps.people else 0,
            "starts_at": self.now + timedelta(minutes=10),
            "late_rounds": 100,
            **played.sample,
        }
        return Terms.from_columns({**plan, **self.settings})

    def _open(self) -> Tournament:
        tournament = plans.plan(organiser=self.organiser, terms=self.terms())
        self.set_chain(tournament)
        stages.announce(tournament_id=tournament.pk, now=self.now)
        clockwork.advance(tournament_id=tournament.pk, now=self.now)
        for _player in range(self.players):
            self._enter(tournament)
        if tournament.has_teams:
            self._put_in_teams(tournament)
        return tournament

    def _put_in_teams(self, tournament: Tournament) -> None:
        """Put entries in teams in order of entry; those left over have no team."""
        many = tournament.team_size + tournament.team_reserves
        people = list(tournament.entries.order_by("pk"))
        for start in range(0, len(people), many):
            members = people[start : start + many]
            if len(members) >= tournament.team_size:
                forming.put_together(tournament, f"Team {start // many + 1}", members)

    def set_chain(self, tournament: Tournament) -> None:
        """Give it a chain drawn from the seed, so that its decks are reproducible."""
        tournament.chain = self._chain()
        tournament.chain.save()
        tournament.save(update_fields=["chain"])

    def _chain(self) -> Chain:
        return Chain.of(self._rng.randbytes(32))

    def _enter(self, tournament: Tournament) -> None:
        """Enter a bot or a person. Raises UserError as `enter` and `enter_bots`."""
        number = self._newcomers + 1
        if self._happens(self.mishaps.people):
            player = simulated_person(f"Simulated {number}")
            contribution = self._rng.randbytes(16).hex()
            if tournament.has_handicap:
                self._rate(player, tournament.game)
            entering.enter(tournament_id=tournament.pk, player=player, contribution=contribution)
        else:
            names = [f"Bot {number}"]
            (entry,) = entering.enter_bots(tournament_id=tournament.pk, names=names, level=Seat.Bot.EASY)
            Entry.objects.filter(pk=entry.pk).update(contribution=self._rng.randbytes(16).hex())
        self._newcomers = number

    def _rate(self, player: Player, game: str) -> None:
        """Give most people a rating, so that there are handicaps."""
        if self._happens(RATED):
            columns = {"mu": self._rng.uniform(10, 40), "sigma": 2.0, "matches": 20, "rated_at": self.now}
            Rating.objects.update_or_create(player=player, game=game, defaults=columns)

    def _happens(self, chance: float) -> bool:
        """Return True with this probability. It draws even for 0 and 1, so that later draws stay the same."""
        return self._rng.random() < chance

    def _check_in(self, tournament: Tournament) -> None:
        """Check in all but a few, who are not seated until they come back; enough remain for the start."""
        clockwork.advance(tournament_id=tournament.pk, now=tournament.check_in_at)
        may_be_missing = self.players - tournament.least
        for entry in self._entered(tournament).filter(player__isnull=False).select_related("player"):
            if self._happens(self.mishaps.is_absent) and may_be_missing > 0:
                may_be_missing -= 1
            elif entry.player and tournament.check_in_minutes:
                entering.check_in(tournament_id=tournament.pk, player=entry.player)

    def _entered(self, tournament: Tournament) -> QuerySet[Entry]:
        return tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk")

    def _rounds(self, tournament: Tournament) -> Iterator[int]:
        while True:
            tournament.refresh_from_db()
            if tournament.status != Tournament.Status.RUNNING:
                return
            yield tournament.round_number

    def _choose_tables(self, tournament: Tournament) -> None:
        """Choose the tables that end next: all tables of a round, but only some rolling tables."""
        boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
        ids = list(boards.order_by("number").values_list("pk", flat=True))
        if FORMATS[self.format].is_rolling:
            ids = [one for one in ids if self._happens(SHARE_THAT_ENDS)] or ids[:1]
        self._chosen = ids

    def _boards(self, tournament: Tournament) -> Sequence[Board]:
        """Return those of the chosen tables that are not over."""
        boards = Board.objects.filter(pk__in=self._chosen, is_done=False, table__isnull=False)
        return list(boards.select_related("table").order_by("number"))

    def _agree_on_hours(self, tournament: Tournament) -> None:
        """Make half of the tables agree on a time, if that is possible, and advance until all are open or settled."""
        if not tournament.agrees_on_hours:
            return
        round_ = tournament.played_rounds.get(number=tournament.round_number)
        waiting = list(round_.boards.filter(is_done=False, table=None).order_by("number"))
        for board in waiting:
            at = self.now + timedelta(minutes=self._rng.randrange(10, 2 * 24 * 60))
            if self._happens(0.5) and at < agree_by(tournament, round_):
                for player in people_at(board):
                    agreeing.propose(tournament_id=tournament.pk, player=player, hours=[at], now=self.now)
        if waiting:
            self.now = max(self.now, fixed_hour(tournament, round_))
            clockwork.advance(tournament_id=tournament.pk, now=agree_by(tournament, round_))
            clockwork.advance(tournament_id=tournament.pk, now=self.now)

    @transaction.atomic
    def _seed_decks(self, tournament: Tournament) -> None:
        """Derive the decks of new tables that have decks of their own from the seed.

        Other decks come from the tournament's chain. All new tables are included, as some rolling tables end later than
        the next step. Tables that a running site has already dealt stay as they are."""
        boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
        new = list(boards.exclude(pk__in=self._loaded).order_by("number"))
        self._loaded |= {board.pk for board in new}
        locked = list(Table.objects.select_for_update().filter(board__in=new, is_sealed=False).order_by("pk"))
        dealt = set(Deal.objects.filter(table__in=locked).values_list("table", flat=True))
        numbers = {board.table_id: board.number for board in new}
        own = sorted((table for table in locked if table.pk not in dealt), key=lambda table: numbers[table.pk])
        for table, chain in zip(own, Chain.objects.bulk_create([self._chain() for _table in own]), strict=True):
            table.chain = chain
        Table.objects.bulk_update(own, ["chain"])
        seats = list(Seat.objects.filter(table__in=own).order_by("table__board__number", "number"))
        for seat in seats:
            seat.house_bytes = seat.contribution = self._rng.randbytes(16).hex()
        Seat.objects.bulk_update(seats, ["house_bytes", "contribution"])

    def _miss_tables(self, tournament: Tournament) -> None:
        """Mark some players as away, as after missed moves."""
        playing = [board.table_id for board in self._boards(tournament)]
        seats = Seat.objects.filter(table__in=playing, player__isnull=False).order_by("table__board__number", "number")
        missing = [seat.pk for seat in seats if self._happens(self.mishaps.is_absent)]
        Seat.objects.filter(pk__in=missing).update(away=True)

    def _withdraw(self, tournament: Tournament) -> None:
        """Withdraw some entries in the middle of a round; bots are taken out by the organisers."""
        for entry in self._entered(tournament).select_related("player"):
            if not self._happens(self.mishaps.withdraws):
                continue
            if entry.player:
                entering.withdraw(tournament_id=tournament.pk, player=entry.player)
            else:
                take_out(tournament, entry)

    def _play_tables(self, tournament: Tournament) -> None:
        for board in self._boards(tournament):
            assert board.table_id is not None
            tables.finish(table_id=board.table_id, rng=self._rng)

    def _correct(self, tournament: Tournament) -> None:
        """Correct some results of tables that have just ended, possibly more than once.

        Results on which a seating depends stay as they are."""
        for board in Board.objects.filter(pk__in=self._chosen, is_done=True).select_related("round").order_by("number"):
            while self._happens(self.mishaps.is_corrected):
                correct(board, self.organiser, self._rng, self.now)

    def _come_and_go(self, tournament: Tournament) -> None:
        """Let some people sit out in the break, come back, re-enter after withdrawing, or enter late."""
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return
        people = tournament.entries.filter(Q(player__isnull=False), ~Q(status=Entry.Status.WAITING))
        for entry in people.select_related("player").order_by("pk"):
            assert entry.player
            self._change_mind(tournament, entry, entry.player)
        if tournament.has_teams:
            self._change_line_ups(tournament)
        if self._happens(self.mishaps.comes_late):
            self._come_late(tournament)

    def _change_mind(self, tournament: Tournament, entry: Entry, player: Player) -> None:
        is_absent, returns = self._happens(self.mishaps.is_absent), self._happens(0.5)
        if entry.status == Entry.Status.WITHDRAWN:
            if returns and not is_absent:
                self._if_open(lambda: entering.enter(tournament_id=tournament.pk, player=player))
        elif is_absent:
            entering.sit_out(tournament_id=tournament.pk, player=player)
        elif returns:
            entering.come_back(tournament_id=tournament.pk, player=player)

    def _change_line_ups(self, tournament: Tournament) -> None:
        """Make some captains exchange two members of their team."""
        for team in tournament.teams.order_by("pk"):
            members = list(team.members.order_by("pk").values_list("pk", flat=True))
            if len(members) > 1 and self._happens(self.mishaps.is_absent * 3):
                forming.exchange(tournament, team, *self._rng.sample(members, 2))

    def _come_late(self, tournament: Tournament) -> None:
        self._if_open(lambda: self._enter(tournament))

    def _if_open(self, enter: Callable[[], object]) -> None:
        """Call `enter`, ignoring refusals by fixed fields, late rounds and divisions."""
        try:
            enter()
        except UserError as refused:
            if refused.code not in ("not-open", "too-late", "not-placed"):
                raise

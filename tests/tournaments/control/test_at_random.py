"""Organisers act at random, with the clock ticking in between: nobody gets two places in a round, no result counts
twice, and the event ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Table
from tests.often import LONG, times
from tests.tournaments.people import DUELS, FRIDAY, confirmed_players, fresh, started
from tournaments.base.log import lines_of
from tournaments.base.snapshot import scores_of
from tournaments.control.actions.clock.end_round import EndRound
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.players.presence import MarkAbsent, MarkPresent
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.seating.draw import DrawAgain
from tournaments.control.actions.seating.publish import Publish
from tournaments.control.actions.seating.rearrange import GiveBye, Move, Swap
from tournaments.control.actions.tables.bot import PutBack, PutBotIn
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.control.actions.undo import Undo
from tournaments.life import clockwork
from tournaments.models import Board, Entry, Place, Round, Tournament

pytestmark = pytest.mark.django_db
STEPS = 45

PLANS: dict[str, dict[str, Any]] = {
    "held": FRIDAY | {"holds_seatings": True, "table_size": 3},
    "tables": FRIDAY | {"round_minutes": 20, "absence": "keep"},
    "swiss": DUELS | {"holds_seatings": True, "absence": "drop"},
    "knockout": DUELS | {"format": "knockout", "rounds": 0, "holds_seatings": True},
    "round-robin": DUELS | {"format": "round-robin", "rounds": 0, "duplicate": True},
}
if LONG:
    PLANS["cup"] = DUELS | {
        "format": "stages",
        "qualifying": "round-robin",
        "groups": 2,
        "advancing": 4,
        "deciding": "double-elimination",
        "consolation": True,
        "holds_seatings": True,
        "rounds": 0,
    }


class Evening:
    """An organiser who presses buttons at random, and a running clock."""

    def __init__(self, tournament: Tournament, olga: Player, seed: int) -> None:
        self.tournament, self.rng = tournament, random.Random(seed)
        self.about: dict[str, Any] = {"tournament_id": tournament.pk, "by": olga}
        self.now: datetime = tournament.starts_at
        self.done: list[str] = []
        self.acts: dict[str, Callable[[], object]] = {
            "swap": lambda: Swap(one=self.entry(), other=self.entry()).carry_out(**self.about, reason="x"),
            "move": lambda: Move(one=self.entry(), table=self.rng.randint(1, 4)).carry_out(**self.about, reason="x"),
            "bye": lambda: GiveBye(one=self.entry()).carry_out(**self.about, reason="x"),
            "draw": lambda: DrawAgain().carry_out(**self.about, reason="x"),
            "publish": lambda: Publish().carry_out(**self.about),
            "pause": lambda: Pause().carry_out(**self.about, reason="x", now=self.now),
            "go-on": lambda: Resume().carry_out(**self.about, now=self.now),
            "extend": lambda: ExtendRound(minutes=3).carry_out(**self.about, reason="x", now=self.now),
            "end": lambda: EndRound().carry_out(**self.about, reason="x", now=self.now),
            "absent": lambda: MarkAbsent(entry=self.entry()).carry_out(**self.about, reason="x"),
            "back": lambda: MarkPresent(entry=self.entry()).carry_out(**self.about),
            "remove": lambda: Remove(entry=self.entry()).carry_out(**self.about, reason="x"),
            "bot": lambda: PutBotIn(**self.sitter()).carry_out(**self.about, reason="x"),
            "put-back": lambda: PutBack(**self.sitter()).carry_out(**self.about),
            "substitute": lambda: Substitute(**self.sitter(), instead=self.entry()).carry_out(**self.about, reason="x"),
            "replay": lambda: Replay(board=self.board().pk).carry_out(**self.about, reason="x"),
            "correct": self.correct,
            "undo": lambda: Undo(act=self.act()).carry_out(**self.about, reason="x"),
            "play": self.play,
            "advance": self.advance,
            "wait": self.wait,
        }

    def entry(self) -> int:
        return self.rng.choice(list(self.tournament.entries.order_by("pk").values_list("pk", flat=True)))

    def board(self) -> Board:
        boards = list(Board.objects.filter(round__tournament=self.tournament).order_by("pk"))
        return self.rng.choice(boards[-4:])

    def sitter(self) -> dict[str, Any]:
        board = self.board()
        return {
            "board": board.pk,
            "entry": self.rng.choice(list(board.places.order_by("seat").values_list("entry", flat=True))),
        }

    def act(self) -> int:
        acts = list(lines_of(self.tournament).order_by("pk").values_list("pk", flat=True))
        return self.rng.choice(acts[-6:]) if acts else 0

    def correct(self) -> None:
        board = self.board()
        points = [self.rng.randint(0, 30) for _ in range(board.places.count())]
        Correct(board=board.pk, points=points).carry_out(**self.about, reason="x")

    def play(self) -> None:
        if fresh(self.tournament).paused_at is None:
            for table_id in self.open_tables()[:2]:
                tables.finish(table_id=table_id)

    def open_tables(self) -> list[str]:
        boards = Board.objects.filter(round__tournament=self.tournament, is_done=False).order_by("?")
        return [table_id for table_id in boards.values_list("table_id", flat=True) if table_id]

    def advance(self) -> None:
        clockwork.advance(tournament_id=self.tournament.pk, now=self.now)

    def wait(self) -> None:
        self.now += timedelta(seconds=self.rng.choice([5, 60, 150, 600]))
        self.advance()

    def step(self) -> None:
        name = self.rng.choice([*self.acts, "play", "wait"])
        try:
            self.acts[name]()
        except UserError as refusal:
            self.done.append(f"{name}: {refusal.code}")
        else:
            self.done.append(name)

    def end(self) -> None:
        """Let the tournament end without further interference."""
        if fresh(self.tournament).paused_at is not None:
            Resume().carry_out(**self.about, now=self.now)
        for _ in range(40):
            if fresh(self.tournament).status != Tournament.Status.RUNNING:
                return
            for table_id in self.open_tables():
                tables.finish(table_id=table_id)
            self.now += timedelta(minutes=15)
            self.advance()
            check(self.tournament)


def check(tournament: Tournament) -> None:
    for round_ in tournament.played_rounds.all():
        places = list(round_.places.select_related("board__table").order_by("board__number", "seat"))
        entries = [place.entry_id for place in places]
        assert len(entries) == len(set(entries))
        for board in round_.boards.select_related("table"):
            _check_board(board, [place for place in places if place.board_id == board.pk], round_)
    tables_ = [board.table_id for board in Board.objects.exclude(table=None)]
    assert len(tables_) == len(set(tables_))


def _check_board(board: Board, places: list[Place], round_: Round) -> None:
    assert [place.seat for place in places] == list(range(len(places)))
    assert len(places) >= 2
    assert all((place.score is not None) == board.is_done for place in places)
    if board.table is None:
        assert round_.status in (Round.Status.HELD, Round.Status.SEATED)
        return
    assert board.table.seat_count == len(places)
    if board.is_done and not board.is_corrected:
        assert board.table.status == Table.Status.FINISHED
        assert [{**(place.score or {}), "absent": False} for place in places] == _as_kept(board.table)


def _as_kept(table: Table) -> list[dict[str, Any]]:
    """Return the scores of a table as they are stored, without noting who was absent."""
    scores = scores_of([table])[table.pk]
    return [score | {name: list(score[name]) for name in ("deals", "by_house")} for score in scores]


@pytest.mark.either_database
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("seed", range(1, 1 + times(2, 20)))
def test_an_evening_with_a_restless_organiser_ends_all_the_same(olga: Player, plan: str, seed: int) -> None:
    people = confirmed_players(9)
    tournament = started(olga, people, plan=PLANS[plan], most=8)
    evening = Evening(tournament, olga, seed)
    for _ in range(STEPS):
        evening.step()
        check(tournament)
    evening.end()
    tournament = fresh(tournament)
    assert tournament.status == Tournament.Status.FINISHED, evening.done
    assert tournament.final is not None
    ranked = [row["entry"] for row in tournament.final]
    seeded = Entry.objects.filter(tournament=tournament, seed__gt=0).values_list("pk", flat=True)
    assert sorted(ranked) == sorted(seeded)
    assert sum(":" not in line for line in evening.done) > STEPS / 4

"""A step that is interrupted at any statement has no effect; the next attempt takes it, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, transaction

from accounts.models import Notice, Player
from config.celery import app
from games.models import Seat, Table
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    advanced,
    after_the_break,
    confirmed_players,
    fresh,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments import tasks
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.life import clockwork, entering, pausing, stages
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

pytestmark = pytest.mark.django_db

Due = tuple[Tournament, datetime]


@contextmanager
def cut_off(at: int) -> Iterator[list[str]]:
    """Lose the connection at statement number `at`; yield the statements until then."""
    asked: list[str] = []

    def execute(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            asked.append(sql)
            if len(asked) == at:
                raise OperationalError("the connection is lost")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield asked


def snapshot(tournament: Tournament) -> Any:
    """Return everything that a step may change, apart from random values."""
    tournament = fresh(tournament)
    places = Place.objects.order_by("round__number", "entry")
    return (
        [tournament.status, tournament.version, tournament.round_number, tournament.next_at, tournament.final],
        list(Round.objects.order_by("number").values_list("number", "status", "opens_at", "finished_at")),
        list(Board.objects.order_by("round__number", "number").values_list("round__number", "number", "is_done")),
        Board.objects.filter(table__isnull=False).count(),
        list(places.values_list("round__number", "entry", "board__number", "seat", "score")),
        list(Entry.objects.order_by("pk").values_list("status", "presence", "seed")),
        Table.objects.count(),
        Seat.objects.count(),
        sorted(Notice.objects.values_list("kind", "player")),
    )


def before_registration(olga: Player) -> Due:
    tournament = planned(olga)
    stages.cancel(tournament_id=tournament.pk, because="another one")
    later = tournament.starts_at - timedelta(minutes=10)
    plan = FRIDAY | {"registration_at": later, "starts_at": tournament.starts_at}
    second = plans.plan(organiser=olga, terms=Terms.from_columns(plan))
    stages.announce(tournament_id=second.pk, now=later - timedelta(minutes=5))
    return fresh(second), later


def check_in(olga: Player) -> Due:
    tournament = planned(olga, check_in_minutes=15)
    for player in players(3):
        entering.enter(tournament_id=tournament.pk, player=player)
    return fresh(tournament), tournament.check_in_at


def the_start(olga: Player) -> Due:
    tournament = planned(olga, duplicate=True)
    for player in confirmed_players(9):
        entering.enter(tournament_id=tournament.pk, player=player)
    return fresh(tournament), tournament.starts_at


def too_few(olga: Player) -> Due:
    tournament = planned(olga, least=4)
    for player in players(3):
        entering.enter(tournament_id=tournament.pk, player=player)
    return fresh(tournament), tournament.starts_at


def the_end_of_a_round(olga: Player) -> Due:
    people = players(7)
    tournament = started(olga, people, DUELS)
    Seat.objects.filter(player=people[0]).update(away=True)
    the_house_plays(tournament)
    return fresh(tournament), tournament.starts_at + timedelta(minutes=3)


def the_next_round(olga: Player) -> Due:
    tournament, now = the_end_of_a_round(olga)
    tournament = advanced(tournament, now)
    return tournament, after_the_break(tournament)


def the_medals(olga: Player) -> Due:
    tournament = started(olga, players(5), rounds=1)
    the_house_plays(tournament)
    return tournament, tournament.starts_at


@pytest.mark.parametrize(
    "situation",
    [before_registration, check_in, the_start, too_few, the_end_of_a_round, the_next_round, the_medals],
    ids=lambda situation: situation.__name__,
)
def test_a_step_that_is_cut_off_anywhere_has_not_happened(olga: Player, situation: Callable[[Player], Due]) -> None:
    tournament, now = situation(olga)
    whole = _undisturbed(tournament, now)
    assert len(whole) > 1, "nothing was due"
    at, is_cut = 0, True
    while is_cut:
        at += 1
        is_cut = False
        sid = transaction.savepoint()
        with cut_off(at) as asked:
            try:
                clockwork.advance(tournament_id=tournament.pk, now=now)
            except OperationalError:
                is_cut = True
        left = snapshot(tournament)
        assert left in whole, f"half a step after {asked[-1]}"
        clockwork.advance(tournament_id=tournament.pk, now=now)
        assert snapshot(tournament) == whole[-1], f"cut off at {asked[-1]}"
        transaction.savepoint_rollback(sid)
    assert at > 5


def _undisturbed(tournament: Tournament, now: datetime) -> list[Any]:
    """Return the state before, after each step, and at the end, and roll everything back."""
    sid = transaction.savepoint()
    states = [snapshot(tournament)]
    while clockwork._advance_once(tournament.pk, now):
        states.append(snapshot(tournament))
    states.append(snapshot(tournament))
    transaction.savepoint_rollback(sid)
    return states


def test_a_table_whose_end_was_not_reported_is_found(olga: Player) -> None:
    """Without signal or task, the next check of the round, which is due soon, finds the results."""
    tournament = started(olga, players(8))
    the_house_plays(tournament)
    assert not Board.objects.filter(is_done=True).exists()
    tournament = fresh(tournament)
    assert tournament.next_at is not None
    assert tournament.next_at - tournament.starts_at <= clockwork.LOOK_AGAIN
    assert list(Tournament.objects.due(tournament.next_at)) == [tournament]
    advanced(tournament, tournament.next_at)
    assert Round.objects.get().status == Round.Status.FINISHED


@pytest.fixture
def at_once() -> Iterator[None]:
    """Run tasks immediately."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


def pause(tournament: Tournament) -> None:
    Pause().carry_out(tournament_id=tournament.pk, by=tournament.organiser, reason="Fire alarm")


def go_on(tournament: Tournament) -> None:
    Resume().carry_out(tournament_id=tournament.pk, by=tournament.organiser)


def sweep() -> None:
    cache.clear()
    tasks.sweep()


@pytest.mark.parametrize("act", [pause, go_on])
def test_tables_stand_still_with_their_tournament_wherever_the_pause_was_cut_off(
    olga: Player, at_once: None, act: Callable[[Tournament], None]
) -> None:
    tournament = started(olga, players(8))
    if act is go_on:
        pause(tournament)
    at, is_cut, half_done = 0, True, 0
    while is_cut:
        at += 1
        is_cut = False
        sid = transaction.savepoint()
        with cut_off(at):
            try:
                act(tournament)
            except OperationalError:
                is_cut = True
        half_done += _out_of_step(tournament) > 0
        sweep()
        assert _out_of_step(tournament) == 0, f"cut off at statement {at}"
        transaction.savepoint_rollback(sid)
    assert half_done > 2


def _out_of_step(tournament: Tournament) -> int:
    """Return how many tables are playing while it is paused, or paused while it is not."""
    is_paused = fresh(tournament).paused_at is not None
    return Table.objects.filter(board__round__tournament=tournament).exclude(is_paused=is_paused).count()


def test_tables_that_are_paused_already_are_left_alone(olga: Player, at_once: None) -> None:
    tournament = started(olga, players(8))
    pause(tournament)
    before = list(Table.objects.order_by("pk").values_list("seats_version", flat=True))
    sweep()
    sweep()
    assert list(Table.objects.order_by("pk").values_list("seats_version", flat=True)) == before
    assert not pausing.still_playing().exists()

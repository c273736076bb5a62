"""The house's turns at several tables in one transaction: as if each had been taken by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games import tasks
from games.models import Move, Seat, Table
from games.services import act_together
from games.state import dispatch
from games.state.live_tables import live_tables
from games.state.turns import Due, Turns
from tests.games.people import seated_table

pytestmark = pytest.mark.django_db(transaction=True)


def tables_of_bots(owner: Player, count: int) -> list[Table]:
    """Return tables with three bots each, at which it is a bot's turn."""
    return [table_of_bots(owner) for _ in range(count)]


def table_of_bots(owner: Player) -> Table:
    table = seated_table([owner], bots=["easy", "medium"])
    Seat.objects.filter(table=table, player=owner).update(player=None, bot="medium")
    Table.objects.filter(pk=table.pk).update(seats_version=table.seats_version + 1, due_at=timezone.now())
    table.refresh_from_db()
    return table


def now_due(tables: Iterable[Table]) -> list[Due]:
    rows = [Table.objects.get(pk=table.pk) for table in tables]
    return [Due(row.pk, row.ply) for row in rows]


def plies(tables: Iterable[Table]) -> list[int]:
    """Return the ply of each table, from its row; its moves must agree."""
    rows = [Table.objects.get(pk=table.pk) for table in tables]
    assert [row.moves.count() for row in rows] == [row.ply for row in rows]
    return [row.ply for row in rows]


def test_the_number_of_queries_does_not_depend_on_the_number_of_turns(alice: Player) -> None:
    tables = tables_of_bots(alice, 6)
    act_together(now_due(tables))
    told = []
    for some in (tables[:2], tables):
        due = now_due(some)
        with CaptureQueriesContext(connection) as asked:
            act_together(due)
        told.append(len(asked))
    assert told[0] == told[1]
    assert plies(tables) == [3, 3, 2, 2, 2, 2]
    assert set(Move.objects.values_list("by", flat=True)) == {"bot"}


def test_turns_of_the_past_and_of_the_future_are_left_alone(alice: Player) -> None:
    first, second, third = tables_of_bots(alice, 3)
    Table.objects.filter(pk=second.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    due = now_due([first, second, third])
    act_together([due[0], due[1], Due(third.pk, 7)])
    act_together(due[:2])
    assert plies([first, second, third]) == [1, 0, 0]


def test_one_table_twice_is_played_once(alice: Player) -> None:
    table = table_of_bots(alice)
    due = now_due([table])
    act_together([*due, *due, Due(table.pk, 1)])
    assert plies([table]) == [1]


def test_matches_are_played_to_their_end_deal_by_deal(alice: Player) -> None:
    """Between deals, and when a player's time has run out, a table is served on its own."""
    tables = [
        seated_table([alice], bots=["easy"], game="kardinal", options={"ending": "games", "games": 2}) for _ in range(3)
    ]
    while running := Table.objects.running():
        running.update(due_at=timezone.now())
        act_together(now_due(running))
    assert {Table.objects.get(pk=table.pk).status for table in tables} == {Table.Status.FINISHED}
    assert set(Move.objects.values_list("by", flat=True)) >= {"bot", "house"}


def test_a_table_that_is_broken_does_no_harm_to_the_others(alice: Player, caplog: pytest.LogCaptureFixture) -> None:
    tables = tables_of_bots(alice, 3)
    act_together(now_due(tables))
    tables[1].moves.all().delete()
    live_tables.forget()
    act_together(now_due(tables))
    assert "could not be taken together" in caplog.text
    assert plies([tables[0], tables[2]]) == [2, 2]


class Death(BaseException):
    """Raised where the process dies."""


@pytest.mark.parametrize("at", ["INSERT INTO games_move", "UPDATE games_table"])
def test_a_worker_that_dies_in_between_has_played_nothing(at: str, alice: Player) -> None:
    tables = tables_of_bots(alice, 4)
    due = now_due(tables)

    def die(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if at in sql:
            raise Death
        return answer

    with connection.execute_wrapper(die), pytest.raises(Death):
        act_together(due)
    assert plies(tables) == [0] * 4
    act_together(due)
    assert plies(tables) == [1] * 4


def in_thread(act: Callable[[], None]) -> None:
    try:
        act()
    finally:
        connection.close()


def test_several_workers_at_the_same_tables_take_each_turn_once(alice: Player) -> None:
    tables = tables_of_bots(alice, 4)
    start = threading.Barrier(3)

    def work() -> None:
        start.wait()
        for _ in range(15):
            act_together(now_due(tables))

    with ThreadPoolExecutor(3) as threads:
        for done in [threads.submit(in_thread, work) for _ in range(3)]:
            done.result()
    assert all(ply >= 15 for ply in plies(tables))
    for table in tables:
        assert sorted(table.moves.values_list("ply", flat=True)) == list(range(Table.objects.get(pk=table.pk).ply))


# --- What a worker keeps in mind ---


def test_a_worker_for_bots_goes_on_by_itself_from_the_first_request(alice: Player) -> None:
    """It needs no further request through Celery until the deal is over."""
    table = table_of_bots(alice)
    far = threading.Event()

    def take(dues: list[Due]) -> None:
        act_together(dues)
        if Table.objects.get(pk=table.pk).ply >= 10:
            far.set()

    turns = Turns(take)
    dispatch.take_here(turns)
    try:
        with ThreadPoolExecutor(1) as thread:
            house = thread.submit(in_thread, turns.run)
            before = dispatch.waiting()
            tasks.act(table.pk, 0)
            assert far.wait(60)
            turns.stop()
            house.result()
    finally:
        dispatch.take_here(None)
    assert plies([table])[0] >= 10
    assert dispatch.waiting() == before


def stopping_after_one(taken: list[list[Due]]) -> Turns:
    """Return a queue of turns that notes the first batch and then stops."""

    def take(dues: list[Due]) -> None:
        taken.append(dues)
        turns.stop()

    turns = Turns(take)
    return turns


def test_turns_are_taken_in_the_order_in_which_they_are_due_and_each_once() -> None:
    taken: list[list[Due]] = []
    turns = stopping_after_one(taken)
    turns.ask(Due("second", 1), pause=-1)
    turns.ask(Due("first", 4), pause=-2)
    turns.ask(Due("second", 1))
    turns.ask(Due("much later", 0), pause=3600)
    turns.run()
    assert taken == [[Due("first", 4), Due("second", 1)]]


def test_an_earlier_turn_wakes_the_thread_that_waits_for_a_later_one() -> None:
    taken: list[list[Due]] = []
    turns = stopping_after_one(taken)
    turns.ask(Due("later", 0), pause=3600)
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(turns.run)
        turns.ask(Due("now", 0))
        waiting.result(60)
    assert taken == [[Due("now", 0)]]

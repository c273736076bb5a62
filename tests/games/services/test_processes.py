"""Several processes at one table do not confuse one another."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.models import Player
from games.models import Move, Table
from games.state.live_tables import CorruptTableError, LiveTable
from tests.games.people import play_any, play_to_the_end, seated_table

pytestmark = pytest.mark.django_db(transaction=True)


def other_process(act: Callable[[], object]) -> None:
    """Act completely over another connection."""

    def closing() -> None:
        try:
            act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(closing).result()


@contextmanager
def meanwhile(table_name: str, act: Callable[[], object]) -> Iterator[None]:
    """Let another process act just before the first query of a table."""
    acts = [act]

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if f'FROM "{table_name}"' in sql and acts:
            other_process(acts.pop())
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        yield
    assert not acts


def as_read_by_a_process(table: Table) -> LiveTable:
    return LiveTable(Table.objects.select_related("chain").get(pk=table.pk))


@pytest.mark.parametrize("query", ["games_seat", "games_move", "games_deal"])
def test_moves_that_come_while_a_process_catches_up_wait_for_the_next_time(
    query: str, alice: Player, bob: Player
) -> None:
    table = seated_table([alice, bob], game="kardinal", options={"ending": "games", "games": 2})
    play_any(table.pk, random.Random(1))
    live = as_read_by_a_process(table)
    with meanwhile(query, lambda: play_to_the_end(table.pk, random.Random(1))):
        live.refresh()
    assert live.ply == 1
    live.refresh()
    table.refresh_from_db()
    assert (live.ply, live.deal_number, live.status) == (table.ply, table.deal_number, table.status)
    assert live.match.totals == table.totals


def test_a_move_that_is_missing_is_a_fault(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for _ in range(5):
        play_any(table.pk, random.Random(1))
    Move.objects.filter(table=table, ply=3).delete()
    with pytest.raises(CorruptTableError):
        as_read_by_a_process(table).refresh()


def test_a_move_too_many_is_left_alone(alice: Player, bob: Player) -> None:
    """It is ignored as long as the table's row does not count it; `check_records` reports it."""
    table = seated_table([alice, bob])
    for _ in range(5):
        play_any(table.pk, random.Random(1))
    Table.objects.filter(pk=table.pk).update(ply=4)
    live = as_read_by_a_process(table)
    live.refresh()
    assert live.ply == 4

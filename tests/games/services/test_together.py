"""Moves of several players in one transaction: as if each had been played alone."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Move, Seat, Table
from games.rules import IllegalMove, UnreadableMove, read_move
from games.services import Play, Ready, play_together
from games.state.live_tables import LiveTable, LiveTables, live_tables
from tests.games.people import next_moves, play_any, seated_table

pytestmark = pytest.mark.django_db(transaction=True)


def tables_of(players: Sequence[Player], count: int) -> list[Table]:
    return [seated_table(players) for _ in range(count)]


def codes(outcomes: Sequence[Exception | None]) -> list[str]:
    return ["" if one is None else getattr(one, "code", type(one).__name__) for one in outcomes]


def plies(tables: Sequence[Table]) -> list[int]:
    """Return how far each table is, by its row; its moves must say the same."""
    rows = [Table.objects.get(pk=table.pk) for table in tables]
    assert [row.moves.count() for row in rows] == [row.ply for row in rows]
    return [row.ply for row in rows]


def test_the_number_of_queries_does_not_depend_on_the_number_of_moves(alice: Player, bob: Player) -> None:
    tables = tables_of([alice, bob], 6)
    told = []
    for some in (tables[:2], tables):
        plays = next_moves(table.pk for table in some)
        with CaptureQueriesContext(connection) as asked:
            assert codes(play_together(plays)) == [""] * len(plays)
        told.append(len(asked))
    assert told[0] == told[1]
    assert plies(tables) == [2, 2, 1, 1, 1, 1]


def test_refused_moves_leave_no_trace_and_the_others_are_played(alice: Player, bob: Player, charlie: Player) -> None:
    tables = tables_of([alice, bob], 6)
    good = next_moves(table.pk for table in tables)
    other = {alice.pk: bob.pk, bob.pk: alice.pk}
    plays = [
        good[0],
        Play(good[1].table_id, good[1].player_id, "nonsense", 0),
        Play(good[2].table_id, other[good[2].player_id], good[2].text, 0),
        Play(good[3].table_id, good[3].player_id, good[3].text, 1),
        Play(good[4].table_id, charlie.pk, good[4].text, 0),
        good[5],
        good[0],
    ]
    outcomes = play_together(plays)
    assert codes(outcomes)[2:] == ["not-your-turn", "stale", "not-seated", "", "stale"]
    assert outcomes[0] is None
    assert isinstance(outcomes[1], UnreadableMove)
    assert plies(tables) == [1, 0, 0, 0, 0, 1]
    assert codes(play_together(good[1:5])) == [""] * 4


def test_an_illegal_move_does_not_bring_an_absent_player_back(alice: Player, bob: Player) -> None:
    first, second = tables_of([alice, bob], 2)
    move, other = next_moves([first.pk, second.pk])
    Seat.objects.filter(table=first, player=move.player_id).update(away=True, missed=2)
    Table.objects.filter(pk=first.pk).update(seats_version=first.seats_version + 1)
    illegal = Play(first.pk, move.player_id, "9-9@9-9", 0)
    outcomes = play_together([illegal, other])
    assert isinstance(outcomes[0], IllegalMove)
    assert Seat.objects.get(table=first, player=move.player_id).away
    assert codes(play_together([illegal, move])) == [codes(outcomes)[0], ""]
    assert not Seat.objects.get(table=first, player=move.player_id).away
    assert plies([first, second]) == [1, 1]


def test_a_move_that_fails_does_no_harm_to_the_others(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    tables = tables_of([alice, bob], 3)
    play_any(tables[1].pk, random.Random(1))
    plays = next_moves(table.pk for table in tables)
    tables[1].moves.all().delete()
    live_tables.forget()
    outcomes = play_together(plays)
    assert codes(outcomes) == ["", "CorruptTableError", ""]
    assert "could not be played together" in caplog.text
    assert plies([tables[0], tables[2]]) == [1, 1]


class Death(BaseException):
    """The process dies."""


@pytest.mark.parametrize("at", ["INSERT INTO games_move", "UPDATE games_table"])
def test_a_process_that_dies_in_between_has_played_nothing(at: str, alice: Player, bob: Player) -> None:
    tables = tables_of([alice, bob], 4)
    plays = next_moves(table.pk for table in tables)

    def die(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if at in sql:
            raise Death
        return answer

    with connection.execute_wrapper(die), pytest.raises(Death):
        play_together(plays)
    assert plies(tables) == [0] * 4
    assert codes(play_together(plays)) == [""] * 4
    assert plies(tables) == [1] * 4


def in_thread(act: Callable[[], None]) -> None:
    try:
        act()
    finally:
        connection.close()


def test_nobody_waits_for_a_table_that_somebody_else_is_using(alice: Player, bob: Player) -> None:
    used, free = tables_of([alice, bob], 2)
    plays = next_moves([used.pk, free.pk])
    outcomes: list[str] = []
    with ThreadPoolExecutor(1) as thread:
        with live_tables.hold(used.pk):
            playing = thread.submit(in_thread, lambda: outcomes.extend(codes(play_together(plays))))
            while not Move.objects.filter(table=free).exists():
                assert not playing.done()
        playing.result()
    assert outcomes == ["", ""]


def test_many_processes_at_the_same_tables_never_wait_for_each_other_in_a_circle(alice: Player, bob: Player) -> None:
    """Each has its own memory, and locks the tables in another order."""
    tables, told = tables_of([alice, bob], 5), []
    start = threading.Barrier(4)

    def play_on(seed: int) -> None:
        mine, rng = LiveTables(settings.LIVE_TABLES_IN_MEMORY), random.Random(seed)
        start.wait()
        for _ in range(5):
            plays = next_moves([table.pk for table in rng.sample(tables, 5)], mine, rng)
            told.extend(codes(play_together(plays, mine)))

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(in_thread, partial(play_on, seed)) for seed in range(4)]:
            done.result()
    assert set(told) <= {"", "stale"}
    assert sum(plies(tables)) == told.count("")
    for table in tables:
        LiveTable(Table.objects.select_related("chain").get(pk=table.pk)).refresh()


def before_the_last_move(table: Table) -> Play:
    """Play a deal up to its last move, and return that."""
    rng = random.Random(3)
    while True:
        move = next_moves([table.pk], rng=rng)[0]
        with live_tables.hold(table.pk) as live:
            assert live.match.deal is not None
            trial = live.match.deal.copy()
        trial.play(read_move(move.text))
        if trial.result:
            return move
        assert play_together([move]) == [None]


def test_the_end_of_a_deal_and_the_beginning_of_the_next_go_together(alice: Player, bob: Player) -> None:
    table, other = tables_of([alice, bob], 2)
    last = before_the_last_move(table)
    both = [Ready(table.pk, alice.pk), Ready(table.pk, bob.pk)]
    with CaptureQueriesContext(connection) as asked:
        outcomes = play_together([last, *next_moves([other.pk]), *both, both[0]])
    assert codes(outcomes) == [""] * 5
    assert sum(one["sql"].startswith("BEGIN") for one in asked.captured_queries) <= 1
    table.refresh_from_db()
    assert (table.deal_number, table.ply) == (2, last.ply + 1)
    assert [deal.reason != "" for deal in table.deals.order_by("number")] == [True, False]
    assert table.deals.get(number=1).scores is not None
    assert [seat.ready for seat in table.seats.all()] == [1, 1]
    with live_tables.hold(table.pk) as live:
        live.refresh()
        deck, turn, totals = live.match.deals[-1].deck, live.turn, list(live.match.totals)
    assert (table.turn, table.totals) == (turn, totals)
    live_tables.forget()
    with live_tables.hold(table.pk) as live:
        live.refresh()
        assert (live.match.deals[-1].deck, live.turn, live.match.totals) == (deck, turn, totals)
    assert codes(play_together(next_moves([table.pk, other.pk]))) == [""] * 2


def test_who_was_away_may_come_back_in_the_same_transaction(alice: Player, bob: Player) -> None:
    table = tables_of([alice, bob], 1)[0]
    assert play_together([before_the_last_move(table)]) == [None]
    Seat.objects.filter(table=table).update(missed=1)
    Table.objects.filter(pk=table.pk).update(seats_version=F("seats_version") + 1)
    assert codes(play_together([Ready(table.pk, alice.pk), Ready(table.pk, bob.pk)])) == [""] * 2
    outcomes = play_together([*next_moves([table.pk]), Ready(table.pk, alice.pk)])
    assert codes(outcomes) == [""] * 2
    version = Table.objects.get(pk=table.pk).seats_version
    with live_tables.hold(table.pk) as live:
        assert live.seats_version == version


def test_whoever_has_no_seat_is_not_ready(alice: Player, bob: Player, charlie: Player) -> None:
    table = tables_of([alice, bob], 1)[0]
    move = before_the_last_move(table)
    assert codes(play_together([move, Ready(table.pk, charlie.pk), Ready("nosuchtable", alice.pk)])) == [
        "",
        "not-seated",
        "DoesNotExist",
    ]

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
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.models import Move, Seat, Table
from games.rules import IllegalMove, UnreadableMove, read_move
from games.services import Play, Ready, play_together, together
from games.services.together import Trust
from games.state.live_tables import LiveTable, LiveTables, live_tables
from tests.games.people import next_moves, play_any, seated_table

pytestmark = pytest.mark.django_db(transaction=True)

TRUSTS = connection.vendor == "postgresql"
"""Tells whether moves are stored on trust, in one statement."""


@pytest.fixture(autouse=True)
def trusting_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables be trusted again, whatever happened in earlier tests."""
    monkeypatch.setattr(together, "trust", Trust())


def tables_of(players: Sequence[Player], count: int) -> list[Table]:
    return [seated_table(players) for _ in range(count)]


def codes(outcomes: Sequence[Exception | None]) -> list[str]:
    return ["" if one is None else getattr(one, "code", type(one).__name__) for one in outcomes]


def plies(tables: Sequence[Table]) -> list[int]:
    """Return the ply of each table, from its row; its moves must agree."""
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


on_trust = pytest.mark.skipif(not TRUSTS, reason="Only PostgreSQL takes a round trip for each statement.")


class Death(BaseException):
    """Raised where the process dies."""


@pytest.mark.parametrize("is_trusting", [False, True])
@pytest.mark.parametrize("at", ["INSERT INTO games_move", "UPDATE games_table"])
def test_a_process_that_dies_in_between_has_played_all_or_nothing(
    at: str, is_trusting: bool, alice: Player, bob: Player
) -> None:
    """In a transaction it has played nothing; on trust, both statements are a single one, which has been executed."""
    tables = tables_of([alice, bob], 4)
    plays = next_moves(table.pk for table in tables)
    if not is_trusting:
        together.trust.suspend()

    def die(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if at in sql:
            raise Death
        return answer

    with connection.execute_wrapper(die), pytest.raises(Death):
        play_together(plays)
    has_played = is_trusting and TRUSTS
    assert plies(tables) == [int(has_played)] * 4
    assert codes(play_together(plays)) == ["stale" if has_played else ""] * 4
    assert plies(tables) == [1] * 4


def statements(plays: Sequence[Play], *, outcomes: Sequence[str]) -> list[str]:
    """Play together; return the statements of the transaction."""
    with CaptureQueriesContext(connection) as asked:
        assert codes(play_together(plays)) == outcomes
    return [one["sql"] for one in asked.captured_queries if one["sql"] not in ("BEGIN", "COMMIT")]


@on_trust
def test_moves_at_tables_that_are_remembered_are_one_statement(alice: Player, bob: Player) -> None:
    tables = tables_of([alice, bob], 3)
    for _ in range(2):
        plays = next_moves(table.pk for table in tables)
        assert len(statements(plays, outcomes=["", "", ""])) == 1
        assert len(statements(next_moves([tables[0].pk]), outcomes=[""])) == 1
    assert plies(tables) == [4, 2, 2]


@on_trust
def test_a_table_that_is_not_as_it_is_remembered_is_read_again(alice: Player, bob: Player) -> None:
    """Another process has noted since that its player is away; this does not hold the others' moves up."""
    tables = tables_of([alice, bob], 3)
    plays = next_moves(table.pk for table in tables)
    Seat.objects.filter(table=tables[1], player=plays[1].player_id).update(away=True, missed=2)
    Table.objects.filter(pk=tables[1].pk).update(seats_version=F("seats_version") + 1)
    assert codes(play_together(plays)) == [""] * 3
    assert plies(tables) == [1] * 3
    assert not Seat.objects.get(table=tables[1], player=plays[1].player_id).away
    assert len(statements(next_moves([tables[0].pk, tables[2].pk]), outcomes=["", ""])) > 1, "nobody is trusted now"
    assert plies(tables) == [2, 1, 2]


@on_trust
def test_nothing_is_refused_on_trust(alice: Player, bob: Player) -> None:
    """A move at a table that was paused is accepted as soon as it goes on, though this process was not told of that."""
    table, other = tables_of([alice, bob], 2)
    Table.objects.filter(pk=table.pk).update(is_paused=True, seats_version=F("seats_version") + 1)
    for number in (0, 1):
        plays = next_moves([table.pk, other.pk])[: 2 - number]
        assert codes(play_together(plays)) == ["paused", ""][: 2 - number]
        Table.objects.filter(pk=table.pk).update(is_paused=False, seats_version=F("seats_version") + 1)
        together.trust = Trust()
        assert codes(play_together(plays[:1])) == [""]
        Table.objects.filter(pk=table.pk).update(is_paused=True, seats_version=F("seats_version") + 1)
    assert plies([table, other]) == [2, 1]


@on_trust
def test_a_row_that_another_process_has_locked_is_waited_for_by_its_own_move_alone(alice: Player, bob: Player) -> None:
    tables = tables_of([alice, bob], 3)
    plays = next_moves(table.pk for table in tables)
    outcomes: list[str] = []
    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=tables[0].pk)
            playing = thread.submit(in_thread, lambda: outcomes.extend(codes(play_together(plays[::-1]))))
            while Move.objects.filter(table__in=tables[1:]).count() < 2:
                assert not playing.done()
        playing.result()
    assert outcomes == ["", "", ""]
    assert plies(tables) == [1, 1, 1]


@on_trust
def test_all_moves_on_trust_are_stored_or_none(alice: Player, bob: Player) -> None:
    tables = tables_of([alice, bob], 2)
    plays = next_moves(table.pk for table in tables)
    table = tables[1]
    Move.objects.create(table=table, ply=0, deal=1, seat=0, text="draw", by=Move.By.PLAYER, played_at=timezone.now())
    outcomes = play_together(plays)
    assert codes(outcomes)[0] == ""
    assert isinstance(outcomes[1], IntegrityError)
    assert [Table.objects.get(pk=one.pk).ply for one in tables] == [1, 0]


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


@pytest.mark.parametrize("patience", [0.0, together.PATIENCE])
def test_many_processes_at_the_same_tables_never_wait_for_each_other_in_a_circle(
    patience: float, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its own memory, and locks the tables in a different order. With PATIENCE 0 they always trust it."""
    monkeypatch.setattr(together, "PATIENCE", patience)
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


def test_an_absent_player_may_come_back_in_the_same_transaction(alice: Player, bob: Player) -> None:
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


def test_a_player_without_a_seat_is_not_ready(alice: Player, bob: Player, charlie: Player) -> None:
    table = tables_of([alice, bob], 1)[0]
    move = before_the_last_move(table)
    assert codes(play_together([move, Ready(table.pk, charlie.pk), Ready("nosuchtable", alice.pk)])) == [
        "",
        "not-seated",
        "DoesNotExist",
    ]

"""The writer of a process: moves that come while it is busy go together, and each sender hears only of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts.models import Player
from common.errors import UserError
from games import services
from games.live.writer import MOST_TOGETHER, Writer
from games.models import Move
from games.services import Play, play_together, show_spots
from games.state.live_tables import live_tables
from tests.games.people import next_moves, seated_table
from tests.games.sockets import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def first_moves(players: Sequence[Player], count: int) -> list[Play]:
    """Return a legal first move at each of `count` new tables."""
    return next_moves([seated_table(players).pk for _ in range(count)])


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the list to which the size of each transaction is added."""
    sizes: list[Any] = []

    def watched(plays: Sequence[Play]) -> list[Exception | None]:
        sizes.append(len(plays))
        return play_together(plays)

    monkeypatch.setattr(services, "play_together", watched)
    return sizes


async def test_the_first_goes_at_once_and_those_that_come_meanwhile_go_together(
    alice: Player, bob: Player, batches: list[int]
) -> None:
    moves, writer = await in_thread(first_moves)([alice, bob], 4), Writer()
    first = asyncio.create_task(writer.play(moves[0]))
    while not batches:
        await asyncio.sleep(0)
    rest = await asyncio.gather(*(writer.play(move) for move in [*moves[1:], moves[0]]), return_exceptions=True)
    await first
    assert rest[:3] == [None] * 3
    assert isinstance(rest[3], UserError)
    assert batches == [1, 4]
    assert await sync_to_async(Move.objects.count)() == 4


async def test_more_than_fit_go_in_several_transactions(alice: Player, bob: Player, batches: list[int]) -> None:
    (move,) = await in_thread(first_moves)([alice, bob], 1)
    writer = Writer()
    sent = [writer.play(move) for _ in range(2 * MOST_TOGETHER + 1)]
    outcomes = await asyncio.gather(*sent, return_exceptions=True)
    assert outcomes[0] is None
    assert all(isinstance(outcome, UserError) for outcome in outcomes[1:])
    assert batches == [MOST_TOGETHER, MOST_TOGETHER, 1]


async def test_a_sender_who_is_gone_does_not_hold_the_others_up(alice: Player, bob: Player, batches: list[int]) -> None:
    moves, writer = await in_thread(first_moves)([alice, bob], 3), Writer()
    gone, *there = [asyncio.create_task(writer.play(move)) for move in moves]
    await asyncio.sleep(0)
    gone.cancel()
    assert await asyncio.gather(*there) == [None, None]
    assert batches == [3]
    assert await sync_to_async(Move.objects.count)() == 3


async def test_without_the_database_everyone_is_told_and_the_next_moves_are_played(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves, writer = await in_thread(first_moves)([alice, bob], 2), Writer()

    def away(plays: Sequence[Play]) -> list[Exception | None]:
        raise OperationalError("away")

    with monkeypatch.context() as outage:
        outage.setattr(services, "play_together", away)
        told = await asyncio.gather(*(writer.play(move) for move in moves), return_exceptions=True)
        assert [type(one) for one in told] == [OperationalError, OperationalError]
    assert await asyncio.gather(*(writer.play(move) for move in moves)) == [None, None]


# --- Where the next tiles would lie ---


@pytest.fixture
def order(batches: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the same list, to which every table whose next player is told is added as well."""

    def shown(table_id: str) -> bool:
        batches.append(table_id)
        return show_spots(table_id)

    monkeypatch.setattr(services, "show_spots", shown)
    return batches


async def play_one_and_then(writer: Writer, moves: Sequence[Play], order: list[Any]) -> None:
    """Play the first move alone, and the others as soon as it is on its way."""
    first = asyncio.create_task(writer.play(moves[0]))
    while not order:
        await asyncio.sleep(0)
    await asyncio.gather(first, *(writer.play(move) for move in moves[1:]), return_exceptions=True)
    await until_idle(writer)


async def until_idle(writer: Writer) -> None:
    async with asyncio.timeout(60):
        while writer.is_busy:
            await asyncio.sleep(0.001)


async def test_spots_are_sent_once_no_move_is_waiting(alice: Player, bob: Player, order: list[Any]) -> None:
    moves = await in_thread(first_moves)([alice, bob], 3)
    await play_one_and_then(Writer(), [*moves, moves[0]], order)
    assert order == [1, 3, *(move.table_id for move in moves)]


async def test_spots_are_sent_in_time_however_many_moves_are_waiting(
    alice: Player, bob: Player, order: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.writer.SPOTS_WITHIN", -1.0)
    moves = await in_thread(first_moves)([alice, bob], 3)
    await play_one_and_then(Writer(), moves, order)
    assert order == [1, moves[0].table_id, 2, moves[1].table_id, moves[2].table_id]


async def test_a_table_in_use_is_asked_for_again(alice: Player, bob: Player, order: list[Any]) -> None:
    (move,), writer = await in_thread(first_moves)([alice, bob], 1), Writer()
    told = services.show_spots

    def in_use(table_id: str) -> bool:
        with live_tables.hold(table_id):
            return told(table_id)

    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(services, "show_spots", in_use)
        await writer.play(move)
        while len(order) < 4:
            await asyncio.sleep(0.001)
        assert writer.is_busy
    await until_idle(writer)
    assert set(order[1:]) == {move.table_id}


async def test_a_table_that_fails_keeps_no_other_waiting(
    alice: Player, bob: Player, order: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moves = await in_thread(first_moves)([alice, bob], 2)
    told = services.show_spots

    def fails(table_id: str) -> bool:
        if table_id == moves[0].table_id:
            raise ZeroDivisionError
        return told(table_id)

    monkeypatch.setattr(services, "show_spots", fails)
    await play_one_and_then(Writer(), moves, order)
    assert order == [1, 1, moves[1].table_id]
    assert caplog.text.count("a player could not be told where their tiles would lie") == 1

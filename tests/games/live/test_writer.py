"""The writer of a process: what comes while it is busy goes together, and each sender hears of their own move only."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts.models import Player
from common.errors import UserError
from games import services
from games.live.writer import MOST_TOGETHER, Writer
from games.models import Move
from games.services import Play, play_together
from tests.games.people import next_moves, seated_table
from tests.games.sockets import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def first_moves(players: Sequence[Player], count: int) -> list[Play]:
    """Return a legal first move at each of so many new tables."""
    return next_moves([seated_table(players).pk for _ in range(count)])


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list to which the size of each transaction is added."""
    sizes: list[int] = []

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


async def test_a_sender_who_is_gone_is_in_nobodys_way(alice: Player, bob: Player, batches: list[int]) -> None:
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

"""Sanctions take effect on open pages."""

from __future__ import annotations

import time
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import Player, Sanction
from accounts.standing import impose
from chat.models import ChatLine
from live.consumers import GONE
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

table_of, session_of = in_thread(seated_table), in_thread(sign_in)


async def sanction(player: Player, kind: str) -> None:
    await in_thread(partial(impose, player=player, kind=kind, reason="Insults", now=timezone.now()))()


async def test_a_paused_players_socket_closes_with_the_reason(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    hers, his = await Browser.at(table.pk, await session_of(alice)), await Browser.at(table.pk, await session_of(bob))
    for browser in (hers, his):
        await browser.hear_until("chats")
    await sanction(alice, Sanction.Kind.NO_PLAY)
    at = time.monotonic()
    refusal = await hers.hear_until("error")
    assert (refusal["code"], "Insults" in refusal["message"]) == ("no-play", True)
    assert await hers.link.receive_output(5) == {"type": "websocket.close", "code": GONE}
    assert time.monotonic() - at < 1
    await his.send(type="ping")
    assert await his.hear_until("pong")
    await his.leave()


async def test_a_paused_player_is_not_let_in_again(alice: Player, bob: Player) -> None:
    table, session = await table_of([alice, bob]), await session_of(alice)
    await sanction(alice, Sanction.Kind.CLOSED)
    browser = await Browser.at(table.pk, session)
    assert (await browser.hear_until("error"))["code"] == "closed"
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": GONE}


@pytest.mark.parametrize("kind", [Sanction.Kind.WARNING, Sanction.Kind.NO_PUBLIC_TABLES])
async def test_other_sanctions_leave_a_running_match_alone(kind: str, alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("chats")
    await sanction(alice, kind)
    await browser.send(type="ping")
    assert await browser.hear_until("pong")
    await browser.leave()


async def test_a_muted_players_line_reaches_nobody_and_the_player_is_told(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    hers, his = await Browser.at(table.pk, await session_of(alice)), await Browser.at(table.pk, await session_of(bob))
    for browser in (hers, his):
        await browser.hear_until("chats")
    await sanction(alice, Sanction.Kind.MUTED)
    await hers.send(type="chat", text="You all are fools")
    refusal = await hers.hear_until("error")
    assert (refusal["code"], "Insults" in refusal["message"]) == ("muted", True)
    await his.hear_all()
    assert "chat" not in {message["type"] for message in his.heard}
    assert not await ChatLine.objects.aexists()
    for browser in (hers, his):
        await browser.leave()

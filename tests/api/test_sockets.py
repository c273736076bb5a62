"""Sockets that programs open with a token: like a browser's, for bots only, and only while the token is valid."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import bots
from accounts.models import Player
from api import tokens
from api.models import Scope, Token
from games.models import Table
from live.consumers import AGAIN, GONE
from tests.games.people import seated_table, short
from tests.games.sockets import BotSocket, Browser, in_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def robbie(alice: Player) -> Player:
    """Alice's bot."""
    return bots.create_bot(owner=alice, name="Robbie")


@pytest.fixture
def table(robbie: Player, bob: Player) -> Table:
    return seated_table([robbie, bob], game="two-step", options=short("two-step"), seconds=3600)


def text_of(player: Player, *scopes: Scope) -> str:
    made = tokens.make(player=player, name="Test", scopes=scopes or Scope.of(player), days=1, now=timezone.now())
    return made[1]


async def at(table: Table, token: str) -> BotSocket:
    bot = BotSocket(f"/ws/table/{table.pk}/", f"Bearer {token}")
    await bot.open()
    return bot


async def refusal(bot: BotSocket) -> tuple[str, int]:
    """Return the code with which a socket is refused, and the one with which it is closed."""
    await bot.open()
    message = await bot.hear(30)
    closed: Any = await bot.link.receive_output(30)
    return message["code"], closed["code"]


async def test_bot_plays_as_a_browser_does(table: Table, robbie: Player) -> None:
    bot = await at(table, await in_thread(text_of)(robbie))
    view = await bot.hear_until("view", 30)
    assert view["seat"] == 0
    assert [seat["is_bot"] for seat in view["seats"]] == [True, False]
    if view["mine"]["legal"]:
        await bot.send(type="move", move=view["mine"]["legal"][0]["move"], ply=0)
        assert (await bot.hear_until("moved", 30))["by"] == "player"
    else:
        await bot.send(type="move", move="pass", ply=0)
        assert (await bot.hear_until("error", 30))["code"] == "not-your-turn"
    await bot.leave()


async def test_invalid_token_is_refused_with_a_reason(table: Table, robbie: Player, alice: Player) -> None:
    path = f"/ws/table/{table.pk}/"
    only_reads = await in_thread(text_of)(robbie, Scope.READ)
    of_a_person = await in_thread(text_of)(alice)
    for header, code in (
        ("Bearer by_nothing", "no-token"),
        ("Basic by_nothing", "no-token"),
        ("", "no-token"),
        (f"Bearer {only_reads}", "no-scope"),
        (f"Bearer {of_a_person}", "no-scope"),
    ):
        assert await refusal(BotSocket(path, header)) == (code, GONE)


async def test_token_in_an_address_is_ignored(table: Table, robbie: Player) -> None:
    token = await in_thread(text_of)(robbie)
    browser = Browser(f"/ws/table/{table.pk}/?token={token}")
    await browser.link.connect(timeout=30)
    assert (await browser.hear_until("view", 30))["seat"] is None
    await browser.leave()


async def test_only_sockets_of_tables_and_the_lobby_are_open_to_programs(robbie: Player) -> None:
    bot = BotSocket("/ws/me/", f"Bearer {await in_thread(text_of)(robbie)}")
    await bot.open()
    closed: Any = await bot.link.receive_output(30)
    assert closed["code"] == GONE


async def test_revoking_the_token_closes_the_socket(table: Table, robbie: Player) -> None:
    bot = await at(table, await in_thread(text_of)(robbie))
    await bot.hear_until("view", 30)
    await in_thread(tokens.revoke_all)(robbie.answerable[1])
    assert await closing(bot) == AGAIN


async def test_socket_is_closed_when_the_token_expires(table: Table, robbie: Player) -> None:
    token = await in_thread(text_of)(robbie)
    soon = timezone.now() + timedelta(seconds=3)
    await in_thread(lambda: Token.objects.update(expires_at=soon))()
    bot = await at(table, token)
    assert await closing(bot) == AGAIN
    assert timezone.now() >= soon


async def test_guesses_of_tokens_are_limited(table: Table, settings: Settings) -> None:
    settings.LIMITS |= {"api-of-address": "1/minute"}
    settings.TRUSTED_PROXIES = 1
    for code, closed in (("no-token", GONE), ("too-often", AGAIN)):
        tried = BotSocket(f"/ws/table/{table.pk}/", "Bearer by_guessed", "203.0.113.9")
        assert await refusal(tried) == (code, closed)


async def closing(bot: BotSocket) -> int:
    """Return the code with which a socket is closed."""
    async with asyncio.timeout(60):
        while (output := await bot.link.receive_output(60))["type"] != "websocket.close":
            pass
    code: int = output["code"]
    return code

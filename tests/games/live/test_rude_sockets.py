"""Sockets that vanish, keep sending after they were closed, or send without end."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
from pytest_django import Settings

from accounts.models import Player
from common import limits
from live import allowance
from live.allowance import OF_PLAYER, OF_SOCKET
from live.consumers import GONE
from live.hub import hub
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in
from tests.site.outages.hanging import hanging_redis

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("address", ["/ws/table/{table}/", "/ws/lobby/", "/ws/me/"])
async def test_a_socket_that_the_server_gives_up_is_kept_by_nobody(address: str, alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob])
    browser = Browser(address.format(table=table.pk), await in_thread(sign_in)(alice))
    await browser.link.connect(timeout=5)
    async with asyncio.timeout(30):
        while not hub()._watchers:
            await asyncio.sleep(0)
    browser.link.future.cancel()
    await asyncio.wait([browser.link.future])
    assert not hub()._watchers


async def test_what_is_said_after_the_end_is_not_heard(caplog: pytest.LogCaptureFixture) -> None:
    browser = await Browser.at("nowhere")
    for _message in range(20):
        await browser.send(type="ping")
    assert (await browser.link.receive_output(5)) == {"type": "websocket.close", "code": GONE}
    assert await browser.link.receive_nothing()
    await browser.leave()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def answers(browser: Browser, count: int) -> list[str]:
    """Return the types of the next answers to pings, and the codes of refusals."""
    told: list[str] = []
    while len(told) < count:
        message = await browser.hear()
        if message["type"] in ("pong", "error"):
            told.append(message.get("code", "pong"))
    return told


async def test_all_sockets_of_a_player_share_what_may_be_said(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "OF_PLAYER", replace(OF_PLAYER, per_second=0.0))
    table, session = await in_thread(seated_table)([alice, bob]), await in_thread(sign_in)(alice)
    told = []
    for _tab in range(8):
        browser = await Browser.at(table.pk, session)
        for _message in range(20):
            await browser.send(type="ping")
        told += await answers(browser, 20)
        await browser.leave()
    assert told == ["pong"] * int(OF_PLAYER.burst) + ["too-fast"] * (160 - int(OF_PLAYER.burst))


async def test_sockets_in_other_processes_count_too(alice: Player, bob: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "messages": "40/hour"}
    table, session = await in_thread(seated_table)([alice, bob]), await in_thread(sign_in)(alice)
    told = []
    for _process in range(2):
        allowance.forget()
        browser = await Browser.at(table.pk, session)
        for _message in range(20):
            await browser.send(type="ping")
        told += await answers(browser, 20)
        await browser.leave()
    assert told == ["pong"] * 30 + ["too-fast"] * 10, "the first process has ended with ten of those it had taken"


def test_a_process_takes_several_messages_at_a_time_and_never_more_than_there_are(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "messages": "25/hour"}
    assert [limits.take_hits("messages", "player/1") for _ in range(14)] == [6] * 4 + [1] + [0] * 9
    assert limits.take_hits("messages", "player/2") == 6


async def test_what_one_address_may_say_is_shared_by_all_who_come_from_it(
    alice: Player, bob: Player, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "messages-of-address": "40/hour", "lines-of-address": "1/hour"}
    settings.TRUSTED_PROXIES = 1
    table, told = await in_thread(seated_table)([alice, bob]), []
    for player in (alice, bob):
        allowance.forget()
        browser = await Browser.at(table.pk, await in_thread(sign_in)(player), address="192.0.2.1")
        await browser.hear_until("chats")
        await browser.send(type="chat", text="Hello")
        told.append((await browser.hear_until("chat" if player is alice else "error"))["type"])
        for _message in range(19):
            await browser.send(type="ping")
        told += await answers(browser, 19)
        await browser.leave()
    assert told == ["chat", *["pong"] * 19, "error", *["pong"] * 9, *["too-fast"] * 10]


async def test_many_tables_do_not_give_more_to_say(alice: Player, bob: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "lines": "3/hour"}
    session, said = await in_thread(sign_in)(alice), 0
    for _table in range(3):
        table = await in_thread(seated_table)([alice, bob])
        browser = await Browser.at(table.pk, session)
        await browser.hear_until("chats")
        for line in range(2):
            await browser.send(type="chat", text=f"Hello {table.pk} {line}")
        told = [(await browser.hear())["type"] for _line in range(2)]
        said += told.count("chat")
        await browser.leave()
    assert said == 3


async def test_with_a_redis_that_hangs_a_process_counts_by_itself(
    alice: Player, bob: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "OF_SOCKET", replace(OF_SOCKET, per_second=0.0))
    table, session = await in_thread(seated_table)([alice, bob]), await in_thread(sign_in)(alice)
    with hanging_redis() as url:
        settings.REDIS_URL = url
        limits._limiter.cache_clear()
        browser = await Browser.at(table.pk, session)
        for _message in range(40):
            await browser.send(type="ping")
        told = await answers(browser, 40)
        await browser.leave()
    limits._limiter.cache_clear()
    assert told == ["pong"] * 30 + ["too-fast"] * 10


async def test_a_player_is_not_kept_from_talking_by_another(alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob])
    for player in (alice, bob):
        browser = await Browser.at(table.pk, await in_thread(sign_in)(player))
        for _message in range(25):
            await browser.send(type="ping")
        assert await answers(browser, 25) == ["pong"] * 25
        await browser.leave()

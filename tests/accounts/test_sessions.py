"""Sockets close when their session ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from live.consumers import AGAIN
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

CLOSED = {"type": "websocket.close", "code": AGAIN}
OLD, NEW = "Alice-likes-bones", "seven-quiet-bones"


def browser_with(session: str) -> Client:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client


def sign_out(session: str) -> None:
    browser_with(session).post("/account/logout/")


def change_password_elsewhere(session: str) -> None:
    alice = Player.objects.get(username="Alice")
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert browser_with(sign_in(alice)).post("/account/password/change/", form).status_code == 302
    assert Player.objects.get(username="Alice").check_password(NEW)


def switch_off(session: str) -> None:
    alice = Player.objects.get(username="Alice")
    alice.is_active = False
    alice.save()


async def sockets_of(player: Player, session: str) -> list[Browser]:
    table = await in_thread(seated_table)([player], bots=["easy"])
    addresses = [f"/ws/table/{table.pk}/", "/ws/lobby/", "/ws/me/"]
    browsers = [Browser(address, session) for address in addresses]
    for browser in browsers:
        assert (await browser.link.connect(timeout=5))[0]
    await browsers[0].hear_until("chats")
    await browsers[2].hear_until("unread")
    return browsers


async def is_closed(browser: Browser) -> bool:
    while (told := await browser.link.receive_output(5))["type"] != "websocket.close":
        pass
    return told == CLOSED


@pytest.mark.parametrize("end", [sign_out, change_password_elsewhere, switch_off])
async def test_every_socket_ends_with_its_session(end: Callable[[str], None], alice: Player) -> None:
    session = await in_thread(sign_in)(alice)
    browsers = await sockets_of(alice, session)
    await in_thread(partial(end, session))()
    assert [await is_closed(browser) for browser in browsers] == [True] * 3


async def test_sockets_of_another_session_stay_when_one_is_over(alice: Player) -> None:
    here, there = await in_thread(sign_in)(alice), await in_thread(sign_in)(alice)
    browsers = await sockets_of(alice, there)
    await in_thread(sign_out)(here)
    await browsers[0].send(type="ping")
    assert await browsers[0].hear_until("pong")
    for browser in browsers:
        await browser.leave()

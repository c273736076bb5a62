"""What browsers are told while the organisers have paused a match."""

import pytest

from accounts.models import Player
from games import services
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

table_of = in_thread(seated_table)
session_of = in_thread(sign_in)
pause = in_thread(services.pause)
resume = in_thread(services.resume)


async def test_open_pages_hear_that_the_match_is_paused_and_goes_on(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    assert (await browser.hear_until("view"))["clock"]["paused"] is False
    await pause(table_ids=[table.pk])
    clock = (await browser.hear_until("seats"))["clock"]
    assert (clock["paused"], clock["ends_at"]) == (True, None)
    await browser.send(type="sync")
    assert (await browser.hear_until("view"))["clock"]["paused"] is True
    await resume(table_ids=[table.pk])
    await browser.hear_until("seats")
    clock = (await browser.hear_until("seats"))["clock"]
    assert clock["paused"] is False
    assert clock["ends_at"] > clock["now"]
    await browser.leave()

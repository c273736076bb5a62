"""Notices that arrive while a page is open."""

import pytest

from accounts import notices, services
from accounts.models import Player
from accounts.notices import Choice, Kind
from live.hub import hub
from tests.accounts.telling import tell
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

session_of = in_thread(sign_in)
told = in_thread(tell)


async def page_of(player: Player) -> Browser:
    browser = Browser("/ws/me/", await session_of(player))
    assert (await browser.link.connect(timeout=5))[0]
    await browser.hear()  # the number of unread notices; from now on nothing is missed
    return browser


async def test_a_stranger_has_no_socket(db: None) -> None:
    browser = Browser("/ws/me/")
    assert (await browser.link.connect(timeout=5))[0]
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": 4001}


async def test_a_page_is_told_how_many_are_unread(alice: Player, nudge: Kind) -> None:
    await told(nudge, alice)
    browser = await page_of(alice)
    assert browser.heard == [{"type": "unread", "number": 1}]
    await browser.leave()


async def test_a_notice_arrives_at_once_and_only_at_its_player(alice: Player, bob: Player, nudge: Kind) -> None:
    hers, his = await page_of(alice), await page_of(bob)
    await told(nudge, alice)
    notice = await hers.hear_until("notice")
    assert notice["text"] == "Charlie nudges you"
    assert notice["url"] == f"/notices/{notice['id']}/"
    await his.hear_all()
    assert [message["type"] for message in his.heard] == ["unread"]
    await hers.leave()
    await his.leave()


async def test_a_notice_arrives_once_and_in_the_readers_words(alice: Player, party: Kind) -> None:
    await in_thread(services.set_preferences)(player=alice, language="de", time_zone="Europe/Berlin")
    browser = await page_of(alice)
    await told(party, alice)
    await told(party, alice)
    assert (await browser.hear_until("notice"))["text"] == "Charlie gives a party: 27. November 2026, 20:00"
    await browser.hear_all()
    assert [message["type"] for message in browser.heard].count("notice") == 1
    await browser.leave()


async def test_a_notice_by_mail_only_does_not_arrive(alice: Player, party: Kind) -> None:
    await in_thread(notices.choose)(
        player=alice, choices={party.slug: Choice(by_site=False, by_mail=True, by_push=False)}
    )
    browser = await page_of(alice)
    await told(party, alice)
    await browser.hear_all()
    assert [message["type"] for message in browser.heard] == ["unread"]
    await browser.leave()


async def test_a_page_that_may_have_missed_something_counts_again(alice: Player, nudge: Kind) -> None:
    browser = await page_of(alice)
    await told(nudge, alice)
    for watcher in hub()._watchers[notices.room_of(alice.pk)]:
        await watcher.resync()
    assert (await browser.hear_until("unread"))["number"] == 1
    await browser.leave()


async def test_messages_from_the_page_are_ignored(alice: Player, nudge: Kind) -> None:
    browser = await page_of(alice)
    await browser.send_text("{")
    await told(nudge, alice)
    await browser.hear_until("notice")
    await browser.leave()

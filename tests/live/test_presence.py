"""Presence in rooms: on the whole site and at tables."""

import asyncio
import time
from collections.abc import Callable

import pytest

from accounts.models import Player
from live.presence import SITE, STALE_AFTER, arrive, depart, keep, keeper, present
from tests.accounts.notices.test_notices_live import page_of

pytestmark = pytest.mark.django_db(transaction=True)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.01)


async def test_a_player_with_an_open_page_is_present(alice: Player, bob: Player) -> None:
    browser = await page_of(alice)
    await until(lambda: present(SITE) == {alice.pk})
    await browser.leave()


async def test_one_of_two_open_pages_is_enough(alice: Player) -> None:
    first, second = await page_of(alice), await page_of(alice)
    await first.leave()
    assert keeper()._sockets[alice.pk] == 1
    await second.leave()
    assert not keeper()._sockets


async def test_a_silent_player_goes_stale() -> None:
    await asyncio.to_thread(keep, SITE, [7])
    assert present(SITE) == {7}
    assert present(SITE, at=time.time() + STALE_AFTER + 1) == set()


async def test_players_who_stay_are_reported_repeatedly(monkeypatch: pytest.MonkeyPatch, alice: Player) -> None:
    monkeypatch.setattr("live.presence.AGAIN_AFTER", 0.02)
    browser = await page_of(alice)
    await until(lambda: present(SITE) == {alice.pk})
    later = time.time()
    await until(lambda: present(SITE, at=later + STALE_AFTER) == {alice.pk})
    await browser.leave()


# --- Rooms ---


def test_an_arriving_player_is_new_once() -> None:
    assert arrive("table:abc", 7).is_new
    assert arrive("table:abc", 7) == (False, {7})
    assert present("table:abc") == {7}


def test_a_departing_player_is_gone_and_new_again() -> None:
    arrive("table:abc", 7)
    depart("table:abc", 7)
    assert present("table:abc") == set()
    assert arrive("table:abc", 7).is_new


def test_rooms_are_independent() -> None:
    arrive("table:abc", 7)
    keep(SITE, [8, 9])
    assert present("table:abc") == {7}
    assert present("table:xyz") == set()
    assert present(SITE) == {8, 9}


def test_a_player_is_new_again_after_a_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    arrive("table:abc", 7)
    monkeypatch.setattr("live.presence.STALE_AFTER", -1.0)
    assert arrive("table:abc", 7).is_new

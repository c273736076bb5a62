"""Archives of records are sent one at a time to a visitor, and a few at a time in all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from redis import Redis

from accounts.models import Player
from common.redis import claims
from tests.games.pages import browser_of
from tests.tournaments.pages.exports.streams import whole
from tests.tournaments.people import planned
from tournaments.models import Tournament
from tournaments.pages.exports.archives import MOST_AT_ONCE, Archive


@pytest.fixture
def event(olga: Player) -> Iterator[Tournament]:
    yield planned(olga)
    Archive.going.clear()


def ask(browser: Client, event: Tournament) -> Any:
    return browser.get(reverse("tournaments:records", args=[event.pk]))


def read(answer: Any) -> None:
    assert isinstance(answer, StreamingHttpResponse)
    whole(answer)


def from_address(last: int) -> Client:
    return Client(REMOTE_ADDR=f"192.0.2.{last}")


def test_a_second_archive_is_refused_with_a_sentence_until_the_first_has_ended(
    client: Client, event: Tournament
) -> None:
    first = ask(client, event)
    assert first.status_code == 200
    second = ask(client, event)
    assert (second.status_code, second["Retry-After"]) == (429, "10")
    assert b"An archive is on its way to you already" in second.content
    read(first)
    assert ask(client, event).status_code == 200


def test_an_account_has_one_at_a_time_wherever_it_is_and_nobody_waits_for_another(
    event: Tournament, alice: Player, bob: Player
) -> None:
    held = [ask(browser_of(alice), event), ask(browser_of(bob), event), ask(Client(), event)]
    assert [one.status_code for one in held] == [200, 200, 200]
    again = browser_of(alice)
    again.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert ask(again, event).status_code == 429
    assert ask(from_address(8), event).status_code == 200


def test_a_process_sends_only_so_many_at_a_time(event: Tournament) -> None:
    held = [ask(from_address(number), event) for number in range(MOST_AT_ONCE)]
    assert [one.status_code for one in held] == [200] * MOST_AT_ONCE
    late = ask(from_address(99), event)
    assert (late.status_code, late.headers["Retry-After"]) == (503, "10")
    read(held[0])
    assert ask(from_address(99), event).status_code == 200


def test_whoever_asks_only_what_it_would_be_gets_no_archive(client: Client, event: Tournament) -> None:
    for _ in range(2):
        answer = client.head(reverse("tournaments:records", args=[event.pk]))
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
        assert not isinstance(answer, StreamingHttpResponse)


def test_what_a_dead_process_has_claimed_is_free_after_a_while(redis_server: Redis) -> None:
    held = claims.claim("archive", "player-1")
    assert held is not None
    assert claims.claim("archive", "player-1") is None
    [key] = redis_server.keys(f"{settings.SITE_PREFIX}:claims:*")
    assert 0 < redis_server.ttl(key) <= claims.LASTS
    redis_server.expire(key, 10)
    held.renew()
    assert redis_server.ttl(key) > 10
    redis_server.delete(key)  # as it expires
    later = claims.claim("archive", "player-1")
    assert later is not None
    held.release()
    held.renew()
    assert claims.claim("archive", "player-1") is None, "what others hold by now was given back"
    later.release()
    assert claims.claim("archive", "player-1") is not None

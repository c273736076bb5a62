"""Without Redis, pages work, people can sign in and out, and nothing important is lost."""

import time
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings as site
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from kombu import Connection
from kombu.exceptions import OperationalError
from pytest_django import Settings

from accounts import notices
from accounts.models import Notice, Player
from accounts.notices import Group, Kind
from live import presence
from tests.accounts.telling import with_confirmed_address

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def no_redis(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CACHES = {"default": {**site.CACHES["default"], "LOCATION": NOWHERE}}
    monkeypatch.setattr(presence, "_redis", redis.Redis.from_url(NOWHERE))


@pytest.fixture
def nudge() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("nudge", "A nudge", "You are nudged", group=Group.MATCHES, by_mail=True)))
    del notices.KINDS[kind.slug]


def test_the_cache_keeps_nothing_and_refuses_nothing() -> None:
    assert cache.add("one", 1)
    cache.set("two", 2)
    cache.set_many({"three": 3})
    assert cache.get("two", "nothing") == "nothing"
    assert cache.get_many(["two", "three"]) == {}
    assert "two" not in cache
    assert not cache.delete("two")
    cache.delete_many(["two"])
    assert not cache.touch("two")


def test_a_visitor_becomes_a_guest_and_stays_the_same(client: Client, db: None) -> None:
    assert client.post(reverse("accounts:guest")).status_code == 302
    guest = Player.objects.get()
    assert guest.username in client.get(reverse("accounts:preferences")).content.decode()


def test_alice_signs_in_and_out(client: Client, alice: Player) -> None:
    form = {"login": "Alice", "password": "Alice-likes-bones"}
    assert client.post(reverse("account_login"), form).status_code == 302
    assert client.get(reverse("accounts:preferences")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("accounts:preferences")).status_code == 302


def test_a_wrong_password_still_lets_nobody_in(client: Client, alice: Player) -> None:
    answer = client.post(reverse("account_login"), {"login": "Alice", "password": "Bob-likes-bones"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_a_stranger_signs_up(client: Client, db: None) -> None:
    form = {"username": "Dora", "email": "dora@example.org", "password1": "seven-quiet-bones"}
    assert client.post(reverse("account_signup"), form).status_code == 302
    assert Player.objects.get().username == "Dora"


@pytest.mark.parametrize("address", ["/", "/preferences/", "/notices/", "/rules/", "/@/Alice/"])
def test_pages_are_read(client: Client, alice: Player, address: str) -> None:
    client.force_login(alice)
    assert client.get(address).status_code == 200


def test_signing_out_without_redis_lasts(client: Client, alice: Player, settings: Settings) -> None:
    client.force_login(alice)
    stolen = client.cookies["sessionid"].value
    client.post(reverse("account_logout"))
    settings.CACHES = {"default": {**site.CACHES["default"], "LOCATION": site.REDIS_URL}}
    thief = Client()
    thief.cookies["sessionid"] = stolen
    assert thief.get(reverse("accounts:preferences")).status_code == 302


def test_presence_is_empty_and_nothing_breaks(db: None) -> None:
    presence.keep(presence.SITE, [1])
    assert presence.arrive("table:abc", 1) == (False, set())
    presence.depart("table:abc", 1)
    assert presence.present(presence.SITE) == presence.present("table:abc") == set()


@pytest.mark.django_db(transaction=True)
def test_a_notice_waits_for_its_letter(alice: Player, nudge: Kind, settings: Settings) -> None:
    with_confirmed_address(alice)
    notices.notify(kind=nudge, players=[alice.pk], key="1", url="/", gaps={})
    assert Notice.objects.get().mail == "waiting"


def test_nobody_waits_for_the_workers() -> None:
    """Requests to the workers fail immediately; a sweep finds the work later."""
    started = time.monotonic()
    with Connection(NOWHERE, transport_options=site.CELERY_BROKER_TRANSPORT_OPTIONS) as broker:
        with pytest.raises(OperationalError):
            _ = broker.default_channel
        assert time.monotonic() - started < 1

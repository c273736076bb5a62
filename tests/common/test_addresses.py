"""A connection to the internet often has more addresses than one; limits count them together."""

from __future__ import annotations

import time

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player
from common.addresses import connection_of
from common.limits import has_room, is_within
from live.allowance import OF_ADDRESS, Allowances

ONE, OTHER, ELSEWHERE = "2001:db8:1:2::17", "2001:db8:1:2:ffff::1", "2001:db8:1:3::17"


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (ONE, OTHER, True),
        (ONE, ELSEWHERE, False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("::ffff:203.0.113.7", "::1", False),
        ("a forged address", "another one", False),
    ],
)
def test_addresses_of_the_same_connection(one: str, other: str, is_same: bool) -> None:
    assert (connection_of(one) == connection_of(other)) is is_same
    assert connection_of(connection_of(one)) == connection_of(one)


def test_limits_count_a_whole_connection(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "guest": "2/minute"}
    assert is_within("guest", address=ONE)
    assert is_within("guest", address=OTHER)
    assert not has_room("guest", address="2001:db8:1:2::18")
    assert not is_within("guest", address="2001:db8:1:2::18")
    assert is_within("guest", address=ELSEWHERE)


@pytest.mark.django_db
def test_guests_are_limited_however_many_addresses_a_connection_has(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "guest": "3/minute"}
    for number in range(5):
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}").post(reverse("accounts:guest"))
    assert Player.objects.filter(is_guest=True).count() == 3


def test_sockets_of_a_connection_share_an_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    one, other = (Allowances(player_id=None, address=address) for address in (ONE, OTHER))
    for _ in range(int(OF_ADDRESS.burst)):
        one = Allowances(player_id=None, address=ONE)
        one.spend()
    assert other.spend() < 1
    assert Allowances(player_id=None, address=ELSEWHERE).spend() > 1

"""Players with e-mail addresses, two kinds of notices, and closing the connections of live sockets."""

from collections.abc import Iterator

import pytest

from accounts import notices
from accounts.models import Player
from accounts.notices import Group, Kind
from tests.accounts.telling import with_confirmed_address
from tests.games.conftest import closed_connections

__all__ = ["closed_connections"]


@pytest.fixture
def alice(alice: Player) -> Player:
    with_confirmed_address(alice)
    return alice


@pytest.fixture
def bob(bob: Player) -> Player:
    with_confirmed_address(bob)
    return bob


@pytest.fixture
def charlie(charlie: Player) -> Player:
    with_confirmed_address(charlie)
    return charlie


@pytest.fixture
def party() -> Iterator[Kind]:
    yield (
        kind := notices.register(
            Kind("party", "A party", "{host} gives a party: {starts_at}", group=Group.MATCHES, by_mail=True)
        )
    )
    del notices.KINDS[kind.slug]


@pytest.fixture
def nudge() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("nudge", "A nudge", "{host} nudges you", group=Group.MATCHES, by_mail=False)))
    del notices.KINDS[kind.slug]

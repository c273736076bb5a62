"""Two kinds of notices, and the end of the connections of live sockets."""

from collections.abc import Iterator

import pytest

from accounts import notices
from accounts.notices import Kind
from tests.games.conftest import closed_connections

__all__ = ["closed_connections"]


@pytest.fixture
def party() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("party", "A party", "{host} gives a party: {starts_at}", by_mail=True)))
    del notices.KINDS[kind.slug]


@pytest.fixture
def nudge() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("nudge", "A nudge", "{host} nudges you", by_mail=False)))
    del notices.KINDS[kind.slug]

"""A kind of notice that is also sent by letter."""

from collections.abc import Iterator

import pytest

from accounts import notices
from accounts.notices import Group, Kind


@pytest.fixture
def mailed() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("nudge", "A nudge", "{host} nudges you", group=Group.MATCHES, by_mail=True)))
    del notices.KINDS[kind.slug]

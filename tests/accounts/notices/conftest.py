"""A kind of notice that is also sent by letter; a push service, and a browser in which push notices are on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import notices
from accounts.models import Player
from accounts.notices import Group, Kind
from tests.accounts.notices.browser import PushBrowser
from tests.receiver import Receiver, receiving

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def service(settings: Settings) -> Iterator[Receiver]:
    """A push service on this machine."""
    settings.OUTGOING_STAYS_HERE = True
    with receiving() as one:
        one.status = 201
        yield one


@pytest.fixture
def browser(service: Receiver, client: Client, alice: Player) -> PushBrowser:
    """Alice's browser, in which she has turned push notices on."""
    client.force_login(alice)
    browser = PushBrowser(service.url)
    browser.turn_on(client, user_agent=FIREFOX)
    return browser


@pytest.fixture
def mailed() -> Iterator[Kind]:
    yield (kind := notices.register(Kind("nudge", "A nudge", "{host} nudges you", group=Group.MATCHES, by_mail=True)))
    del notices.KINDS[kind.slug]

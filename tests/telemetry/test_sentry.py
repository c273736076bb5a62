"""Error reports as Sentry would get them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from sentry_sdk.transport import Transport

from telemetry.context import about
from telemetry.sentry import report_to


class Kept(Transport):
    """A transport that keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def kept() -> Iterator[Kept]:
    transport = Kept()
    report_to("https://key@sentry.example/1", environment="test", release="1.0", transport=transport)
    yield transport
    sentry_sdk.init()


def failing(hand: str, secret: bytes) -> None:
    raise RuntimeError(f"no place for {hand} of {secret!r}")


def test_a_report_has_the_location_and_nothing_else(kept: Kept) -> None:
    with about("request-1", "abcdefghjk"):
        try:
            failing("9-5", b"chain secret")
        except RuntimeError:
            logging.getLogger("games").exception("a message at table %s could not be handled", "abcdefghjk")
    [report] = kept.sent
    assert report["exception"]["values"][0]["type"] == "RuntimeError"
    assert report["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "failing"
    assert report["tags"] == {"request": "request-1", "table": "abcdefghjk"}
    assert report["release"] == "1.0"
    text = json.dumps(report)
    assert "9-5" not in text
    assert "chain secret" not in text


@pytest.mark.django_db
def test_a_report_has_no_form_data(kept: Kept, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    client.cookies["sessionid"] = "a-session-key"
    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", _fail)
    answer = client.post("/account/login/?next=/hidden/", {"login": "alice", "password": "alice-likes-bones"})
    assert answer.status_code == 500
    text = json.dumps(kept.sent)
    assert "RuntimeError" in text
    for secret in ("alice-likes-bones", "a-session-key", "/hidden/"):
        assert secret not in text


def _fail(*args: object) -> None:
    raise RuntimeError("broken")

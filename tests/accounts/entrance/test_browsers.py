"""The everyday names of browsers."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.entrance.browsers import browser_named

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0", "Firefox on Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0.0.0 Safari/537.36", "Chrome on Windows"),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
            "Edge on Windows",
        ),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/126.0.0.0 Safari/537.36", "Chrome on ChromeOS"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {APPLE} Version/17.5 Safari/605.1.15", "Safari on macOS"),
        (f"{IPHONE} {APPLE} Version/17.5 Mobile/15E148 Safari/604.1", "Safari on iOS"),
        (f"{IPHONE} {APPLE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15", "Firefox on iOS"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "an unknown browser on Linux"),
        ("curl/8.0", "curl"),
        ("something else", "an unknown browser"),
        ("", "an unknown browser"),
    ],
)
def test_a_browser_has_its_everyday_name(header: str, name: str) -> None:
    assert browser_named(header) == name


@pytest.mark.parametrize(("language", "name"), [("de", "Firefox auf Android"), ("it", "Firefox su Android")])
def test_its_name_is_in_the_readers_language(language: str, name: str) -> None:
    with translation.override(language):
        assert browser_named("Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0") == name

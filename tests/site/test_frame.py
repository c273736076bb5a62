"""The frame of all pages, parts of which are rendered only once for each language."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

MARKED = re.compile(r'<a class="nav-link" href="([^"]*)" aria-current="page"')


def marked(path: str, language: str = "en") -> list[str]:
    text = " ".join(Client().get(path, headers={"Accept-Language": language}).text.split())
    return MARKED.findall(text)


@pytest.mark.parametrize("path", ["/", "/tournaments/", "/clubs/"])
def test_the_main_page_that_is_open_is_marked_in_both_menus(path: str) -> None:
    assert marked("/legal/") == []
    assert marked(path) == [path, path]
    assert marked("/legal/") == []


def test_the_frame_is_in_the_readers_language() -> None:
    for _ in range(2):
        english, german = (Client().get("/", headers={"Accept-Language": one}).text for one in ("en", "de"))
        assert ("Community rules" in english, "Community rules" in german) == (True, False)

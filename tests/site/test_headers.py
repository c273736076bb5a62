"""The headers of every page for browsers and proxies."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["/", "/clubs/", "/preferences/", "/account/email/"])
def test_pages_of_signed_in_players_are_private(page: str, alice: Player) -> None:
    browser = Client()
    browser.force_login(alice)
    assert "private" in browser.get(page).headers["Cache-Control"]


def test_pages_of_visitors_may_be_cached(client: Client) -> None:
    assert "private" not in client.get(reverse("games:rules")).headers.get("Cache-Control", "")


@pytest.mark.parametrize("page", ["/", "/account/login/", "/no-such-page/"])
def test_no_page_uses_a_camera(page: str, client: Client) -> None:
    policy = client.get(page).headers["Permissions-Policy"]
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(policy.split(", "))

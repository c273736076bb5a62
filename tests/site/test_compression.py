"""Pages are compressed, but not where somebody's secrets meet what others can put there."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.crowds import crowd

pytestmark = pytest.mark.django_db
WILLING = {"Accept-Encoding": "gzip"}


@pytest.fixture
def signed_in(alice: Player) -> Client:
    browser = Client()
    browser.force_login(alice)
    return browser


def is_compressed(browser: Client, page: str) -> bool:
    return browser.get(page, headers=WILLING).headers.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize("page", ["/", "/rules/", "/clubs/", "/account/login/?next=/clubs/"])
def test_visitors_get_compressed_pages(client: Client, page: str) -> None:
    assert is_compressed(client, page)
    assert "Content-Encoding" not in Client().get(page).headers


@pytest.mark.parametrize("page", ["/", "/preferences/", "/calendar/", "/clubs/?query=aaaa"])
def test_pages_with_secrets_are_not_compressed(signed_in: Client, page: str) -> None:
    response = signed_in.get(page, headers=WILLING)
    assert response.status_code == 200
    assert "Content-Encoding" not in response.headers


def test_what_an_open_page_asks_for_again_and_again_is_compressed(signed_in: Client, alice: Player) -> None:
    tournament = crowd(alice, 60, 3)
    page = tournament.get_absolute_url()
    assert not is_compressed(signed_in, page)
    response = signed_in.get(f"{page}live/", headers=WILLING)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "csrfmiddlewaretoken" not in gzip.decompress(response.content).decode()
    assert is_compressed(signed_in, f"{page}standings.csv")


def test_sentences_for_scripts_are_compressed(signed_in: Client) -> None:
    assert is_compressed(signed_in, "/jsi18n/")


def test_pictures_are_left_alone(client: Client, alice: Player) -> None:
    assert not is_compressed(client, f"{crowd(alice, 4, 1).get_absolute_url()}picture.png")

"""Pages are compressed unless they may hold secrets beside text that others can put there."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import services
from games.models import Table
from tests.games.pages import open_table
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


def test_partials_that_open_pages_poll_are_compressed(signed_in: Client, alice: Player) -> None:
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


@pytest.mark.usefixtures("after_commit")
def test_a_guest_who_plays_now_gets_a_compressed_page_as_long_as_there_are_no_tiles(client: Client) -> None:
    table = client.post("/play/chicken-foot/").headers["Location"]
    assert is_compressed(client, table)
    guest = Player.objects.get()
    services.contribute(table_id=table.split("/")[2], player_id=guest.pk, contribution=bytes(16))
    assert Table.objects.get().status == Table.Status.RUNNING
    assert not is_compressed(client, table)


def test_a_page_with_an_invitation_is_not_compressed(client: Client, signed_in: Client) -> None:
    client.post(reverse("accounts:guest"))
    guest = Player.objects.get(is_guest=True)
    assert not is_compressed(client, open_table(guest).get_absolute_url())
    assert not is_compressed(signed_in, signed_in.post("/play/chicken-foot/").headers["Location"])

"""Pages that all visitors share for a second: what is cached, for whom, and that it holds nothing personal."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club
from common.caching import fresh
from tests.games.pages import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_for_long")]

TOKEN = re.compile(r"""(?:csrfmiddlewaretoken" value="|"x-csrftoken": ")(\w+)""")


@pytest.fixture
def club(alice: Player) -> Club:
    return clubs.found(founder=alice, now=timezone.now(), name="Bone Throwers")


def kept_pages(club: Club, player: Player) -> list[str]:
    return [
        club.get_absolute_url(),
        reverse("tournaments:list"),
        reverse("games:matches_of", args=[player.username]),
        reverse("ratings:of", args=[player.username]),
    ]


def test_the_second_visitor_costs_no_query(
    club: Club, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for page in kept_pages(club, alice):
        first = Client().get(page)
        with django_assert_num_queries(0):
            second = Client().get(page)
        assert TOKEN.sub("", first.text) == TOKEN.sub("", second.text)
        assert first.headers["Content-Type"] == second.headers["Content-Type"]


def test_every_visitor_gets_tokens_of_their_own(club: Club, alice: Player) -> None:
    for page in kept_pages(club, alice):
        known: set[str] = set()
        for _ in range(3):
            tokens = set(TOKEN.findall(Client().get(page).text))
            assert tokens
            assert {len(token) for token in tokens} == {64}
            assert not tokens & known
            known |= tokens


def test_the_token_of_a_kept_page_is_accepted(club: Club, alice: Player) -> None:
    page = reverse("tournaments:list")
    Client().get(page)
    visitor = Client(enforce_csrf_checks=True)
    token = TOKEN.findall(visitor.get(page).text)[0]
    sent = {"theme": "dark", "csrfmiddlewaretoken": token}
    assert visitor.post(reverse("accounts:appearance"), sent).status_code == 302
    assert visitor.post(reverse("accounts:appearance"), sent | {"csrfmiddlewaretoken": "x" * 64}).status_code == 403


def test_a_signed_in_player_neither_gets_nor_fills_a_cached_page(club: Club, alice: Player, bob: Player) -> None:
    for page in kept_pages(club, alice):
        for reader in (alice, bob):
            assert f'aria-label="{reader.username}"' in browser_of(reader).get(page).text
        visitors = Client().get(page).text
        assert 'aria-label="Bob"' not in visitors
        assert reverse("account_login") in visitors
        assert 'aria-label="Bob"' in browser_of(bob).get(page).text


def test_a_visitor_with_a_session_shares_nothing(club: Club) -> None:
    Client().get(club.get_absolute_url())
    Club.objects.update(name="Renamed")
    known = Client()
    session = known.session
    session["invited"] = ["x"]
    session.save()
    assert "Renamed" in known.get(club.get_absolute_url()).text
    assert "Renamed" not in Client().get(club.get_absolute_url()).text


def test_languages_and_themes_do_not_mix(club: Club) -> None:
    page = reverse("tournaments:list")
    said = [Client(headers={"accept-language": language}).get(page).text for language in ("en", "de", "it", "en")]
    assert [re.findall(r'lang="(\w+)"', text)[0] for text in said] == ["en", "de", "it", "en"]
    dark = Client()
    dark.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in dark.get(page).text
    assert 'data-theme="dark"' not in Client().get(page).text


def test_a_partial_is_cached_apart_from_its_page(alice: Player) -> None:
    page = reverse("games:matches_of", args=["Alice"])
    assert "<html" in Client().get(page).text
    assert "<html" not in Client(headers={"hx-request": "true"}).get(page).text


def test_a_missing_page_is_not_cached(club: Club) -> None:
    page = reverse("clubs:club", args=["later"])
    assert Client().get(page).status_code == 404
    Club.objects.update(slug="later")
    assert Client().get(page).status_code == 200


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "MOST", 3)
    for number in range(10):
        assert fresh.fresh(number, str(number).upper) == str(number)
        assert len(fresh._kept) <= 3
    assert fresh.fresh(9, str) == "9"

"""Answers that open pages poll are sent again only if they have changed for this reader."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from clubs import services as clubs
from games.pages import lobby
from tests.games.pages import browser_of, open_table
from tests.tournaments.crowds import crowd
from tournaments.base.locking import write
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(charlie: Player) -> Tournament:
    return crowd(charlie, 8, 1)


def live_of(event: Tournament) -> str:
    return reverse("tournaments:live", args=[event.pk])


def again(browser: Client, page: str, answer: Any, **headers: str) -> Any:
    """Request a page like a browser that already has this answer."""
    return browser.get(page, headers={"if-none-match": answer.headers["ETag"]} | headers)


def test_unchanged_answers_are_not_sent_again(event: Tournament, alice: Player, charlie: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Bone Throwers")
    open_table(charlie)
    lobby.forget()
    pages = ["/lobby/tables/", reverse("clubs:live", args=[club.slug]), live_of(event)]
    asked = [(one, page) for one in (Client(), browser_of(alice)) for page in pages]
    for browser, page in [*asked, (browser_of(charlie), reverse("tournaments:control-live", args=[event.pk]))]:
        browser.get("/")
        first = browser.get(page)
        assert first.status_code == 200, page
        second = again(browser, page, first)
        assert (second.status_code, second.content) == (304, b""), page
        assert second.headers["ETag"] == first.headers["ETag"]
        for answer in (first, second):
            assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


def test_changed_answers_are_sent(event: Tournament, alice: Player) -> None:
    for browser in (Client(), browser_of(alice)):
        first = browser.get(live_of(event))
        write(event, name=f"Renamed {event.version}")
        second = again(browser, live_of(event), first)
        assert event.name in second.text
        assert second.headers["ETag"] != first.headers["ETag"]


def test_the_tag_depends_on_language_reader_and_known_parts(event: Tournament, alice: Player, charlie: Player) -> None:
    page = live_of(event)
    visitor, first = Client(), Client().get(page)
    assert again(visitor, page, first, **{"accept-language": "de"}).status_code == 200
    assert again(browser_of(charlie), page, first).status_code == 200
    digest = first.text.split('data-digest="')[1].split('"')[0]
    assert again(visitor, page, first, **{"x-known": digest}).status_code == 200
    assert "X-Known" in first.headers["Vary"]
    open_table(charlie)
    lobby.forget()
    theirs = browser_of(charlie).get("/lobby/tables/")
    assert again(browser_of(alice), "/lobby/tables/", theirs).status_code == 200


def test_a_reader_whose_form_token_is_out_of_date_gets_a_new_page(alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Bone Throwers")
    clubs.publish(club_id=club.pk, by=alice, now=timezone.now(), title="Friday", text="Come")
    browser, page = browser_of(alice), reverse("clubs:live", args=[club.slug])
    browser.get("/")
    first = browser.get(page)
    assert "csrfmiddlewaretoken" in first.text
    assert again(browser, page, first).status_code == 304
    browser.cookies["csrftoken"] = "x" * 32
    assert again(browser, page, first).status_code == 200


def test_a_crowd_of_visitors_costs_one_query_each(
    event: Tournament, kept_for_long: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = Client().get(live_of(event))
    assert "csrfmiddlewaretoken" not in first.text
    with django_assert_num_queries(1):
        assert Client().get(live_of(event)).content == first.content
    with django_assert_num_queries(1):
        assert again(Client(), live_of(event), first).status_code == 304
    write(event, name="Renamed")
    assert "Renamed" in again(Client(), live_of(event), first).text, "a change is visible at once, whatever is cached"


def test_a_kept_page_is_not_sent_again(
    alice: Player, kept_for_long: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page, visitor = reverse("tournaments:list"), Client()
    visitor.get(page)
    first = visitor.get(page)
    with django_assert_num_queries(0):
        assert again(visitor, page, first).status_code == 304
        assert again(Client(), page, first).status_code == 200, "a visitor without a token needs one"

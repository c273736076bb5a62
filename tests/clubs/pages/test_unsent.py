"""Forms that could not be sent: the browser is led to a page where it can send them again, which says so."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from clubs.models import Club, JoinRequest
from config.middleware.unsent import page_above
from tests.clubs.people import browser_of

pytestmark = pytest.mark.django_db

AS_BROWSERS_DO = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
NOT_SENT = "This was not sent, so nothing has changed."


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/club/good-friends/leave/", "/club/good-friends/"),
        ("/club/good-friends/requests/7/accept/", "/club/good-friends/"),
        ("/standing/7/read/", "/standing/"),
        ("/notices/read/", "/notices/"),
        ("/guest/", "/"),
    ],
)
def test_visiting_the_address_of_a_button_redirects_to_its_page(address: str, page: str, alice: Player) -> None:
    assert page_above(address) == page
    answer = browser_of(alice).get(address, headers=AS_BROWSERS_DO)
    assert (answer.status_code, answer.headers["Location"]) == (302, page)


def test_a_visitor_of_a_button_reads_that_nothing_was_done(club: Club, carla: Player) -> None:
    leave = reverse("clubs:leave", args=[club.slug])
    answer = browser_of(carla).get(leave, headers=AS_BROWSERS_DO, follow=True)
    assert answer.redirect_chain == [(club.get_absolute_url(), 302)]
    assert answer.text.count(NOT_SENT) == 1
    assert club.membership_of(carla)


def test_programs_are_told_that_the_method_is_wrong(club: Club, carla: Player) -> None:
    answer = browser_of(carla).get(reverse("clubs:leave", args=[club.slug]), headers={"Accept": "*/*"})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize("name", ["ask", "leave", "edit"])
def test_a_form_can_be_sent_again_after_signing_in(name: str, club: Club, carla: Player) -> None:
    sent = Client().post(reverse(f"clubs:{name}", args=[club.slug]), headers=AS_BROWSERS_DO)
    [back] = parse_qs(urlsplit(sent.headers["Location"]).query)["next"]
    answer = browser_of(carla).get(back, headers=AS_BROWSERS_DO, follow=True)
    assert answer.redirect_chain == [(club.get_absolute_url(), 302)]
    assert answer.text.count(NOT_SENT) == 1
    assert not JoinRequest.objects.exists()


def test_a_form_that_needs_a_session_is_sent_again_from_its_page(alice: Player) -> None:
    sent = Client().post(reverse("accounts:notices-read"), headers=AS_BROWSERS_DO)
    [back] = parse_qs(urlsplit(sent.headers["Location"]).query)["next"]
    answer = browser_of(alice).get(back, headers=AS_BROWSERS_DO, follow=True)
    assert answer.redirect_chain == [(reverse("accounts:notices"), 302)]
    assert answer.text.count(NOT_SENT) == 1


def test_nobody_is_led_to_another_site(alice: Player) -> None:
    answer = browser_of(alice).get("//elsewhere.example/?unsent=1", headers=AS_BROWSERS_DO)
    assert answer.headers.get("Location", "/").startswith("/")
    assert not answer.headers.get("Location", "/").startswith("//")

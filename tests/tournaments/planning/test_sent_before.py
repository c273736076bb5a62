"""Whoever goes back to the form in the browser and sends it again is led to what has come of it."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from tests.games.pages import browser_of
from tests.tournaments.planning.test_planning_pages import NEW, filled_in
from tournaments.models import Tournament
from tournaments.planning.organising import MOST_UNFINISHED

pytestmark = pytest.mark.django_db


def opened(page: Client) -> str:
    """Return the address of a new form."""
    return str(page.get(NEW)["Location"])


def test_a_form_that_is_sent_twice_announces_one_tournament(page: Client) -> None:
    address = opened(page)
    sent = filled_in(page, address, then="announce")
    first = page.post(address, sent)
    again = page.post(address, {**sent, "name": "Corrected"}, follow=True)
    tournament = Tournament.objects.get()
    assert again.redirect_chain == [(first["Location"], 302)] == [(f"/tournament/{tournament.pk}/plan/", 302)]
    assert "This form has been sent before" in again.text


def test_every_form_that_is_opened_is_another(page: Client) -> None:
    for address in (opened(page), opened(page)):
        page.post(address, filled_in(page, address, then="announce"))
    assert Tournament.objects.count() == 2


def test_a_form_that_was_refused_or_discarded_can_be_sent_again(page: Client) -> None:
    address = opened(page)
    sent = filled_in(page, address, then="draft")
    assert page.post(address, {**sent, "name": ""}).status_code == 200
    page.post(address, sent)
    page.post(f"/tournament/{Tournament.objects.get().pk}/plan/discard/")
    assert not Tournament.objects.exists()
    page.post(address, sent)
    assert Tournament.objects.count() == 1


def test_to_look_at_the_estimate_again_sends_nothing(page: Client) -> None:
    address = opened(page)
    sent = filled_in(page, address, then="announce")
    page.post(address, sent)
    assert page.post(address, {**sent, "then": "look"}).status_code == 200


def test_the_last_form_that_was_allowed_still_leads_to_its_tournament(page: Client) -> None:
    for _number in range(MOST_UNFINISHED):
        address = opened(page)
        sent = filled_in(page, address, then="announce")
        page.post(address, sent)
    assert "This form has been sent before" in page.post(address, sent, follow=True).text


def test_the_forms_of_others_are_others(page: Client, alice: Player) -> None:
    address = opened(page)
    sent = filled_in(page, address, then="draft")
    page.post(address, sent)
    browser_of(alice).post(address, sent)
    assert Tournament.objects.count() == 2

"""The page of the plan, from draft to start: its buttons lead to the actions of the control room, so that everything is
logged and stale pages are noticed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.models import Player
from action_log.services import describe
from tests.tournaments.plans import announced, open_to_all, planned
from tournaments.base.log import lines_of
from tournaments.life import entering
from tournaments.models import Tournament

LATER = timedelta(days=3)


@pytest.fixture
def page(client: Client, olga: Player) -> Client:
    """Return Olga's browser."""
    client.force_login(olga)
    return client


def buttons(page: Client, tournament: Tournament) -> dict[str, str]:
    """Return the buttons of the page: where each leads, by its label."""
    html = page.get(f"/tournament/{tournament.pk}/plan/").content.decode()
    links = re.findall(r"<a[^>]*href=\"([^\"]+)\"[^>]*>\s*([^<]*?)\s*</a>", html)
    return {label: address for address, label in links}


def does(page: Client, tournament: Tournament, label: str) -> Any:
    """Follow a button of the plan, look at the preview, and carry it out."""
    address = buttons(page, tournament)[label]
    shown = page.get(address)
    assert shown.context["preview"], label
    return page.post(address, {"seen": shown.context["seen"], "reason": "We agreed on it"}, follow=True)


def log_of(tournament: Tournament) -> list[str]:
    return [describe(line) for line in lines_of(tournament).order_by("pk")]


def test_the_plan_leads_a_draft_to_its_start(page: Client, olga: Player, alice: Player, bob: Player) -> None:
    now = timezone.now()
    draft = planned(olga, starts_at=now + LATER, registration_at=now + timedelta(days=1), check_in_minutes=15)
    steps = [
        ("Announce it", "announced"),
        ("Open registration now", "registration"),
        ("Open check-in now", "check-in"),
        ("Start now", "running"),
        ("Cancel the tournament", "cancelled"),
    ]
    for label, status in steps:
        if label == "Start now":
            for player in (alice, bob):
                entering.enter(tournament_id=draft.pk, player=player)
                entering.check_in(tournament_id=draft.pk, player=player)
        does(page, draft, label)
        draft.refresh_from_db()
        assert draft.status == status, label
    assert log_of(draft) == [
        "The tournament was announced.",
        "Registration was opened.",
        "Check-in was opened.",
        "The tournament was started by hand.",
        "The tournament was cancelled.",
    ]
    assert {line.by for line in lines_of(draft)} == {olga}


@pytest.mark.parametrize("status", [status for status in Tournament.Status if status != Tournament.Status.DRAFT])
def test_the_plan_has_no_way_of_its_own(page: Client, olga: Player, status: str) -> None:
    """Except discarding a draft, which leaves no log behind."""
    tournament = announced(olga, starts_at=timezone.now() + LATER, check_in_minutes=15)
    Tournament.objects.filter(pk=tournament.pk).update(status=status, final=[], finished_at=timezone.now())
    html = page.get(f"/tournament/{tournament.pk}/plan/").content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    assert {resolve(to).url_name for to in re.findall(r"<form[^>]*action=\"([^\"]+)\"", main)} <= {"repeat"}


def test_a_plan_that_is_announced_as_it_is_made_is_in_the_log(page: Client, olga: Player) -> None:
    address = "/tournaments/new/?preset=chicken-foot-ten"
    form = page.get(address, follow=True).context["form"]
    answer = page.post(address, {**form.initial_as_data(), "then": "announce"}, follow=True)
    tournament = Tournament.objects.get()
    assert log_of(tournament) == ["The tournament was announced."]
    assert lines_of(tournament).get().by == olga
    assert "The tournament was announced." in answer.content.decode()
    assert answer.redirect_chain[-1][0] == f"/tournament/{tournament.pk}/plan/"


def test_a_stale_page_is_told_what_was_done_since(page: Client, olga: Player, alice: Player) -> None:
    draft = planned(olga, starts_at=timezone.now() + LATER)
    draft.helpers.add(alice)
    address = buttons(page, draft)["Announce it"]
    seen = page.get(address).context["seen"]
    hers = Client()
    hers.force_login(alice)
    does(hers, draft, "Announce it")
    told = page.post(address, {"seen": seen}, follow=True).content.decode()
    assert "Nothing was changed because somebody else was faster: Alice: The tournament was announced." in told
    assert lines_of(draft).count() == 1


def test_starting_early_does_not_cancel_it_when_nobody_could_check_in(
    page: Client, olga: Player, alice: Player, bob: Player
) -> None:
    tournament = open_to_all(olga, starts_at=timezone.now() + LATER, check_in_minutes=15)
    for player in (alice, bob):
        entering.enter(tournament_id=tournament.pk, player=player)
    told = page.get(buttons(page, tournament)["Start now"], follow=True).content.decode()
    tournament.refresh_from_db()
    assert tournament.status == "registration"
    assert "Only 0 of at least 2 players are here" in told


def test_cancelling_needs_a_reason_and_says_who_will_read_it(page: Client, olga: Player) -> None:
    tournament = announced(olga, starts_at=timezone.now() + LATER)
    address = buttons(page, tournament)["Cancel the tournament"]
    assert "Everyone who has entered will read it." in page.get(address).content.decode()
    assert page.post(address, {"reason": " "}).status_code == 409
    tournament.refresh_from_db()
    assert tournament.status != "cancelled"
    page.post(address, {"reason": "No  room"})
    tournament.refresh_from_db()
    assert (tournament.status, tournament.cancelled_because) == ("cancelled", "No room")
    assert lines_of(tournament).get().reason == "No room"


def test_a_draft_is_thrown_away_not_cancelled(page: Client, olga: Player) -> None:
    draft = planned(olga, starts_at=timezone.now() + LATER)
    told = page.post(f"/tournament/{draft.pk}/control/cancel/", {"reason": "No room"}, follow=True)
    assert "A draft is discarded, not cancelled" in told.content.decode()
    draft.refresh_from_db()
    assert draft.status == "draft"


@pytest.mark.parametrize("gone", ["announce", "registration", "check-in", "start", "cancel"])
def test_the_second_door_is_closed(page: Client, olga: Player, gone: str) -> None:
    tournament = planned(olga, starts_at=timezone.now() + LATER)
    assert page.post(f"/tournament/{tournament.pk}/plan/{gone}/", {"because": "x"}).status_code == 404

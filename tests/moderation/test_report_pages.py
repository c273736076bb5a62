"""The pages of reports: who can report what, in two clicks and without JavaScript."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import clubs.services as clubs
import games.services as games
from accounts.models import Notice, Player
from common.errors import UserError
from games.models import Table
from moderation.models import Case, Report
from moderation.services import cases
from tests.clubs.people import browser_of
from tests.games.people import seated_table
from tests.moderation.conftest import NOW, reported
from tests.tournaments.plans import announced
from tournaments.models import League, Team

pytestmark = pytest.mark.usefixtures("after_commit")

SAID = {"kind": "abuse", "text": "He insults everybody."}


def form_of(kind: str, key: object) -> str:
    return reverse("moderation:report", args=[kind, str(key)])


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    return seated_table([alice, bob])


def test_a_chat_line_is_reported_and_the_outcome_told(table: Table, alice: Player, bob: Player, maud: Player) -> None:
    line = games.say(table_id=table.pk, player=bob, text="You are stupid")
    browser = browser_of(alice)
    assert "You are stupid" in browser.get(form_of("line", line.pk)).content.decode()
    answer = browser.post(form_of("line", line.pk), SAID, follow=True)
    page = answer.content.decode()
    assert "Thank you" in page
    assert reverse("accounts:block", args=["Bob"]) in page
    case = Case.objects.get()
    assert (case.player, case.reports.get().reporter, case.reports.get().text) == (bob, alice, SAID["text"])
    assert "It waits for a moderator" in browser.get(reverse("moderation:reports")).content.decode()
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    assert "is looking into it" in browser.get(reverse("moderation:reports")).content.decode()
    cases.close(case_id=case.pk, by=maud, outcome="acted", now=NOW)
    assert "we have acted" in browser.get(reverse("moderation:reports")).content.decode()
    notice = Notice.objects.get(player=alice, kind="report-acted")
    assert browser.get(reverse("accounts:notice", args=[notice.pk])).headers["Location"] == reverse(
        "moderation:reports"
    )
    assert not Notice.objects.filter(player=bob, kind__startswith="report").exists()


def test_pages_where_others_have_written_offer_a_report(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Bones", admission="open")
    league = League.objects.create(club=club, name="Winter")
    tournament = announced(alice)
    team = Team.objects.create(tournament=tournament, name="Four Fives", made_at=NOW)
    pages = {
        reverse("clubs:announcements", args=[club.slug]): form_of("club", club.slug),
        reverse("tournaments:league", args=[club.slug, league.pk]): form_of("club", club.slug),
        reverse("tournaments:team", args=[tournament.pk, team.pk]): form_of("tournament", tournament.pk),
    }
    for page, form in pages.items():
        assert f'href="{form}"' in browser_of(bob).get(page).text


def test_visitors_report_without_an_account(table: Table, client: Client) -> None:
    answer = client.post(form_of("table", table.pk), {**SAID, "about": "Bob"}, follow=True)
    assert "Thank you" in answer.content.decode()
    report = Report.objects.get()
    assert (report.reporter, report.case.player and report.case.player.username) == (None, "Bob")
    assert client.get(reverse("moderation:reports")).status_code == 302


def test_a_table_may_concern_nobody_in_particular(table: Table, alice: Player) -> None:
    page = browser_of(alice).get(form_of("table", table.pk)).content.decode()
    assert '<option value="Bob">' in page
    assert '<option value="Alice">' not in page
    browser_of(alice).post(form_of("table", table.pk), SAID)
    assert Case.objects.get().player is None


def test_danger_says_what_to_do_at_once(bob: Player, client: Client) -> None:
    assert "112" in client.get(form_of("player", "Bob")).content.decode()
    answer = client.post(form_of("player", "Bob"), {"kind": "danger", "text": ""}, follow=True)
    assert "do not wait for us" in answer.content.decode()


@pytest.mark.parametrize("said", [{}, {"kind": "revenge"}, {"kind": "other"}, {"kind": "abuse", "text": "x" * 501}])
def test_what_is_missing_is_asked_for_and_nothing_is_lost(bob: Player, client: Client, said: dict[str, str]) -> None:
    answer = client.post(form_of("player", "Bob"), said)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not Report.objects.exists()


def test_nobody_reports_what_they_cannot_see(bob: Player, alice: Player, charlie: Player) -> None:
    private = seated_table([alice, bob], visibility="invited")
    for browser in (Client(), browser_of(charlie)):
        assert browser.get(form_of("table", private.pk)).status_code == 404
        assert browser.post(form_of("table", private.pk), SAID).status_code == 404
    link = f"{private.get_absolute_url()}?invitation={private.invitation}"
    invited = browser_of(charlie)
    invited.get(link)
    assert invited.get(form_of("table", private.pk)).status_code == 200


@pytest.mark.parametrize(
    "address", ["/report/line/x/", "/report/nothing/1/", "/report/player/Nobody/", "/report/club/1/"]
)
def test_what_does_not_exist_is_not_reported(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_wherever_players_meet_a_link_leads_to_the_form(table: Table, alice: Player, bob: Player) -> None:
    tournament = announced(alice)
    places = {
        bob.get_absolute_url(): form_of("player", "Bob"),
        table.get_absolute_url(): form_of("table", table.pk),
        tournament.get_absolute_url(): form_of("tournament", tournament.pk),
    }
    for browser in (Client(), browser_of(bob)):
        for page, link in places.items():
            if not (page == bob.get_absolute_url() and "_auth_user_id" in browser.session):
                assert f'href="{link}"' in browser.get(page).content.decode(), page


def test_a_player_reads_only_their_own_reports(bob: Player, alice: Player, charlie: Player) -> None:
    reported(bob, charlie)
    page = browser_of(alice).get(reverse("moderation:reports")).content.decode()
    assert "You have not reported anything" in page


def test_players_cannot_report_themselves(alice: Player) -> None:
    page = browser_of(alice).post(form_of("player", "Alice"), SAID).content.decode()
    assert "You cannot report yourself." in page


def test_an_involved_moderator_leaves_the_case_to_others(table: Table, alice: Player, maud: Player) -> None:
    with_maud = seated_table([alice, maud])
    browser_of(alice).post(form_of("table", with_maud.pk), SAID)
    with pytest.raises(UserError) as refusal:
        cases.claim(case_id=Case.objects.get().pk, by=maud, now=NOW)
    assert refusal.value.code == "own-case"

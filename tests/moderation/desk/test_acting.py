"""Acting from the page of a case: in two clicks, with a reason; severe acts with a second pair of eyes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import clubs.services as clubs
from accounts import roles
from accounts.models import Notice, Player, Sanction
from accounts.notices import sentence
from chat.models import ChatLine
from clubs.models import Announcement, Club
from games.models import Table
from moderation.evidence.clubs import Club as ClubSource
from moderation.evidence.source import Viewer
from moderation.evidence.subject import Subject
from moderation.models import Act, Case
from moderation.services import cases, reporting
from tests.games.pages import browser_of
from tests.moderation.conftest import NOW
from tests.tournaments.people import DUELS, entry_of, planned, players, started
from tournaments.live.chatting import TournamentRoom
from tournaments.models import League, Season, Series, Team, Tournament

pytestmark = pytest.mark.usefixtures("after_commit")

APPROVALS = reverse("admin:desk_approvals")


def page_of(case: Case) -> str:
    return reverse("admin:desk_case", args=[case.pk])


def act_on(case: Case) -> str:
    return reverse("admin:desk_act", args=[case.pk])


def head(name: str) -> Player:
    player = Player.objects.create_user(username=name)
    roles.give_role(player=player, role=roles.Role.HEAD)
    return player


def test_the_page_offers_what_fits_the_case_with_its_usual_reason(maud: Player, claimed: Case) -> None:
    page = browser_of(maud).get(page_of(claimed))
    offered = {offer.kind.slug for offer in page.context["offers"]}
    assert {"warn", "mute", "hide-line", "hide-all", "remove-from-table"} <= offered
    assert not {"close-club", "rename-tournament", "shadow-hide"} & offered
    assert page.context["usual_reason"] == "insult"
    assert "You have insulted other players." in page.text


def test_nothing_is_offered_before_the_case_is_claimed(maud: Player, insult: Case) -> None:
    browser = browser_of(maud)
    assert "Claim the case first, then you can act." in browser.get(page_of(insult)).text
    browser.post(act_on(insult), {"kind": "warn", "template": "insult"})
    assert not Act.objects.exists()


def test_a_mute_takes_two_clicks(maud: Player, claimed: Case) -> None:
    """The form has a reason and an end preselected; only the act has to be chosen."""
    browser = browser_of(maud)
    form = {"kind": "mute", "template": browser.get(page_of(claimed)).context["usual_reason"], "end": "day"}
    text = browser.post(act_on(claimed), form, follow=True).text
    sanction = Sanction.objects.get()
    assert (sanction.player, sanction.kind) == (claimed.player, Sanction.Kind.MUTED)
    assert sanction.ends_at is not None
    assert timedelta(hours=23) < sanction.ends_at - timezone.now() <= timedelta(days=1)
    assert "Mute" in text.split("Done so far")[1]


def test_an_act_is_lifted_where_it_stands(maud: Player, claimed: Case) -> None:
    browser = browser_of(maud)
    browser.post(act_on(claimed), {"kind": "mute", "template": "insult", "end": "week"})
    browser.post(reverse("admin:desk_lift", args=[Act.objects.get().pk]))
    assert Act.objects.get().state == Act.State.LIFTED
    assert Sanction.objects.get().lifted_at is not None


def test_any_line_of_the_chat_is_hidden_with_one_click_but_none_of_another_chat(
    maud: Player, claimed: Case, charlie: Player, vera: Player
) -> None:
    browser = browser_of(maud)
    line = ChatLine.objects.get(text="What a brick.")
    elsewhere = ChatLine.objects.create(room="table:elsewhere", author=vera, text="Hi", said_at=timezone.now())
    for one in (line, elsewhere):
        browser.post(act_on(claimed), {"kind": "hide-line", "line": one.pk, "template": "insult"})
        one.refresh_from_db()
    assert line.hidden_at is not None
    assert elsewhere.hidden_at is None


@pytest.mark.parametrize("kind", ["", "no-such-act", "close-club"])
def test_an_act_that_does_not_fit_is_refused(kind: str, maud: Player, claimed: Case) -> None:
    text = browser_of(maud).post(act_on(claimed), {"kind": kind, "template": "insult"}, follow=True).text
    assert "Choose what to do." in text
    assert not Act.objects.exists()


def test_a_severe_act_of_a_moderator_waits_for_a_head_moderator(maud: Player, claimed: Case) -> None:
    browser_of(maud).post(act_on(claimed), {"kind": "close-account", "template": "threat"})
    act = Act.objects.get()
    assert act.state == Act.State.WAITING
    browser = browser_of(head("Hedda"))
    assert "Close the account" in browser.get(APPROVALS).text
    assert reverse("admin:desk_approvals") in browser.get(reverse("admin:index")).text
    browser.post(reverse("admin:desk_decide", args=[act.pk]), {"answer": "approve"})
    act.refresh_from_db()
    assert act.state == Act.State.DONE
    assert "No act waits for you." in browser.get(APPROVALS).text


def test_a_head_moderator_refuses(maud: Player, claimed: Case) -> None:
    browser_of(maud).post(act_on(claimed), {"kind": "close-account", "template": "threat"})
    act = Act.objects.get()
    browser_of(head("Hedda")).post(reverse("admin:desk_decide", args=[act.pk]), {"answer": "refuse"})
    act.refresh_from_db()
    assert act.state == Act.State.REFUSED


@pytest.mark.parametrize(("answer", "said"), [("approve", "confirmed"), ("refuse", "refused")])
def test_the_proposing_moderator_is_told_the_decision_and_the_reason(
    answer: str, said: str, maud: Player, claimed: Case
) -> None:
    asking = browser_of(maud)
    asking.post(act_on(claimed), {"kind": "close-account", "template": "threat"})
    form = {"answer": answer, "why": "I have seen the match"}
    hedda = browser_of(head("Hedda"))
    for _twice in range(2):
        hedda.post(reverse("admin:desk_decide", args=[Act.objects.get().pk]), form)
    [notice] = Notice.objects.filter(player=maud)
    told = f"Hedda has {said} what you asked for: Close the account, Vera. I have seen the match"
    assert sentence(notice) == told
    assert notice.url == page_of(claimed)
    page = asking.get(page_of(claimed)).text
    assert "Hedda" in page
    assert "I have seen the match" in page


def test_helpers_do_not_confirm(as_role: Callable[..., Client]) -> None:
    for role in roles.Role:
        expected = 200 if role.includes(roles.Role.MODERATOR) else 403
        assert as_role(role).get(APPROVALS).status_code == expected, role


def case_of(maud: Player, subject: Subject) -> Case:
    sent = reporting.report(subject=subject, kind="abuse", text="", reporter=None, address=None, now=NOW)
    return cases.claim(case_id=sent.case.pk, by=maud, now=NOW)


def test_an_announcement_of_the_clubs_is_removed_from_its_case_but_none_of_another_club(
    maud: Player, vera: Player, alice: Player
) -> None:
    rude, other = (clubs.found(founder=one, now=NOW, name=f"{one} & friends") for one in (vera, alice))
    said = clubs.publish(club_id=rude.pk, by=vera, now=NOW, title="Rude", text="You bricks, all of you!")
    elsewhere = clubs.publish(club_id=other.pk, by=alice, now=NOW, title="Kind", text="Welcome!")
    case = case_of(maud, Subject("club", str(rude.pk)))
    browser = browser_of(maud)
    assert "You bricks, all of you!" in browser.get(page_of(case)).text
    for one in (said, elsewhere):
        form = {"kind": "remove-announcement", "announcement": one.pk, "template": "insult"}
        browser.post(act_on(case), form)
    assert list(Announcement.objects.all()) == [elsewhere]


def test_a_report_shows_the_announcements_of_then_when_they_are_gone(maud: Player, vera: Player) -> None:
    club = clubs.found(founder=vera, now=NOW, name="Rude Bones", admission=Club.Admission.OPEN)
    said = clubs.publish(club_id=club.pk, by=vera, now=NOW, title="Rude", text="You bricks, all of you!")
    case = case_of(maud, ClubSource(club, Viewer()).subject())
    clubs.take_down(announcement_id=said.pk, by=vera, now=NOW)
    assert "You bricks, all of you!" in browser_of(maud).get(page_of(case)).text


def test_acts_on_seasons_leagues_series_and_teams_are_offered_where_there_are_any(maud: Player, vera: Player) -> None:
    club, cup = clubs.found(founder=vera, now=NOW, name="Rude Bones"), planned(vera)
    about_club, about_cup = case_of(maud, Subject("club", str(club.pk))), case_of(maud, Subject("tournament", cup.pk))

    def offered(case: Case) -> set[str]:
        return {offer.kind.slug for offer in browser_of(maud).get(page_of(case)).context["offers"]}

    assert "rename-seasons" not in offered(about_club)
    assert "rename-leagues" not in offered(about_club)
    assert not {"clean-series", "rename-teams"} & offered(about_cup)
    Season.objects.create(club=club, name="Rude", first_day=NOW.date(), last_day=NOW.date())
    Tournament.objects.filter(pk=cup.pk).update(series=Series.objects.create(rule="x", first_at=NOW, last_at=NOW))
    League.objects.create(club=club, name="Rude")
    Team.objects.create(tournament=cup, name="Rude", made_at=NOW)
    assert {"rename-seasons", "rename-leagues"} <= offered(about_club)
    assert {"clean-series", "rename-teams"} <= offered(about_cup)


@pytest.mark.parametrize("where", ["table", "chat"])
def test_an_entrant_is_taken_out_from_a_case_of_a_table_or_chat_of_the_tournament(
    where: str, maud: Player, vera: Player, alice: Player
) -> None:
    tournament = started(alice, [vera, *players(3)], DUELS)
    table = Table.objects.get(board__round__tournament=tournament, seats__player=vera)
    subject = {
        "table": Subject("table", table.pk, vera),
        "chat": Subject("line", "1", vera, evidence={"room": TournamentRoom(tournament.pk).key}),
    }[where]
    case, browser = case_of(maud, subject), browser_of(maud)
    assert "withdraw-entry" in {offer.kind.slug for offer in browser.get(page_of(case)).context["offers"]}
    browser.post(act_on(case), {"kind": "withdraw-entry", "template": "insult"})
    assert entry_of(tournament, vera).status == "withdrawn"
    assert "withdraw-entry" not in {offer.kind.slug for offer in browser.get(page_of(case)).context["offers"]}


def test_acts_on_players_are_not_offered_if_the_case_concerns_nobody(maud: Player, running: Table) -> None:
    case = case_of(maud, Subject("table", running.pk))
    offered = {offer.kind.slug for offer in browser_of(maud).get(page_of(case)).context["offers"]}
    assert "stop-table" in offered
    assert not {"remove-from-table", "withdraw-entry", "warn"} & offered

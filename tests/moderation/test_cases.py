"""Cases are claimed by one moderator at a time, and their outcome is told once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import notices as all_notices
from accounts import roles
from accounts.bots import create_bot
from accounts.models import Notice, Player
from common.errors import UserError
from moderation.models import Case, Note, ReasonTemplate
from moderation.services import cases, notes
from tests.games.pages import browser_of
from tests.moderation.conftest import NOW, code_of, reported

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(vera: Player, alice: Player) -> Case:
    return reported(vera, alice).case


def refused(doing: object, **kwargs: object) -> str:
    with pytest.raises(UserError) as caught:
        doing(**kwargs)  # type: ignore[operator]
    return code_of(caught)


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_moderators_claims_a_case(case: Case, maud: Player, milo: Player) -> None:
    def attempt(by: Player) -> str:
        try:
            return str(cases.claim(case_id=case.pk, by=by, now=NOW).claimed_by)
        except UserError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        first, second = both.map(attempt, (maud, milo))
    assert {first, second} in ({"Maud", "taken"}, {"Milo", "taken"})


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_moderators_at_the_desk_gets_the_case_and_the_other_is_told(
    case: Case, maud: Player, milo: Player
) -> None:
    browsers, claim = [browser_of(maud), browser_of(milo)], reverse("admin:desk_claim", args=[case.pk])

    def attempt(browser: Client) -> str:
        try:
            return browser.post(claim).headers["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        led_to = list(both.map(attempt, browsers))
    case.refresh_from_db()
    assert case.claimed_by is not None
    winner = [maud, milo].index(case.claimed_by)
    assert led_to[winner] == reverse("admin:desk_case", args=[case.pk])
    assert led_to[1 - winner] == reverse("admin:desk_queue")
    assert f"{case.claimed_by} is looking into this already." in browsers[1 - winner].get(led_to[1 - winner]).text


def test_a_case_is_given_back_and_claimed_by_another(case: Case, maud: Player, milo: Player) -> None:
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    assert refused(cases.claim, case_id=case.pk, by=milo, now=NOW) == "taken"
    assert refused(cases.release, case_id=case.pk, by=milo) == "not-yours"
    cases.release(case_id=case.pk, by=maud)
    assert cases.claim(case_id=case.pk, by=milo, now=NOW).claimed_by == milo


def test_a_forgotten_claim_is_taken_over(case: Case, maud: Player, milo: Player) -> None:
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    later = NOW + Case.CLAIM_HOLDS
    assert refused(cases.claim, case_id=case.pk, by=milo, now=later - timedelta(seconds=1)) == "taken"
    cases.claim(case_id=case.pk, by=milo, now=later)
    assert refused(cases.close, case_id=case.pk, by=maud, outcome="acted", now=later) == "not-yours"


def test_only_moderators_judge_and_never_their_own(case: Case, vera: Player, alice: Player, bob: Player) -> None:
    assert refused(cases.claim, case_id=case.pk, by=bob, now=NOW) == "not-allowed"
    for concerned in (vera, alice):
        roles.give_role(player=concerned, role=roles.Role.HEAD)
        assert refused(cases.claim, case_id=case.pk, by=concerned, now=NOW) == "own-case"
        assert refused(notes.add, case_id=case.pk, by=concerned, text="All fine", now=NOW) == "own-case"


def test_nobody_judges_their_own_bot(maud: Player, milo: Player, bob: Player) -> None:
    case = reported(create_bot(owner=maud, name="Robbie"), bob).case
    assert refused(cases.claim, case_id=case.pk, by=maud, now=NOW) == "own-case"
    for page in ("admin:desk_queue", "admin:moderation_case_changelist"):
        for moderator, is_listed in ((maud, False), (milo, True)):
            assert ("Robbie" in browser_of(moderator).get(reverse(page)).text) == is_listed
    assert cases.claim(case_id=case.pk, by=milo, now=NOW).claimed_by == milo


def test_closing_tells_each_reporter_once_in_their_language(
    case: Case, vera: Player, alice: Player, bob: Player, maud: Player
) -> None:
    Player.objects.filter(pk=bob.pk).update(language="de")
    for reporter in (alice, bob, None):
        reported(vera, reporter)
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    cases.close(case_id=case.pk, by=maud, outcome="acted", now=NOW)
    told = {notice.player: notice for notice in Notice.objects.filter(kind__startswith="report-")}
    assert set(told) == {alice, bob}
    with translation.override("de"):
        assert "Danke" in all_notices.sentence(told[bob])
    assert "Vera" not in all_notices.sentence(told[alice])
    assert refused(cases.close, case_id=case.pk, by=maud, outcome="false", now=NOW) == "closed"
    assert refused(cases.claim, case_id=case.pk, by=maud, now=NOW) == "closed"


def test_a_case_is_closed_only_with_an_outcome_by_its_moderator(case: Case, maud: Player) -> None:
    assert refused(cases.close, case_id=case.pk, by=maud, outcome="acted", now=NOW) == "not-yours"
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    assert refused(cases.close, case_id=case.pk, by=maud, outcome="revenge", now=NOW) == "bad-field"
    assert cases.check_holds(case.pk, maud) == case


def test_notes_are_for_moderators(case: Case, maud: Player, bob: Player) -> None:
    notes.add(case_id=case.pk, by=maud, text=" Looks like a quarrel. ", now=NOW)
    assert Note.objects.get().text == "Looks like a quarrel."
    assert refused(notes.add, case_id=case.pk, by=maud, text=" ", now=NOW) == "bad-field"
    assert refused(notes.add, case_id=case.pk, by=bob, text="Hello", now=NOW) == "not-allowed"
    assert refused(notes.add, case_id=0, by=maud, text="Hello", now=NOW) == "no-such-case"


def test_reasons_are_there_in_the_languages_of_the_site() -> None:
    insult = ReasonTemplate.objects.get(code="insult")
    assert insult.text_in("de").startswith("Du hast andere beleidigt")
    assert insult.text_in("it").startswith("Hai insultato")
    assert insult.text_in("eo") == insult.text_in("en")

"""The page of an appeal, from the link under a sanction to the answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import standing
from accounts.models import Notice, Player, Sanction
from common.errors import UserError
from moderation.models import Act, Appeal
from moderation.services import appeals
from tests.clubs.people import browser_of
from tests.moderation.conftest import NOW, reported

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def sanction(vera: Player, maud: Player) -> Sanction:
    return standing.impose(player=vera, kind="muted", reason="Insults again and again", now=NOW, by=maud)


def page_of(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


def test_a_player_appeals_and_reads_the_answer(sanction: Sanction, vera: Player, milo: Player) -> None:
    browser, address = browser_of(vera), reverse("moderation:appeal", args=[sanction.pk])
    assert f'href="{address}"' in page_of(browser, reverse("accounts:standing"))
    assert "Insults again and again" in page_of(browser, address)
    assert browser.post(address, {"text": ""}).status_code == 200
    browser.post(address, {"text": "It was a joke."})
    sent = Appeal.objects.get()
    assert (sent.player, sent.sanction, sent.text) == (vera, sanction, "It was a joke.")
    assert "You will get a notice." in page_of(browser, address)
    assert "<form" not in page_of(browser, address).split("<main")[1].split("</main")[0]
    browser.post(address, {"text": "Again"})
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="upheld", text="Indeed.", now=NOW)
    answered = page_of(browser, address)
    assert "Indeed." in answered
    assert "the decision is lifted" in answered
    notice = Notice.objects.get(player=vera, kind="appeal-upheld")
    assert notice.url == address
    assert Appeal.objects.count() == 1


def test_the_page_of_the_standing_shows_the_appeal_and_its_answer(
    sanction: Sanction, vera: Player, milo: Player
) -> None:
    browser, address = browser_of(vera), reverse("accounts:standing")
    assert "You sent an appeal" not in page_of(browser, address)
    sent = appeals.appeal(player=vera, sanction=sanction, text="It was a joke.", now=NOW)
    waiting = page_of(browser, address)
    assert "You sent an appeal on" in waiting
    assert "It waits for an answer." in waiting
    assert ">Appeal</a>" not in waiting
    assert "you can appeal" not in waiting
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="rejected", text="You know why.", now=NOW)
    rejected = page_of(browser, address)
    assert "the decision stands" in rejected
    assert "You know why." in rejected
    assert ">Appeal</a>" not in rejected


def test_the_page_of_the_standing_keeps_the_answer_when_the_sanction_is_lifted(
    sanction: Sanction, vera: Player, milo: Player
) -> None:
    sent = appeals.appeal(player=vera, sanction=sanction, text="It was a joke.", now=NOW)
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="upheld", text="Indeed.", now=NOW)
    page = page_of(browser_of(vera), reverse("accounts:standing"))
    assert "In the past" in page
    assert "the decision is lifted" in page
    assert "Indeed." in page


def test_a_player_appeals_against_an_expired_sanction_to_clear_the_record(
    vera: Player, maud: Player, milo: Player
) -> None:
    until = NOW + timedelta(days=1)
    over = standing.impose(player=vera, kind="muted", reason="Insults", now=NOW, until=until, by=maud)
    Sanction.objects.filter(pk=over.pk).update(starts_at=NOW - timedelta(days=9), ends_at=NOW - timedelta(days=8))
    browser, address = browser_of(vera), reverse("moderation:appeal", args=[over.pk])
    past = page_of(browser, reverse("accounts:standing")).split("In the past")[1]
    assert f'<a href="{address}">Appeal</a>' in past
    assert "This is over, but moderators still see it" in page_of(browser, address)
    browser.post(address, {"text": "It was a joke."})
    appeals.answer(appeal_id=Appeal.objects.get().pk, by=milo, outcome="upheld", text="Indeed.", now=NOW)
    over.refresh_from_db()
    assert over.lifted_at == NOW


def test_a_rejected_appeal_does_not_say_that_an_expired_sanction_is_in_force(
    vera: Player, maud: Player, milo: Player
) -> None:
    until = NOW + timedelta(days=1)
    over = standing.impose(player=vera, kind="muted", reason="Insults", now=NOW, until=until, by=maud)
    sent = appeals.appeal(player=vera, sanction=over, text="It was a joke.", now=NOW)
    Sanction.objects.filter(pk=over.pk).update(starts_at=NOW - timedelta(days=9), ends_at=NOW - timedelta(days=8))
    appeals.answer(appeal_id=sent.pk, by=milo, outcome="rejected", text="You know why.", now=NOW)
    past = page_of(browser_of(vera), reverse("accounts:standing")).split("In the past")[1]
    desk = page_of(browser_of(milo), reverse("admin:desk_appeals")).split("Answered lately")[1]
    for page in (past, desk, page_of(browser_of(vera), reverse("moderation:appeal", args=[over.pk]))):
        assert "the decision stands" in page
        assert "in force" not in page


def test_a_player_appeals_against_a_warning_that_they_have_read(vera: Player, maud: Player) -> None:
    warning = standing.impose(player=vera, kind="warning", reason="Insults", now=NOW, by=maud)
    standing.note_read(player=vera, sanction_id=warning.pk, now=NOW)
    address = reverse("moderation:appeal", args=[warning.pk])
    past = page_of(browser_of(vera), reverse("accounts:standing")).split("In the past")[1]
    assert f'<a href="{address}">Appeal</a>' in past


def test_the_page_of_the_standing_shows_lifted_sanctions(sanction: Sanction, vera: Player, maud: Player) -> None:
    standing.lift(sanction_id=sanction.pk, now=NOW, by=maud)
    past = page_of(browser_of(vera), reverse("accounts:standing")).split("In the past")[1]
    assert "It was lifted." in past
    assert ">Appeal</a>" not in past


def test_nobody_appeals_for_another(sanction: Sanction, alice: Player) -> None:
    address = reverse("moderation:appeal", args=[sanction.pk])
    assert browser_of(alice).get(address).status_code == 404
    assert browser_of(alice).post(address, {"text": "Let her"}).status_code == 404
    assert Client().get(address).status_code == 302


def test_a_player_finds_all_decisions_and_how_their_appeals_stand(vera: Player, alice: Player, maud: Player) -> None:
    browser, address = browser_of(vera), reverse("moderation:decisions")
    assert f'href="{address}"' in page_of(browser, reverse("accounts:standing"))
    assert "Nothing" in page_of(browser, address)
    case = reported(vera, alice).case
    acts = [
        Act.objects.create(case=case, kind="rename", player=vera, by=maud, at=NOW, reason=f"Reason {n}") for n in (1, 2)
    ]
    appeals.appeal_against_act(player=vera, act=acts[0], text="No", now=NOW)
    page = page_of(browser, address)
    links = [reverse("moderation:appeal-act", args=[act.pk]) for act in acts]
    assert all(link in page for link in links)
    assert page.count("It waits for an answer.") == 1
    assert "Reason 1" not in page_of(browser_of(alice), address)


def test_shadow_sanctions_are_not_revealed(vera: Player, alice: Player, maud: Player) -> None:
    shadow = standing.impose(player=vera, kind="shadowed", reason="Spam", now=NOW, by=maud)
    case = reported(vera, alice).case
    act = Act.objects.create(case=case, kind="shadow", player=vera, by=maud, at=NOW, reason="Spam", sanction=shadow)
    for name, key in (("appeal", shadow.pk), ("appeal-act", act.pk)):
        assert browser_of(vera).get(reverse(f"moderation:{name}", args=[key])).status_code == 404
    with pytest.raises(UserError) as refusal:
        appeals.appeal(player=vera, sanction=shadow, text="Why?", now=NOW)
    assert refusal.value.code == "not-yours"


def test_a_lifted_decision_cannot_be_appealed(sanction: Sanction, vera: Player, maud: Player) -> None:
    standing.lift(sanction_id=sanction.pk, now=NOW, by=maud)
    address = reverse("moderation:appeal", args=[sanction.pk])
    assert "nothing is left" in page_of(browser_of(vera), address)
    browser_of(vera).post(address, {"text": "All the same"})
    assert not Appeal.objects.exists()


def test_a_player_appeals_against_an_act_that_took_effect(vera: Player, alice: Player, maud: Player) -> None:
    case = reported(vera, alice).case
    act = Act.objects.create(case=case, kind="rename", player=vera, by=maud, at=NOW, reason="The name insults")
    address = reverse("moderation:appeal-act", args=[act.pk])
    page = page_of(browser_of(vera), address)
    assert "The name insults" in page
    assert "A moderator has taken your name away" in page
    browser_of(vera).post(address, {"text": "It is my name."})
    assert Appeal.objects.get().act == act
    waiting = Act.objects.create(case=case, kind="close", player=vera, by=maud, at=NOW, state=Act.State.WAITING)
    assert browser_of(vera).get(reverse("moderation:appeal-act", args=[waiting.pk])).status_code == 404
    assert browser_of(alice).get(address).status_code == 404

"""Push notices: they reach the browsers that players have chosen, sealed and once, whatever goes wrong."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from datetime import timedelta

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import notices
from accounts.models import Notice, Player, Push, PushSubscription
from accounts.notices import Choice, Kind, pushes, vapid
from accounts.tasks import push_notices, sweep_letters
from tests.accounts.notices.browser import PushBrowser
from tests.accounts.telling import tell
from tests.receiver import Receiver

pytestmark = pytest.mark.django_db

CHOICES = "/notices/choices/"


# --- What arrives ---


def test_a_notice_reaches_a_browser_and_nobody_on_the_way_can_read_it(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    push_notices()
    [(headers, body)] = service.received
    notice = Notice.objects.get()
    message = browser.opened(body)
    assert message == {"id": str(notice.pk), "text": notices.sentence(notice), "url": notices.address(notice)}
    assert b"Charlie" not in body
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) == 4 * 3600
    assert not Push.objects.exists()


def test_the_push_service_can_tell_who_sends(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind, settings: Settings
) -> None:
    tell(party, alice)
    push_notices()
    token, key = (part.partition("=")[2] for part in service.received[0][0]["authorization"].split(","))
    assert key == vapid.public_key()
    point = urlsafe_b64decode(key + "=" * (-len(key) % 4))
    claims = jwt.decode(
        token,
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point),
        algorithms=["ES256"],
        audience=service.url.partition("/hook")[0].rpartition(":")[0],
    )
    assert claims["sub"] == "mailto:boneyard@localhost"


def test_a_notice_is_in_the_language_of_its_reader(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    Player.objects.filter(pk=alice.pk).update(language="de", time_zone="Europe/Vienna")
    tell(party, alice)
    push_notices()
    assert "27. November 2026, 20:00" in browser.opened(service.received[0][1])["text"]


def test_a_notice_is_sent_once_however_often_the_task_runs(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    tell(party, alice)
    push_notices()
    push_notices()
    assert len(service.received) == 1


def test_each_of_several_browsers_gets_it(service: Receiver, alice: Player, party: Kind) -> None:
    browsers = [PushBrowser(f"{service.url}&number={number}") for number in range(3)]
    for browser in browsers:
        client = Client()
        client.force_login(alice)
        browser.turn_on(client)
    tell(party, alice)
    push_notices()
    assert len(service.received) == 3


def test_who_has_not_turned_it_on_gets_none(
    browser: PushBrowser, service: Receiver, alice: Player, bob: Player, party: Kind
) -> None:
    tell(party, bob)
    push_notices()
    assert not service.received


@pytest.mark.parametrize(("kind", "gets_it"), [("party", True), ("nudge", False)])
def test_what_goes_by_mail_goes_by_push_unless_chosen_otherwise(
    kind: str, gets_it: bool, browser: PushBrowser, alice: Player, party: Kind, nudge: Kind
) -> None:
    tell(notices.KINDS[kind], alice)
    assert Push.objects.exists() is gets_it


def test_each_kind_can_be_chosen(
    browser: PushBrowser, client: Client, service: Receiver, alice: Player, party: Kind, nudge: Kind
) -> None:
    client.post(CHOICES, {"kind": ["party", "nudge"], "site-party": "on", "push-nudge": "on"})
    tell(party, alice)
    tell(nudge, alice)
    push_notices()
    assert ["nudges" in browser.opened(body)["text"] for _headers, body in service.received] == [True]
    alice.refresh_from_db()
    assert notices.choice_of(alice, nudge) == Choice(by_site=False, by_mail=False, by_push=True)


def test_choices_from_before_there_was_push_keep_their_sense(alice: Player, party: Kind) -> None:
    Player.objects.filter(pk=alice.pk).update(notice_choices={"party": [True, False]})
    alice.refresh_from_db()
    assert notices.choice_of(alice, party) == Choice(by_site=True, by_mail=False, by_push=True)


def test_what_has_been_read_meanwhile_is_not_sent(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    notices.read_all(player=alice)
    push_notices()
    assert not service.received
    assert not Push.objects.exists()


# --- When something goes wrong ---


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    status: int, browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    service.status = status
    tell(party, alice)
    push_notices()
    assert not PushSubscription.objects.exists()
    assert not Push.objects.exists()


@pytest.mark.parametrize(("status", "browser_stays"), [(503, True), (403, False)])
def test_a_service_in_trouble_is_tried_again_and_given_up_in_the_end(
    status: int, browser_stays: bool, browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    service.status = status
    tell(party, alice)
    now = timezone.now()
    for pause in (*pushes.PAUSES, timedelta()):
        for claimed in pushes.claimed_pushes(now=now):
            pushes.send(claimed, now=now)
        now += pause
    assert len(service.received) == 4
    assert not Push.objects.exists()
    assert PushSubscription.objects.exists() is browser_stays


def test_a_notice_that_its_workers_died_of_is_given_up(browser: PushBrowser, alice: Player, party: Kind) -> None:
    tell(party, alice)
    now = timezone.now()
    for _attempt in range(5):
        list(pushes.claimed_pushes(now=now))
        now += pushes.PATIENCE
    assert not Push.objects.exists()


def test_a_browser_that_does_not_answer_is_asked_about_its_other_notices_later(
    client: Client, service: Receiver, alice: Player, party: Kind, nudge: Kind
) -> None:
    client.force_login(alice)
    PushBrowser("http://127.0.0.1:9/nobody").turn_on(client)
    tell(party, alice)
    now = timezone.now()
    [claimed] = pushes.claimed_pushes(now=now)
    client.post(CHOICES, {"kind": ["nudge"], "push-nudge": "on"})
    tell(nudge, alice)
    pushes.send(claimed, now=now)
    assert not Push.objects.due(now + pushes.PAUSES[0] - timedelta(seconds=1)).exists()
    assert Push.objects.due(now + pushes.PAUSES[0]).count() == 2


def test_a_notice_to_a_browser_that_signs_out_at_the_same_moment_harms_nothing(
    browser: PushBrowser, service: Receiver, alice: Player, bob: Player, party: Kind
) -> None:
    tell(party, alice, bob)
    missing = PushSubscription.objects.get().pk + 1
    Push.objects.create(notice=Notice.objects.get(player=bob), subscription_id=missing, due_at=timezone.now())
    push_notices()
    assert len(service.received) == 1
    assert not Push.objects.exists()


@pytest.mark.parametrize("letter", ["a", "ä", "语", "🁢", "\x01"])
def test_a_long_notice_is_cut_so_that_it_fits_into_a_message(
    letter: str, browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    Notice.objects.update(gaps={**Notice.objects.get().gaps, "host": letter * 5000})
    push_notices()
    body = service.received[0][1]
    assert len(body) <= 4096
    assert browser.opened(body)["text"].endswith("…")


def test_a_service_that_does_not_answer_keeps_no_other_waiting(
    browser: PushBrowser, service: Receiver, alice: Player, bob: Player, party: Kind
) -> None:
    other = Client()
    other.force_login(bob)
    PushBrowser("http://127.0.0.1:9/nobody").turn_on(other)
    tell(party, alice, bob)
    push_notices()
    assert len(service.received) == 1
    assert Push.objects.get().tries == 1


def test_a_notice_is_claimed_once_and_again_when_its_worker_has_died(
    browser: PushBrowser, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    now = timezone.now()
    assert [len(claimed) for claimed in pushes.claimed_pushes(now=now)] == [1]
    assert list(pushes.claimed_pushes(now=now)) == []
    assert [len(claimed) for claimed in pushes.claimed_pushes(now=now + pushes.PATIENCE)] == [1]


def test_the_sweep_sends_what_no_worker_was_asked_for(
    browser: PushBrowser, alice: Player, party: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(push_notices, "apply_async", lambda **options: asked.append("pushes"))
    sweep_letters()
    assert asked == []
    tell(party, alice)
    sweep_letters()
    assert asked == ["pushes"]

"""Tests which browsers get push notices: those in which they were turned on, until their sessions end."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.models import Player, PushSubscription
from accounts.notices import Kind, subscriptions, vapid
from accounts.personal import own_expiry
from accounts.tasks import push_notices
from common.errors import UserError
from tests.accounts.notices.browser import PushBrowser
from tests.accounts.telling import tell
from tests.receiver import Receiver

pytestmark = pytest.mark.django_db

CHOICES = "/notices/choices/"


def said(client: Client, path: str, **values: str) -> list[str]:
    """Return what the page says after a form has been sent."""
    return [str(message) for message in get_messages(client.post(path, values).wsgi_request)]


# --- Until when ---


def test_signing_out_ends_it(browser: PushBrowser, client: Client, service: Receiver, alice: Player) -> None:
    client.post(reverse("account_logout"))
    assert not PushSubscription.objects.exists()


def test_a_session_that_was_ended_from_elsewhere_gets_nothing_more(
    browser: PushBrowser, service: Receiver, alice: Player, party: Kind
) -> None:
    tell(party, alice)
    Session.objects.all().delete()
    push_notices()
    assert not service.received
    assert not PushSubscription.objects.exists()


def test_a_new_password_keeps_push_in_this_browser_only(
    browser: PushBrowser, client: Client, service: Receiver, alice: Player, party: Kind
) -> None:
    other = Client()
    other.force_login(alice)
    PushBrowser(f"{service.url}&other").turn_on(other)
    passwords = {"oldpassword": "Alice-likes-bones", "password1": "Alice-likes-tiles", "password2": "Alice-likes-tiles"}
    client.post(reverse("account_change_password"), passwords)
    tell(party, alice)
    push_notices()
    assert PushSubscription.objects.get().endpoint == browser.endpoint
    assert len(service.received) == 1


def test_signing_in_again_keeps_push_in_this_browser(
    browser: PushBrowser, client: Client, service: Receiver, alice: Player, party: Kind
) -> None:
    client.force_login(alice)
    tell(party, alice)
    push_notices()
    assert len(service.received) == 1


def test_whoever_had_the_browser_before_cannot_end_it(
    browser: PushBrowser, client: Client, service: Receiver, alice: Player, bob: Player, party: Kind
) -> None:
    other = Client()
    other.force_login(bob)
    browser.turn_on(other)
    client.force_login(alice)
    tell(party, bob)
    push_notices()
    assert len(service.received) == 1


def test_subscriptions_of_ended_sessions_expire(browser: PushBrowser) -> None:
    Session.objects.all().delete()
    own_expiry._sessions(timezone.now())
    assert not PushSubscription.objects.exists()


def test_guests_can_have_push_notices(service: Receiver, client: Client, party: Kind) -> None:
    guest = services.create_guest()
    client.force_login(guest)
    browser = PushBrowser(service.url)
    browser.turn_on(client)
    tell(party, guest)
    push_notices()
    assert browser.opened(service.received[0][1])


def test_guests_who_keep_their_account_keep_push_notices(service: Receiver, client: Client, party: Kind) -> None:
    guest = services.create_guest()
    client.force_login(guest)
    PushBrowser(service.url).turn_on(client)
    passwords = {"password1": "Greta-likes-bones", "password2": "Greta-likes-bones"}
    client.post(reverse("accounts:keep"), {"username": "Greta", **passwords})
    guest.refresh_from_db()
    assert not guest.is_guest
    tell(party, guest)
    push_notices()
    assert len(service.received) == 1


# --- Turning it on and off ---


def test_a_browser_shows_the_notices_of_who_used_it_last(
    browser: PushBrowser, bob: Player, alice: Player, service: Receiver, party: Kind
) -> None:
    client = Client()
    client.force_login(bob)
    browser.turn_on(client)
    tell(party, alice)
    push_notices()
    assert not service.received
    assert PushSubscription.objects.get().player == bob


def test_a_new_address_of_a_browser_takes_the_place_of_the_old_one(
    browser: PushBrowser, client: Client, service: Receiver
) -> None:
    new = PushBrowser(f"{service.url}&new")
    new.turn_on(client)
    assert PushSubscription.objects.get().endpoint == new.endpoint


def test_the_oldest_browser_gives_way_to_the_eleventh(service: Receiver, alice: Player) -> None:
    for number in range(11):
        client = Client()
        client.force_login(alice)
        PushBrowser(f"{service.url}&number={number}").turn_on(client)
    left = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert left == {f"{service.url}&number={number}" for number in range(1, 11)}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"endpoint": "ftp://example.org/"}, "bad-address"),
        ({"endpoint": ""}, "bad-address"),
        ({"endpoint": f"https://example.org/{'a' * 1000}"}, "bad-address"),
        ({"endpoint": "https://push..example.org/"}, "bad-address"),
        ({"endpoint": f"https://{'a' * 64}.example.org/"}, "bad-address"),
        ({"endpoint": "https://1.2.3.4.5/"}, "bad-address"),
        ({"p256dh": "AAAA"}, "bad-keys"),
        ({"auth": "AAAAAAAAAAA!AAAAAAAAAAA"}, "bad-keys"),
        ({"auth": "A" * 21 + "Q" + "!" * 1000}, "bad-keys"),
        ({"p256dh": "ß"}, "bad-keys"),
        ({"auth": "AAAA"}, "bad-keys"),
        ({"auth": ""}, "bad-keys"),
    ],
)
def test_what_cannot_be_a_subscription_is_refused(
    wrong: dict[str, str], code: str, client: Client, service: Receiver, alice: Player
) -> None:
    client.force_login(alice)
    asked = PushBrowser(service.url).subscription | wrong
    with pytest.raises(UserError, check=lambda refused: refused.code == code):
        subscriptions.subscribe(player=alice, session=client.session, user_agent="", now=timezone.now(), **asked)
    assert said(client, reverse("accounts:push-on"), **asked)
    assert not PushSubscription.objects.exists()


def test_push_can_be_turned_off(browser: PushBrowser, client: Client) -> None:
    client.post(reverse("accounts:push-off"), {"endpoint": browser.endpoint})
    assert not PushSubscription.objects.exists()


def test_a_browser_can_be_removed_from_another_but_only_by_its_player(
    browser: PushBrowser, client: Client, bob: Player
) -> None:
    page = client.get(CHOICES).content.decode()
    assert "Firefox on Linux" in page
    remove = reverse("accounts:push-remove", args=[PushSubscription.objects.get().pk])
    other = Client()
    other.force_login(bob)
    other.post(remove)
    assert PushSubscription.objects.exists()
    client.post(remove)
    assert not PushSubscription.objects.exists()


# --- A new address by itself ---

RENEWAL = "/notices/push/renew/"


def renewed(browser: Client, new: PushBrowser) -> int:
    """Renew the address as the service worker does; return the status of the answer."""
    offer = browser.get(RENEWAL)
    token = offer.json()["token"] if offer.status_code == 200 else ""
    return browser.post(RENEWAL, new.subscription, headers={"x-csrftoken": token}).status_code


@pytest.fixture
def strict(alice: Player) -> Client:
    """Alice's browser on a site that demands CSRF tokens, as in operation."""
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    return strict


def test_a_browser_whose_address_changes_keeps_push_notices(
    strict: Client, service: Receiver, alice: Player, party: Kind
) -> None:
    old, new = PushBrowser(service.url), PushBrowser(f"{service.url}&new")
    assert renewed(strict, new) == 403  # not turned on yet
    strict.handler.enforce_csrf_checks = False
    old.turn_on(strict)
    strict.handler.enforce_csrf_checks = True
    assert strict.get(RENEWAL).json()["key"] == vapid.public_key()
    assert renewed(strict, new) == 204
    assert PushSubscription.objects.get().endpoint == new.endpoint
    tell(party, alice)
    push_notices()
    assert new.opened(service.received[0][1])


def test_a_browser_that_its_push_service_gave_up_is_renewed(
    browser: PushBrowser, client: Client, service: Receiver, alice: Player, party: Kind
) -> None:
    service.status = 410
    tell(party, alice)
    push_notices()
    assert not PushSubscription.objects.exists()
    assert renewed(client, PushBrowser(f"{service.url}&new")) == 204
    assert PushSubscription.objects.get().player == alice


def test_a_renewal_cannot_be_forged(browser: PushBrowser, client: Client, service: Receiver) -> None:
    client.handler.enforce_csrf_checks = True
    client.get(CHOICES)
    assert client.post(RENEWAL, PushBrowser(f"{service.url}&thief").subscription).status_code == 403
    assert PushSubscription.objects.get().endpoint == browser.endpoint


@pytest.mark.parametrize("is_own", [True, False])
def test_a_browser_that_was_turned_off_cannot_renew_itself(
    is_own: bool, browser: PushBrowser, client: Client, service: Receiver, alice: Player
) -> None:
    other = Client()
    other.force_login(alice)
    remover = client if is_own else other
    remover.post(reverse("accounts:push-remove", args=[PushSubscription.objects.get().pk]))
    assert renewed(client, PushBrowser(f"{service.url}&new")) == 403
    assert not PushSubscription.objects.exists()


def test_nobody_renews_after_signing_out_or_with_wrong_keys(
    browser: PushBrowser, client: Client, service: Receiver
) -> None:
    wrong = browser.subscription | {"auth": "AAAA"}
    assert client.post(RENEWAL, wrong).status_code == 400
    client.post(reverse("account_logout"))
    assert renewed(client, browser) == 403
    assert not PushSubscription.objects.exists()


def test_the_service_worker_lies_above_all_pages(client: Client) -> None:
    answer = client.get("/push-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert b"showNotification" in answer.content
    assert answer.headers["Cache-Control"] == "no-cache"

"""Second factors, and the list of a player's sessions."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import demo
from accounts.models import Player
from tests.accounts.test_entrance import RIGHT, sign_in

pytestmark = pytest.mark.django_db


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def with_app(browser: Client) -> str:
    """Set an authenticator app up; return its secret."""
    page = reverse("mfa_activate_totp")
    asked = browser.get(page)
    browser.post(asked.headers["Location"], {"password": RIGHT})
    secret = browser.get(page).context["form"].secret
    browser.post(page, {"code": code_for(secret)})
    return str(secret)


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def test_a_player_with_an_app_signs_in_with_it(alice: Player) -> None:
    browser = Client()
    assert sign_in(browser)
    with_app(browser)
    other = Client()
    assert not sign_in(other)
    other.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert not is_in(other)
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()
    other.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert is_in(other)
    again = Client()
    sign_in(again)
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert not is_in(again)  # each once


def test_whoever_knows_the_password_cannot_try_codes_without_end(
    alice: Player, caplog: pytest.LogCaptureFixture
) -> None:
    sign_in(browser := Client())
    with_app(browser)
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()
    for number in range(10):
        sign_in(thief := Client(REMOTE_ADDR=f"192.0.2.{number}"))
        thief.post(reverse("mfa_authenticate"), {"code": f"00000{number}"})
    assert f"wrong code for player {alice.pk}, from 192.0.2.9" in caplog.text
    sign_in(thief := Client(REMOTE_ADDR="192.0.2.99"))
    assert "Too many failed login attempts" in thief.post(reverse("mfa_authenticate"), {"code": codes[0]}).text
    assert not is_in(thief)
    assert is_in(browser)


def test_a_right_code_forgets_the_wrong_ones(alice: Player) -> None:
    sign_in(browser := Client())
    with_app(browser)
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()
    for code in codes[:2]:
        sign_in(other := Client())
        for number in range(9):
            other.post(reverse("mfa_authenticate"), {"code": f"00000{number}"})
        other.post(reverse("mfa_authenticate"), {"code": code})
        assert is_in(other)


def test_the_page_for_the_code_says_what_else_helps(alice: Player) -> None:
    browser, other = Client(), Client()
    sign_in(browser)
    with_app(browser)
    sign_in(other)
    page = other.get(reverse("mfa_authenticate")).text
    assert "or one of your recovery codes" in page
    assert "Use a security key" not in page  # she has none


def test_the_secret_is_stored_encrypted(alice: Player) -> None:
    browser = Client()
    sign_in(browser)
    secret = with_app(browser)
    assert secret not in str(Authenticator.objects.get(type=Authenticator.Type.TOTP).data)


def test_after_a_change_of_the_key_its_codes_are_refused(
    alice: Player, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    sign_in(browser := Client())
    secret = with_app(browser)
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()
    settings.SECRET_KEY = "another key"
    sign_in(other := Client())
    for code in (code_for(secret), codes[0]):
        assert other.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200
        assert not is_in(other)
    assert "another SECRET_KEY" in caplog.text


def test_staff_need_a_second_factor_for_the_admin(alice: Player, settings: Settings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    browser = Client()
    sign_in(browser)
    for page in ("admin:index", "admin:accounts_player_changelist"):
        assert browser.get(reverse(page)).headers["Location"] == reverse("mfa_index")
    with_app(browser)
    assert browser.get(reverse("admin:index")).status_code == 200


def test_nobody_reads_secrets_in_the_admin(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(alice)
    assert browser.get("/admin/mfa/authenticator/").status_code == 404


def test_guests_keep_their_account_first(client: Client) -> None:
    client.post(reverse("accounts:guest"))
    assert client.get(reverse("mfa_index")).headers["Location"] == reverse("accounts:keep")


def test_nobody_locks_the_demo_account(client: Client) -> None:
    demo.make_demo_players()
    assert sign_in(client, demo.NAME, demo.PASSWORD)
    for page in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "usersessions_list"):
        assert client.get(reverse(page)).headers["Location"] == reverse("accounts:preferences")


@pytest.mark.parametrize(
    "page", ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn", "usersessions_list"]
)
def test_every_page_opens(page: str, alice: Player) -> None:
    browser = Client()
    sign_in(browser)
    asked = browser.get(reverse("mfa_activate_totp"))
    browser.post(asked.headers["Location"], {"password": RIGHT})
    assert browser.get(reverse(page)).status_code == 200


def test_signing_out_everywhere_else_leaves_only_this_browser(alice: Player) -> None:
    there_is = "There/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36"
    here, there = Client(headers={"user-agent": "Here"}), Client(headers={"user-agent": there_is})
    assert sign_in(here)
    assert sign_in(there)
    page = here.get(reverse("usersessions_list")).text
    assert '<strong title="Here">an unknown browser</strong>' in page
    assert f'<strong title="{there_is}">Chrome on Linux</strong>' in page
    here.post(reverse("usersessions_list"))
    assert not there.get("/").context["user"].is_authenticated
    assert here.get("/").context["user"].is_authenticated
    assert UserSession.objects.count() == 1

"""Tests who may sign in, how many attempts they have, and which messages they get."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import demo
from accounts.models import Player

ROOT = Path(__file__).resolve().parents[2]
RIGHT = "Alice-likes-bones"
NEW = "seven-quiet-bones"


def sign_in(browser: Client, name: str = "Alice", password: str = RIGHT) -> bool:
    browser.post(reverse("account_login"), {"login": name, "password": password})
    return "_auth_user_id" in browser.session


def sign_out(browser: Client) -> None:
    browser.post(reverse("account_logout"))


@pytest.fixture
def three_wrong(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-passwords": "3/hour"}


def guess(browser: Client, times: int, name: str = "Alice") -> None:
    for number in range(times):
        assert not sign_in(browser, name, f"wrong-{number}")


# How often


@pytest.mark.usefixtures("three_wrong")
def test_wrong_passwords_are_limited_by_address_whatever_the_names(alice: Player, bob: Player) -> None:
    guess(Client(), 2, "Alice")
    guess(Client(), 1, "nobody-here")
    assert not sign_in(Client())


@pytest.mark.usefixtures("three_wrong")
def test_nobody_is_locked_out_by_someone_who_knows_their_name(alice: Player) -> None:
    guess(Client(REMOTE_ADDR="192.0.2.66"), 50)
    assert sign_in(Client())


@pytest.mark.usefixtures("three_wrong")
def test_a_known_device_gets_in_even_if_the_limit_of_its_address_is_used_up(alice: Player, bob: Player) -> None:
    known = Client()
    assert sign_in(known)
    sign_out(known)
    guess(Client(), 4)
    assert sign_in(known)
    sign_out(known)
    assert not sign_in(known, "Bob", "Bob-likes-bones")  # who is not known on it


@pytest.mark.usefixtures("three_wrong")
def test_wrong_passwords_are_limited_by_known_device(alice: Player) -> None:
    known = Client()
    assert sign_in(known)
    sign_out(known)
    guess(known, 3)
    assert not sign_in(known)


@pytest.mark.usefixtures("three_wrong")
def test_a_forged_device_is_not_known(alice: Player) -> None:
    forger = Client()
    forger.cookies["device"] = "eyIxIjoiYSJ9:1:made-up"
    guess(forger, 3)
    assert not sign_in(forger)


@pytest.mark.usefixtures("three_wrong")
def test_the_admin_has_no_sign_in_page_of_its_own(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    browser = Client()
    asked = browser.post("/admin/login/", {"username": "Alice", "password": RIGHT})
    assert asked.headers["Location"].startswith(reverse("account_login"))
    assert "_auth_user_id" not in browser.session


def test_a_wrong_password_is_logged_without_what_was_typed(alice: Player, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        sign_in(Client(REMOTE_ADDR="192.0.2.7"), "Alice", "not-the-right-one")
        sign_in(Client(), "my-secret-password", "x")
    assert f"wrong password for player {alice.pk}, from 192.0.2.7" in caplog.text
    assert "an unknown name" in caplog.text
    assert "not-the-right-one" not in caplog.text
    assert "my-secret-password" not in caplog.text


# Passwords


@pytest.mark.parametrize("weak", ["short-bones", "password1234", "123456789012", "qwertyuiop123", "Dora-Dora-Dora"])
def test_passwords_that_attackers_try_first_are_refused(weak: str, db: None) -> None:
    answer = Client().post(reverse("account_signup"), {"username": "Dora", "password1": weak})
    assert "password1" in answer.context["form"].errors
    assert not Player.objects.exists()


# Addresses


def test_nobody_learns_at_signing_up_which_addresses_are_known(alice: Player) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=True)
    answers = [
        Client().post(reverse("account_signup"), {"username": name, "email": email, "password1": NEW})
        for name, email in [("Dora", "alice@example.org"), ("Emma", "emma@example.org")]
    ]
    assert [(one.status_code, one.headers["Location"]) for one in answers] == [(302, "/"), (302, "/")]
    assert len(mail.outbox) == 2


def test_nobody_learns_from_a_forgotten_password_which_addresses_are_known(alice: Player) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=True)
    answers = [
        Client().post(reverse("account_reset_password"), {"email": email}, follow=True)
        for email in ("alice@example.org", "nobody@example.org")
    ]
    assert answers[0].redirect_chain == answers[1].redirect_chain
    assert len(mail.outbox) == 2


def test_an_address_is_changed_with_the_password_and_the_old_one_is_told(alice: Player) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=True)
    old = EmailAddress.objects.get(user=alice)
    browser = Client()
    browser.force_login(alice)
    wish = {"email": "new@example.org", "action_add": ""}
    asked = browser.post(reverse("account_email"), wish)
    assert asked.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert list(EmailAddress.objects.all()) == [old]
    browser.post(asked.headers["Location"], {"password": RIGHT})
    browser.post(reverse("account_email"), wish)
    (letter,) = mail.outbox
    link = next(word for word in str(letter.body).split() if word.startswith("http://testserver/"))
    browser.post(link.removeprefix("http://testserver"))
    notice = mail.outbox[-1]
    assert notice.to == ["alice@example.org"]
    assert "new@example.org" in notice.body
    assert "If it was not, set a new password at once" in notice.body


def test_a_new_password_is_told_by_letter(alice: Player) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=True)
    browser = Client()
    browser.force_login(alice)
    form = {"oldpassword": RIGHT, "password1": NEW, "password2": NEW}
    browser.post(reverse("account_change_password"), form)
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "The password of your account has been changed." in mail.outbox[-1].body


# The site's own


def test_an_administrator_may_be_called_admin(db: None) -> None:
    os.environ["DJANGO_SUPERUSER_PASSWORD"] = NEW
    try:
        call_command("createsuperuser", username="admin", email="", interactive=False, stdout=StringIO())
    finally:
        del os.environ["DJANGO_SUPERUSER_PASSWORD"]
    assert Player.objects.get(username="admin").is_superuser


def test_without_the_demo_its_password_opens_nothing(settings: Settings, db: None) -> None:
    demo.make_demo_players()
    browser = Client()
    assert sign_in(browser, demo.NAME, demo.PASSWORD)
    settings.DEMO = False
    assert not sign_in(Client(), demo.NAME, demo.PASSWORD)
    call_command("migrate", verbosity=0)
    assert not Player.objects.get(username=demo.NAME).has_usable_password()
    assert not browser.get("/").context["user"].is_authenticated


def test_django_finds_nothing_to_warn_of_when_the_site_is_public(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "HTTPS": "1",
        "DEMO": "0",
        "ALLOWED_HOSTS": "dominoes.example",
        "SITE_URL": "https://dominoes.example",
        "TILE_KEYS": "0123456789abcdef" * 2,
        "EMAIL_URL": "smtp+tls://user:password@mail.example:587",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert not any(path.stat().st_mode & 0o077 for path in tmp_path.iterdir())

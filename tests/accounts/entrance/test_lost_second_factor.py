"""`manage.py remove_second_factor`: for players who have lost the device and the recovery codes."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player
from action_log.models import LogLine
from action_log.services import describe
from tests.accounts.test_entrance import sign_in
from tests.accounts.test_second_factor import with_app

pytestmark = pytest.mark.django_db


def removal(*words: str) -> str:
    out = StringIO()
    call_command("remove_second_factor", *words, stdout=out)
    return out.getvalue()


def test_the_operator_removes_a_lost_second_factor(
    alice: Player, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    Player.objects.filter(pk=alice.pk).update(email="alice@example.org", is_staff=True, language="de")
    sign_in(browser := Client())
    with_app(browser)
    mailoutbox.clear()
    said = removal("alice", "--remove")
    assert "Alice no longer has recovery codes, an authenticator app" in said
    assert "takes effect again with a new second factor" in said
    assert not Authenticator.objects.exists()
    assert not UserSession.objects.filter(user=alice).exists()
    assert browser.get(reverse("accounts:preferences")).status_code == 302
    assert sign_in(Client())  # the password is enough
    assert [describe(line) for line in LogLine.objects.filter(whom=alice)] == [
        "The operator of the site removed the second factor of Alice."
    ]
    (letter,) = mailoutbox
    assert letter.to == ["alice@example.org"]
    assert "Zweiter Faktor" in letter.subject or "zweiter Faktor" in letter.subject
    assert reverse("mfa_index") in letter.body


def test_the_operator_has_to_confirm_and_learns_what_is_wrong(
    alice: Player, bob: Player, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    sign_in(browser := Client())
    with_app(browser)
    for words, sentence in [
        (["Nobody"], "There is no player called Nobody."),
        (["Bob"], "Bob has no second factor."),
        (["Alice"], "Afterwards the password is enough: confirm with --remove."),
    ]:
        with pytest.raises(CommandError, match=sentence):
            removal(*words)
    assert Authenticator.objects.filter(user=alice).exists()
    Player.objects.filter(pk=alice.pk).update(email="")
    assert "no e-mail address: tell the player yourself" in removal("Alice", "--remove")

    sign_in(browser)
    with_app(browser)
    Player.objects.filter(pk=alice.pk).update(email="alice@example.org")
    settings.EMAIL_BACKEND = "no.such.Backend"
    with pytest.raises(CommandError, match="was refused"):
        removal("Alice", "--remove")
    assert not Authenticator.objects.exists()

"""Sessions in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.entrance.sessions import SessionStore
from accounts.models import Player

pytestmark = pytest.mark.django_db


def stored() -> str:
    session = SessionStore()
    session["seen"] = "lobby"
    session.save()
    return str(session.session_key)


def test_a_session_is_read_until_it_expires() -> None:
    key = stored()
    assert SessionStore(key)["seen"] == "lobby"
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    over = SessionStore(key)
    assert over.get("seen") is None
    assert over.session_key is None


def test_a_missing_session_is_empty_and_gets_a_new_key() -> None:
    unknown = SessionStore("a" * 32)
    assert unknown.get("seen") is None
    assert unknown.session_key is None


def test_sessions_are_those_of_django() -> None:
    assert db.SessionStore(stored())["seen"] == "lobby"
    theirs = db.SessionStore()
    theirs["seen"] = "table"
    theirs.save()
    assert SessionStore(theirs.session_key)["seen"] == "table"


def expires_within(age: timedelta) -> bool:
    rest = Session.objects.get().expire_date - timezone.now()
    return age - timedelta(minutes=1) < rest <= age


def test_a_session_of_nobody_is_kept_for_a_day(client: Client) -> None:
    answer = client.get(reverse("mfa_login_webauthn"), headers={"x-requested-with": "XMLHttpRequest"})
    assert expires_within(timedelta(days=1))
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 24 * 3600


def test_a_session_of_a_player_or_guest_is_kept_long(client: Client, alice: Player) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"x-requested-with": "XMLHttpRequest"})
    client.force_login(alice, backend=settings.AUTHENTICATION_BACKENDS[0])
    assert expires_within(timedelta(seconds=settings.SESSION_COOKIE_AGE))

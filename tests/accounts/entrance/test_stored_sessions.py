"""Sessions in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.entrance.sessions import SessionStore

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

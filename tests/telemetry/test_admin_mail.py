"""Letters about errors to the site's administrators."""

from __future__ import annotations

import logging

import pytest
from django.core import mail
from pytest_django import Settings

from telemetry.admin_mail import AdminMail


@pytest.fixture
def admins(settings: Settings) -> None:
    settings.ADMINS = [("Ada", "ada@dominoes.example")]


def error(text: str, handler: AdminMail) -> None:
    handler.handle(logging.LogRecord("games", logging.ERROR, __file__, 1, text, (), None))


@pytest.mark.usefixtures("admins")
def test_an_error_is_mailed_once_and_without_tiles() -> None:
    handler = AdminMail()
    for number in range(5):
        error(f"broken {number}: no place for 9-5", handler)
    handler.wait()
    [letter] = mail.outbox
    assert letter.to == ["ada@dominoes.example"]
    assert "broken 0" in letter.body
    assert "9-5" not in letter.body


@pytest.mark.usefixtures("admins")
def test_the_next_letter_counts_what_was_left_out() -> None:
    handler = AdminMail()
    for number in range(3):
        error(f"broken {number}", handler)
    handler._sent_at = float("-inf")
    error("broken again", handler)
    handler.wait()
    assert "since the last letter: 2" in mail.outbox[-1].body


def test_without_admins_there_are_no_letters() -> None:
    handler = AdminMail()
    error("broken", handler)
    handler.wait()
    assert mail.outbox == []


@pytest.mark.usefixtures("admins")
def test_a_mail_server_that_is_down_breaks_nothing(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    handler = AdminMail()
    error("broken", handler)
    handler.wait()

"""Letters: pending notices are combined, sent once, retried, and never lost silently."""

from __future__ import annotations

import logging
import re
import time
from datetime import datetime, timedelta
from email.message import Message
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone
from pytest_django import Settings

from accounts import services
from accounts.models import Mail, Notice, Player
from accounts.notices import Kind, letters
from accounts.tasks import mail_notices, sweep_letters
from tests.accounts.telling import states, tell, with_confirmed_address
from tests.at_once import at_once

MINUTE = timedelta(minutes=1)


def send_all(now: datetime, *, connection: Any = None) -> None:
    for letter in letters.claimed_letters(now=now):
        letters.send(letter, connection=connection or get_connection(), now=now)


def name_of(letter: EmailMessage) -> str:
    return str(letter.extra_headers["Message-ID"])


class NobodyAnswers:
    """A mail server that is down."""

    def __init__(self) -> None:
        self.calls = 0

    def open(self) -> None:
        self.calls += 1
        raise ConnectionRefusedError("nobody answers")

    def close(self) -> None: ...


class AcceptsAndBreaks:
    """A mail server that accepts a letter and fails before confirming it."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []

    def open(self) -> None: ...

    def send_messages(self, messages: list[EmailMessage]) -> int:
        self.taken += messages
        raise SMTPException("the line broke")


# --- Once ---


def test_a_letter_is_sent_once_however_often_the_task_runs(alice: Player, party: Kind) -> None:
    tell(party, alice)
    mail_notices()
    mail_notices()
    (letter,) = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert states() == {Mail.SENT}


def test_the_sweep_queues_letters_only_if_some_are_due(
    alice: Player, party: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(mail_notices, "apply_async", lambda **options: asked.append("letters"))
    sweep_letters()
    assert asked == []
    tell(party, alice)
    sweep_letters()
    assert asked == ["letters"]
    mail_notices()
    sweep_letters()
    assert asked == ["letters"]


def test_a_repeated_notice_is_not_sent_again(alice: Player, party: Kind) -> None:
    tell(party, alice)
    mail_notices()
    tell(party, alice)
    mail_notices()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_the_same_time_send_every_letter_once(party: Kind) -> None:
    people = Player.objects.bulk_create(Player(username=f"P{i}x", email=f"p{i}@example.org") for i in range(30))
    with_confirmed_address(*people)
    tell(party, *people)
    sent: list[str] = []

    def work() -> None:
        for letter in letters.claimed_letters(now=timezone.now()):
            sent.append(letter.player.email)  # noqa: PERF401  # claimed one by one, while the other claims as well

    assert at_once(work, work) == ["done", "done"]
    assert sorted(sent) == sorted(player.email for player in people)


def test_while_one_worker_sends_letters_the_others_are_free_for_the_bots(alice: Player, party: Kind) -> None:
    tell(party, alice)
    cache.set("mailing", 1)
    mail_notices()
    assert mail.outbox == []
    cache.delete("mailing")
    mail_notices()
    assert len(mail.outbox) == 1


# --- When something dies ---


def test_a_worker_that_was_killed_before_it_sent_is_followed_by_another(alice: Player, party: Kind) -> None:
    tell(party, alice)
    now = timezone.now()
    killed = next(letters.claimed_letters(now=now))
    send_all(now + 9 * MINUTE)
    assert mail.outbox == []
    send_all(now + 11 * MINUTE)
    (letter,) = mail.outbox
    assert str(killed.id) in letter.extra_headers["Message-ID"]
    assert states() == {Mail.SENT}


def test_only_one_takes_up_the_letter_of_a_worker_that_was_killed(alice: Player, party: Kind) -> None:
    tell(party, alice)
    now = timezone.now()
    next(letters.claimed_letters(now=now))
    next(letters.claimed_letters(now=now + 11 * MINUTE))
    assert list(letters.claimed_letters(now=now + 11 * MINUTE)) == []


def test_a_letter_accepted_without_confirmation_is_sent_again_unchanged(
    alice: Player, party: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(party, alice)
    now, server = timezone.now(), AcceptsAndBreaks()
    send_all(now, connection=server)
    tell(party, alice, key="2")  # comes in a letter of its own
    later = time.time() + 120
    monkeypatch.setattr(time, "time", lambda: later)
    send_all(now + 2 * MINUTE)
    (taken,) = server.taken
    again, another = sorted(mail.outbox, key=lambda letter: name_of(letter) != name_of(taken))
    assert (again.subject, again.body, again.extra_headers) == (taken.subject, taken.body, taken.extra_headers)
    assert name_of(another) != name_of(taken)


def test_a_late_failure_does_not_take_the_letter_from_its_new_sender(alice: Player, party: Kind) -> None:
    tell(party, alice)
    now = timezone.now()
    slow = next(letters.claimed_letters(now=now))
    next(letters.claimed_letters(now=now + 11 * MINUTE))
    letters.send(slow, connection=NobodyAnswers(), now=now + 11 * MINUTE)  # type: ignore[arg-type]
    assert list(letters.claimed_letters(now=now + 13 * MINUTE)) == []


# --- When the mail server refuses ---


def test_a_letter_is_tried_again_with_growing_pauses_and_then_kept_as_failed(
    alice: Player, party: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    tell(party, alice)
    server = NobodyAnswers()
    now = timezone.now()
    for pause in [timedelta(0), *letters.PAUSES]:
        send_all(now + pause - timedelta(seconds=1), connection=server)
        now += pause
        send_all(now, connection=server)
    assert server.calls == 1 + len(letters.PAUSES)
    assert states() == {Mail.FAILED}
    assert [record.levelno for record in caplog.records if "given up" in record.message] == [logging.ERROR]
    send_all(now + timedelta(days=2), connection=server)
    assert server.calls == 1 + len(letters.PAUSES)


def test_a_letter_that_kills_every_worker_is_given_up(alice: Player, party: Kind) -> None:
    tell(party, alice)
    now = timezone.now()
    while Notice.objects.mail_due(now).exists():
        next(letters.claimed_letters(now=now), None)
        now += 11 * MINUTE
    assert states() == {Mail.FAILED}


def test_an_unreachable_server_is_not_tried_for_every_letter(
    alice: Player, bob: Player, charlie: Player, party: Kind, settings: Settings
) -> None:
    dora, emil = (Player.objects.create_user(username=name, email=f"{name}@example.org") for name in ["Dora", "Emil"])
    with_confirmed_address(dora, emil)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    tell(party, alice, bob, charlie, dora, emil)
    mail_notices()
    assert Notice.objects.filter(mail_tries=1).count() == 3
    assert Notice.objects.filter(mail_tries=0).count() == 2
    assert states() == {Mail.WAITING}


# --- What is in it ---


def test_waiting_notices_are_combined_in_one_letter(alice: Player, party: Kind, mailed: Kind) -> None:
    tell(party, alice)
    tell(mailed, alice)
    mail_notices()
    (letter,) = mail.outbox
    assert letter.subject == "Boneyard: Charlie gives a party: 27 November 2026, 19:00 UTC (and one more)"
    assert "Charlie nudges you" in letter.body


def test_the_notices_in_a_letter_are_limited(alice: Player, party: Kind) -> None:
    for number in range(45):
        tell(party, alice, key=str(number))
    mail_notices()
    assert [str(letter.body).count("gives a party") for letter in mail.outbox] == [20, 20, 5]


def test_a_letter_waits_a_moment_for_further_notices(alice: Player, party: Kind, settings: Settings) -> None:
    settings.NOTICE_MAIL_PAUSE = 3.0
    tell(party, alice)
    mail_notices()
    assert mail.outbox == []


def test_everyone_reads_their_own_language_and_time(alice: Player, bob: Player, party: Kind) -> None:
    services.set_preferences(player=alice, language="de", time_zone="Europe/Berlin")
    services.set_preferences(player=bob, language="it", time_zone="America/New_York")
    tell(party, alice, bob)
    mail_notices()
    bodies = {letter.to[0]: str(letter.body) for letter in mail.outbox}
    assert "27. November 2026, 20:00" in bodies["alice@example.org"]
    assert "27 novembre 2026, 14:00" in bodies["bob@example.org"]


def test_no_name_breaks_the_subject(alice: Player, mailed: Kind) -> None:
    tell(mailed, alice, host="Eve\nBcc: everyone@example.org")
    mail_notices()
    (letter,) = mail.outbox
    assert letter.subject == "Boneyard: Eve Bcc: everyone@example.org nudges you"
    assert letter.recipients() == ["alice@example.org"]


def test_a_letter_has_headers_for_mail_programs(alice: Player, party: Kind) -> None:
    tell(party, alice)
    mail_notices()
    message: Message = mail.outbox[0].message()
    assert re.fullmatch(r"<[0-9a-f-]{36}@localhost>", message["Message-ID"])
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"

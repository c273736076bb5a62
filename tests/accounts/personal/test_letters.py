"""Letters about deletions: none is lost, whatever process dies, and none is kept longer than it must."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import DeletionLetter, Player
from accounts.personal import deletion, letters
from accounts.tasks import mail_notices, sweep_letters

pytestmark = pytest.mark.django_db

NOW = timezone.now()
GRACE = timedelta(days=14)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


class Refusing(BaseEmailBackend):
    def open(self) -> None:
        raise ConnectionRefusedError("nobody answers")


def send_all(later: timedelta, connection: BaseEmailBackend | None = None) -> None:
    for letter in letters.claimed_letters(now=NOW + later):
        letters.send(letter, connection=connection or get_connection(), now=NOW + later)


def subjects() -> list[str]:
    return [letter.subject.removeprefix("Boneyard: ") for letter in mail.outbox]


@pytest.fixture
def asked(alice: Player) -> Player:
    deletion.ask(player=alice, now=NOW)
    return alice


def test_the_last_letter_is_sent_even_if_the_process_dies_after_closing_the_account(
    asked: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(player: Player, now: object) -> None:
        raise KeyboardInterrupt

    send_all(MINUTE)
    with monkeypatch.context() as broken:
        broken.setattr(deletion, "delete_for_good", die)
        with pytest.raises(KeyboardInterrupt):
            deletion.carry_out_due(now=NOW + GRACE, most=1)
    assert not Player.objects.get(pk=asked.pk).is_active
    assert deletion.carry_out_due(now=NOW + GRACE + HOUR, most=1) == 1
    send_all(GRACE + 2 * HOUR)
    assert subjects() == ["Your account will be deleted", "Your account is deleted"]
    assert not Player.objects.filter(pk=asked.pk).exists()


def test_a_letter_whose_worker_died_is_sent_again_under_the_same_message_id(asked: Player) -> None:
    killed = next(letters.claimed_letters(now=NOW))
    send_all(9 * MINUTE)
    assert mail.outbox == []
    send_all(11 * MINUTE)
    [sent] = mail.outbox
    assert str(killed.pk) in sent.extra_headers["Message-ID"]
    assert not DeletionLetter.objects.exists()


def test_a_letter_is_claimed_by_one_worker(asked: Player) -> None:
    assert len(list(letters.claimed_letters(now=NOW))) == 1
    assert list(letters.claimed_letters(now=NOW)) == []


def test_a_mail_server_that_is_down_for_two_days_delays_the_letter_and_not_the_deletion(asked: Player) -> None:
    send_all(MINUTE)
    assert deletion.carry_out_due(now=NOW + GRACE, most=1) == 1
    assert not Player.objects.filter(pk=asked.pk).exists()
    for hour in range(48):
        send_all(GRACE + hour * HOUR, Refusing())
    send_all(GRACE + 72 * HOUR)
    assert subjects()[-1] == "Your account is deleted"
    assert mail.outbox[-1].to == ["alice@example.org"]


def test_a_letter_that_is_always_refused_is_deleted_with_the_address(asked: Player) -> None:
    for hour in range(24 * 6):
        send_all(hour * HOUR, Refusing())
    assert not DeletionLetter.objects.exists()


def test_no_letter_is_sent_after_the_deletion_is_cancelled(asked: Player) -> None:
    deletion.cancel(player=asked)
    send_all(MINUTE)
    assert mail.outbox == []


def test_the_letter_is_in_the_players_language(alice: Player) -> None:
    alice.language = "de"
    alice.save()
    deletion.ask(player=alice, now=NOW)
    send_all(MINUTE)
    assert "Hallo Alice" in mail.outbox[0].body


def test_the_sweep_queues_letters_that_are_due(asked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[bool] = []
    monkeypatch.setattr(mail_notices, "apply_async", lambda retry: requests.append(retry))
    sweep_letters()
    assert requests == [False]
    mail_notices()
    assert subjects() == ["Your account will be deleted"]
    sweep_letters()
    assert len(requests) == 1

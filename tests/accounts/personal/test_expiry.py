"""How long data is kept: a test for each kind, and that a failing rule does not stop the others."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import KeptHash, Lapse, Player
from accounts.personal import deletion, expiry
from accounts.personal.expiry import RULES, Rule
from accounts.tasks import expire
from chat.models import ChatLine
from games.models import Chain, Seat, Table
from tests.accounts.personal.test_export import signed_in
from tests.games.people import play_to_the_end, seated_table

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def applied(slug: str) -> int:
    """Apply a rule twice, and check that nothing is left to do the second time."""
    count = expiry.apply(RULES[slug], NOW)
    assert expiry.apply(RULES[slug], NOW) == 0
    return count


def test_expired_sessions_are_deleted_with_the_records_of_their_browsers(alice: Player, bob: Player) -> None:
    signed_in(alice)
    stays = signed_in(bob)
    ended = UserSession.objects.get(user=alice).session_key
    Session.objects.filter(session_key=ended).update(expire_date=ago(1))
    assert applied("sessions") == 2
    assert UserSession.objects.get().user == bob
    assert stays.get("/preferences/").status_code == 200


def test_guests_who_have_not_played_expire_after_their_last_visit(bob: Player) -> None:
    for _ in range(3):
        Client().post("/guest/")
    lately, played, quiet = Player.objects.filter(is_guest=True).order_by("pk")
    Player.objects.filter(pk__in=[played.pk, quiet.pk]).update(last_login=ago(31))
    seated_table([played, bob])
    assert applied("guests") == 1
    assert set(Player.objects.all()) == {lately, played, bob}


def test_a_guest_who_cannot_be_deleted_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _guest in range(2):
        Client().post("/guest/")
    first, _second = Player.objects.filter(is_guest=True).order_by("pk")

    def refuse(player: Player, neutral: str) -> None:
        if player == first:
            raise RuntimeError("something is wrong with the first")

    monkeypatch.setattr(deletion, "ERASING", [refuse])
    Player.objects.update(last_login=ago(400))
    assert applied("guests") == 1
    assert list(Player.objects.filter(is_guest=True)) == [first]
    assert f"guest {first.pk} could not be deleted" in caplog.text


def test_a_guest_who_comes_back_stays_and_stays_signed_in() -> None:
    browser = Client()
    browser.post("/guest/")
    Player.objects.update(last_login=ago(29))
    Session.objects.update(expire_date=NOW + timedelta(days=1))
    assert browser.get("/preferences/").status_code == 200
    assert Session.objects.get().expire_date > NOW + timedelta(days=100)
    with CaptureQueriesContext(connection) as captured:
        browser.get("/preferences/")
    assert not any("UPDATE" in query["sql"] for query in captured)
    assert expiry.apply(RULES["guests"], NOW + timedelta(days=10)) == 0


def test_tables_closed_without_a_result_expire_with_their_chat(alice: Player, bob: Player) -> None:
    closed, fresh, over = (seated_table([alice, bob], game="two-step", options={"target": 1}) for _ in range(3))
    play_to_the_end(over.pk, random.Random(1))
    Table.objects.filter(pk__in=[closed.pk, fresh.pk]).update(status="closed", due_at=None, finished_at=ago(91))
    Table.objects.filter(pk=fresh.pk).update(finished_at=ago(89))
    Table.objects.filter(pk=over.pk).update(finished_at=ago(1000))
    ChatLine.objects.create(room=f"table:{closed.pk}", author=alice, text="Hello", said_at=NOW)
    assert applied("closed-tables") == 1
    assert set(Table.objects.values_list("pk", flat=True)) == {fresh.pk, over.pk}
    assert Chain.objects.count() == 2
    assert not ChatLine.objects.exists()


def test_marks_of_internet_connections_expire_after_the_match(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    Seat.objects.update(connection="0123456789abcdef")
    assert applied("connections") == 0
    Table.objects.filter(pk=table.pk).update(finished_at=ago(31))
    assert applied("connections") == 2
    assert set(Seat.objects.values_list("connection", flat=True)) == {""}


def test_chat_lines_expire_after_a_year(alice: Player) -> None:
    for days in (364, 366):
        ChatLine.objects.create(room="club:1", author=alice, text=str(days), said_at=ago(days))
    assert applied("chat") == 1
    assert ChatLine.objects.get().text == "364"


def test_lapses_expire(alice: Player) -> None:
    for days in (89, 91):
        Lapse.objects.create(player=alice, cause="left", about=str(days), at=ago(days))
    assert applied("lapses") == 1
    assert Lapse.objects.get().about == "89"


@pytest.mark.parametrize(("kind", "slug"), [(KeptHash.Kind.NAME, "names"), (KeptHash.Kind.MAILBOX, "mailboxes")])
def test_kept_hashes_expire_at_their_end(kind: str, slug: str) -> None:
    KeptHash.objects.keep(kind, "alice@example.org", ago(1))
    KeptHash.objects.keep(kind, "bob@example.org", NOW + timedelta(days=1))
    assert applied(slug) == 1
    assert KeptHash.objects.of(kind, "bob@example.org").exists()


def test_rows_are_deleted_in_batches_until_the_time_is_up(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "AT_ONCE", 2)
    for number in range(5):
        ChatLine.objects.create(room="club:1", author=alice, text=str(number), said_at=ago(400))
    rule = RULES["chat"]
    assert [rule.forget(ago(365)) for _ in range(4)] == [2, 2, 1, 0]


def test_a_failing_rule_does_not_stop_the_others(
    alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(before: datetime) -> int:
        raise ValueError

    monkeypatch.setattr(expiry, "RULES", {"broken": Rule("chat", "broken", fail), **RULES})
    ChatLine.objects.create(room="club:1", author=alice, text="Hello", said_at=ago(400))
    expiry.apply_all(now=NOW)
    assert not ChatLine.objects.exists()
    assert "could not be applied" in caplog.text


def test_the_task_runs_once_a_day(alice: Player) -> None:
    expire()
    ChatLine.objects.create(room="club:1", author=alice, text="Hello", said_at=ago(400))
    expire()
    assert ChatLine.objects.exists()


def test_an_interrupted_run_is_repeated(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(**_asked: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("accounts.tasks.deletion.carry_out_due", die)
        with pytest.raises(KeyboardInterrupt):
            expire()
    ChatLine.objects.create(room="club:1", author=alice, text="Hello", said_at=ago(400))
    expire()
    assert not ChatLine.objects.exists()

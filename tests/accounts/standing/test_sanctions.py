"""What sanctions forbid, for how long, and what the players are told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import Notice, Player, Sanction
from accounts.standing import Right, check_may, impose, lift, note_read, tell_lifted
from common.errors import UserError
from tests.clubs.people import browser_of, refused

pytestmark = pytest.mark.django_db

Kind = Sanction.Kind
HOUR = timedelta(hours=1)

FORBIDDEN = {
    Kind.WARNING: set(Right) - {Right.PLAY},
    Kind.MUTED: {Right.SPEAK, Right.FOUND, Right.INVITE, Right.NAME, Right.UPLOAD},
    Kind.NO_PUBLIC_TABLES: {Right.SIT_IN_PUBLIC},
    Kind.NO_PLAY: {Right.SIT, Right.SIT_IN_PUBLIC, Right.PLAY, Right.ENTER},
    Kind.NO_TOURNAMENTS: {Right.ENTER},
    Kind.CLOSED: set(Right),
    Kind.MESSAGE: set(Right) - {Right.PLAY},
    Kind.SHADOWED: set(),
}


def sanction(player: Player, kind: str = Kind.MUTED, **columns: datetime | None) -> Sanction:
    return impose(player=player, kind=kind, reason="Insults", now=timezone.now(), **columns)  # type: ignore[arg-type]


def may(player: Player, right: Right) -> bool:
    try:
        check_may(player, right)
    except UserError:
        return False
    return True


def told(player: Player, right: Right = Right.SPEAK) -> str:
    with pytest.raises(UserError) as refusal:
        check_may(player, right)
    return str(refusal.value)


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_forbids_its_own_rights_to_its_own_player(kind: Kind, alice: Player, bob: Player) -> None:
    sanction(alice, kind)
    assert {right for right in Right if not may(alice, right)} == FORBIDDEN[kind]
    assert all(may(bob, right) for right in Right)


def test_a_sanction_ends_by_itself(alice: Player) -> None:
    now = timezone.now()
    impose(player=alice, kind=Kind.MUTED, reason="Insults", now=now - 2 * HOUR, until=now - HOUR)
    assert may(alice, Right.SPEAK)


def test_the_refusal_names_the_longest_of_several_sanctions(alice: Player) -> None:
    sanction(alice, until=timezone.now() + HOUR)
    sanction(alice, until=None)
    assert "It has no end date." in told(alice)


def test_pages_stop_pointing_at_a_restriction_once_the_last_one_is_lifted(alice: Player) -> None:
    rows = [sanction(alice), sanction(alice, Kind.NO_PLAY)]
    for row, is_pointed_at in zip(rows, (True, False), strict=True):
        lift(sanction_id=row.pk, now=timezone.now())
        alice.refresh_from_db()
        assert alice.is_sanctioned == is_pointed_at


def test_a_lifted_sanction_forbids_nothing_and_the_player_is_notified(alice: Player, bob: Player) -> None:
    row = sanction(alice)
    for _time in range(2):
        lift(sanction_id=row.pk, by=bob, now=timezone.now())
        tell_lifted(row)
    assert may(alice, Right.SPEAK)
    row.refresh_from_db()
    assert row.lifted_by == bob
    kinds = Notice.objects.filter(player=alice).values_list("kind", flat=True)
    assert sorted(kinds) == ["sanction-imposed", "sanction-lifted"]


def test_a_warning_restricts_the_player_until_it_has_been_read(alice: Player, bob: Player) -> None:
    row = sanction(alice, Kind.WARNING)
    note_read(player=bob, sanction_id=row.pk, now=timezone.now())
    assert not may(alice, Right.SPEAK)
    note_read(player=alice, sanction_id=row.pk, now=timezone.now())
    assert may(alice, Right.SPEAK)


def test_the_player_is_told_reason_end_and_what_to_do(alice: Player) -> None:
    alice.time_zone = "Europe/Rome"
    alice.save()
    start = timezone.now()
    end = datetime(start.year + 1, 1, 2, 12, 30, tzinfo=UTC)
    impose(player=alice, kind=Kind.MUTED, reason="Insults at table 7", now=start, until=end)
    sentence = told(alice)
    for part in ("Insults at table 7", "2 January", "13:30", "Europe/Rome", "page “Your standing”"):
        assert part in sentence
    assert "/" not in sentence.replace("Europe/Rome", "")


def test_a_refusal_is_put_into_words_when_it_is_shown(alice: Player) -> None:
    sanction(alice)
    with pytest.raises(UserError) as refusal:
        check_may(alice, Right.SPEAK)
    english = str(refusal.value)
    with translation.override("de"):
        assert str(refusal.value) != english


def test_a_sanction_has_a_reason_and_an_end_in_the_future(alice: Player) -> None:
    now = timezone.now()
    with refused("no-reason"):
        impose(player=alice, kind=Kind.MUTED, reason="  ", now=now)
    with refused("past"):
        impose(player=alice, kind=Kind.MUTED, reason="Insults", now=now, until=now)
    with refused("too-long"):
        impose(player=alice, kind=Kind.MUTED, reason="x" * 501, now=now)
    assert not Sanction.objects.exists()


def test_a_check_takes_one_query_however_many_sanctions_there_are(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _time in range(3):
        sanction(alice, Kind.NO_TOURNAMENTS)
        with django_assert_num_queries(1):
            assert may(alice, Right.SPEAK)


# --- Pages ---


def test_the_page_shows_sanctions_in_force_and_marks_a_warning_as_read(alice: Player) -> None:
    browser, row = browser_of(alice), sanction(alice, Kind.WARNING)
    lobby = browser.get("/").content.decode()
    assert f'<a href="{reverse("accounts:standing")}">Your standing</a>' in lobby
    assert "Insults" in browser.get(reverse("accounts:standing")).content.decode()
    browser.post(reverse("accounts:standing-read", args=[row.pk]))
    assert "You have no restrictions" in browser.get(reverse("accounts:standing")).content.decode()
    assert "a warning or a restriction" not in browser.get("/").content.decode()


def test_players_see_only_their_own_sanctions(alice: Player, bob: Player, client: Client) -> None:
    sanction(alice)
    assert "Insults" not in browser_of(bob).get(reverse("accounts:standing")).content.decode()
    assert client.get(reverse("accounts:standing")).status_code == 302


def test_a_muted_player_keeps_the_name(alice: Player) -> None:
    sanction(alice)
    answer = browser_of(alice).post(reverse("accounts:rename"), {"username": "Ayla"})
    assert "You are muted" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.username == "Alice"

"""Notices: each is sent once, in the reader's language, in the way they chose."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django import Settings

from accounts import notices, services
from accounts.models import Mail, Notice, Player
from accounts.notices import Choice, Kind
from accounts.personal import expiry
from tests.accounts.telling import tell


def mails(player: Player) -> list[str]:
    return list(player.notices.values_list("mail", flat=True))


# --- Once ---


def test_the_same_notice_is_sent_once(alice: Player, bob: Player, party: Kind) -> None:
    tell(party, alice)
    tell(party, alice, bob, host="Dora")
    assert notices.sentence(Notice.objects.get(player=alice)).startswith("Charlie")
    assert notices.sentence(Notice.objects.get(player=bob)).startswith("Dora")


def test_another_key_or_kind_is_sent_as_well(alice: Player, party: Kind, nudge: Kind) -> None:
    tell(party, alice)
    tell(party, alice, key="2")
    tell(nudge, alice)
    assert notices.unread(alice) == 3


def test_a_rolled_back_notice_is_not_sent(alice: Player, party: Kind) -> None:
    with transaction.atomic():
        tell(party, alice)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_a_missing_value_is_found_at_once(alice: Player, party: Kind) -> None:
    with pytest.raises(KeyError):
        notices.notify(kind=party, players=[alice.pk], key="1", url="/party/", gaps={})


# --- As they chose ---


def test_a_kind_says_whether_letters_are_sent(alice: Player, party: Kind, nudge: Kind) -> None:
    tell(party, alice)
    assert mails(alice) == [Mail.WAITING]
    tell(nudge, alice)
    assert sorted(mails(alice)) == [Mail.NONE, Mail.WAITING]


def test_alice_wants_a_letter_and_nothing_on_the_site(alice: Player, nudge: Kind) -> None:
    notices.choose(player=alice, choices={nudge.slug: Choice(by_site=False, by_mail=True, by_push=False)})
    tell(nudge, alice)
    assert mails(alice) == [Mail.WAITING]
    assert notices.unread(alice) == 0
    assert not notices.shown_to(alice).exists()


def test_alice_wants_no_notices(alice: Player, party: Kind, nudge: Kind) -> None:
    notices.choose(player=alice, choices={party.slug: Choice(by_site=False, by_mail=False, by_push=False)})
    tell(party, alice)
    assert not Notice.objects.exists()
    tell(nudge, alice)
    assert Notice.objects.count() == 1


def test_players_without_an_address_get_no_letter(party: Kind, db: None) -> None:
    guest = services.create_guest(language="it", theme="dark")
    tell(party, guest)
    assert mails(guest) == [Mail.NONE]


def test_inactive_players_are_not_notified(alice: Player, party: Kind) -> None:
    Player.objects.update(is_active=False)
    tell(party, alice)
    assert not Notice.objects.exists()


# --- In their own words ---


def test_times_are_in_the_readers_time_zone(alice: Player, party: Kind) -> None:
    tell(party, alice)
    notice = Notice.objects.get()
    assert notices.sentence(notice) == "Charlie gives a party: 27 November 2026, 19:00 UTC"
    alice.language, alice.time_zone = "de", "Europe/Berlin"
    with notices.localised_for(alice):
        assert notices.sentence(notice) == "Charlie gives a party: 27. November 2026, 20:00"


def test_notices_are_in_the_readers_language_not_the_causers(alice: Player, party: Kind) -> None:
    with translation.override("it"), timezone.override("Asia/Tokyo"):
        tell(party, alice)
    assert Notice.objects.get().gaps == {"host": "Charlie", "starts_at": {"at": "2026-11-27T19:00:00+00:00"}}


# --- Reading ---


def test_reading_a_notice_leaves_those_of_others(alice: Player, bob: Player, party: Kind) -> None:
    tell(party, alice, bob)
    notices.read(notice=Notice.objects.get(player=alice))
    assert (notices.unread(alice), notices.unread(bob)) == (0, 1)


def test_all_are_read_at_once(alice: Player, bob: Player, party: Kind, nudge: Kind) -> None:
    tell(party, alice, bob)
    tell(nudge, alice)
    notices.read_all(player=alice)
    assert (notices.unread(alice), notices.unread(bob)) == (0, 1)


def test_a_kind_whose_app_is_gone_is_not_shown(alice: Player, party: Kind) -> None:
    tell(party, alice)
    Notice.objects.update(kind="gone")
    assert notices.unread(alice) == 0


# --- Many ---


def queries_of_telling(kind: Kind, number: int) -> int:
    made = Player.objects.bulk_create(Player(username=f"P{number}x{i}", email=f"p{i}@x.org") for i in range(number))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        tell(kind, *made, key=str(number))
    return len([query for query in queries if "SAVEPOINT" not in query["sql"]])


def test_many_are_notified_with_as_many_queries_as_few(party: Kind, db: None) -> None:
    """SQLite limits the values of an INSERT, so 200 notices take three."""
    inserts = 1 if connection.vendor == "postgresql" else 3
    assert queries_of_telling(party, 2) == 5
    assert queries_of_telling(party, 200) == 4 + inserts


# --- Old ones ---

NOW = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
A_DAY = timedelta(days=1)


def told(kind: Kind, player: Player, key: str, *, days_ago: int, read_days_ago: int | None = None) -> None:
    tell(kind, player, key=key)
    read_at = None if read_days_ago is None else NOW - read_days_ago * A_DAY
    Notice.objects.filter(key=key).update(created_at=NOW - days_ago * A_DAY, read_at=read_at)


def prune(now: datetime) -> int:
    """Apply the rules for notices; return how many were deleted."""
    return sum(expiry.apply(expiry.RULES[slug], now) for slug in ("read-notices", "notices"))


def keys() -> set[str]:
    return set(Notice.objects.values_list("key", flat=True))


def test_read_notices_expire_after_three_months_and_others_after_a_year(alice: Player, nudge: Kind) -> None:
    told(nudge, alice, "read long ago", days_ago=100, read_days_ago=90)
    told(nudge, alice, "read lately", days_ago=364, read_days_ago=89)
    told(nudge, alice, "read lately, of last year", days_ago=365, read_days_ago=1)
    told(nudge, alice, "not read", days_ago=364)
    told(nudge, alice, "never read", days_ago=365)
    assert prune(NOW) == 3
    assert keys() == {"read lately", "not read"}
    assert prune(NOW) == 0


def test_how_long_they_are_kept_is_a_setting(alice: Player, nudge: Kind, settings: Settings) -> None:
    settings.KEEP_DAYS = {**settings.KEEP_DAYS, "read-notices": 2, "notices": 7}
    told(nudge, alice, "read", days_ago=3, read_days_ago=2)
    told(nudge, alice, "unread", days_ago=6)
    told(nudge, alice, "old", days_ago=7)
    prune(NOW)
    assert keys() == {"unread"}


def test_a_letter_that_still_waits_is_sent_first(alice: Player, party: Kind) -> None:
    told(party, alice, "waits", days_ago=400)
    told(party, alice, "sent", days_ago=400)
    Notice.objects.filter(key="sent").update(mail=Mail.SENT, mail_due_at=None)
    prune(NOW)
    assert keys() == {"waits"}


def test_many_are_deleted_in_batches_even_by_two_workers(
    alice: Player, nudge: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "AT_ONCE", 3)
    for number in range(7):
        tell(nudge, alice, key=str(number))
    Notice.objects.update(created_at=timezone.now() - 400 * A_DAY)
    tell(nudge, alice, key="new")
    with CaptureQueriesContext(connection) as queries:
        prune(timezone.now())
    deletes = [query for query in queries if query["sql"].startswith('DELETE FROM "accounts_notice"')]
    assert len(deletes) == 3
    prune(timezone.now())
    assert keys() == {"new"}

"""The action log: writing lines about any subject, and putting them into words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Player
from action_log.models import LogLine
from action_log.services import describe, note
from action_log.subjects import SUBJECTS, Subject, register
from clubs import services as clubs
from clubs.models import Club

pytestmark = pytest.mark.django_db

LINES = reverse("admin:action_log_logline_changelist")

SENTENCES = {
    "lit": "{by} lit {number} candles.",
    "woke": "{by} woke {player}.",
    "undo": "Undone: {done}",
}


@pytest.fixture(autouse=True)
def house() -> Iterator[Subject]:
    """Register a subject that has a log; clubs lend it their names."""
    subject = Subject("house", "house", Club, SENTENCES)
    register(subject)
    yield subject
    del SUBJECTS[subject.kind]


@pytest.fixture
def admin(db: None) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser(username="Root-of-all", password="bones"))
    return client


def test_a_line_is_a_sentence(alice: Player, bob: Player) -> None:
    assert describe(note("house", 1, "lit", by=alice, details={"number": 3})) == "Alice lit 3 candles."
    assert describe(note("house", 1, "woke", by=alice, whom=bob)) == "Alice woke Bob."


def test_a_line_is_kept_whole(alice: Player, bob: Player) -> None:
    line = note("house", 7, "woke", by=alice, whom=bob, details={"early": True}, reason="Fire", before={"asleep": 1})
    kept = LogLine.objects.get()
    assert (kept.subject_kind, kept.subject_id, kept.action) == ("house", "7", "woke")
    assert (kept.by, kept.whom, kept.reason) == (alice, bob, "Fire")
    assert (kept.details, kept.before, kept.undone_at) == ({"early": True}, {"asleep": 1}, None)
    assert kept.at == line.at


def test_deleted_players_are_not_named(alice: Player, bob: Player) -> None:
    note("house", 1, "woke", by=alice, whom=bob)
    ids = alice.pk, bob.pk
    alice.delete()
    bob.delete()
    for line in (LogLine.objects.get(), LogLine.objects.with_people().get()):
        assert describe(line) == "a deleted player woke a deleted player."
        assert (line.by_id, line.whom_id) == ids


def test_an_undo_names_the_undone_action(alice: Player) -> None:
    about = {"what": "lit", "about": {"number": 3, "by": "Alice"}}
    assert describe(note("house", 1, "undo", by=alice, details=about)) == "Undone: Alice lit 3 candles."


def test_an_unknown_action_is_shown_by_its_code(alice: Player) -> None:
    assert describe(note("house", 1, "painted", by=alice)) == "painted"


def test_a_log_has_the_newest_first_and_nothing_of_others(alice: Player) -> None:
    now = timezone.now()
    late = note("house", 1, "lit", by=alice, at=now)
    early = note("house", 1, "lit", by=alice, at=now - timedelta(days=1))
    latest = note("house", 1, "lit", by=None, at=now)
    note("house", 11, "lit", by=alice)
    note("club", 1, "founded", by=alice)
    assert list(LogLine.objects.of("house", 1)) == [latest, late, early]


def test_a_log_stays_when_its_subject_is_deleted(admin: Client, alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Good Friends")
    number = club.pk
    club.delete()
    assert describe(LogLine.objects.of("club", number).get()) == "Alice founded the club."
    assert "Alice founded the club." in admin.get(LINES).text


def test_a_line_says_when_it_was_undone(alice: Player) -> None:
    line = note("house", 1, "lit", by=alice)
    about = {"what": "lit", "about": {"number": 3, "by": "Alice"}}
    undoing = note("house", 1, "undo", by=alice, details=about, undoes=line)
    assert LogLine.objects.get(pk=line.pk).undone_at == undoing.at
    assert undoing.undone_at is None


def test_every_sentence_of_every_kind_names_only_what_lines_have() -> None:
    """A sentence only uses who acted, on whom, what was undone, and the stored details, so it can always be
    rendered."""
    for subject in SUBJECTS.values():
        assert subject.sentences
        for language in ("en", "de", "it"):
            with translation.override(language):
                for sentence in subject.sentences.values():
                    str(sentence).format_map({"by": "", "player": ""} | dict.fromkeys(DETAILS, 1))


DETAILS = (
    *("name", "number", "minutes", "round", "table", "one", "other", "scores", "done", "text", "room", "ply"),
    *("answer", "role", "time", "team", "names", "before", "hint", "tournament"),
)


def test_the_admin_shows_lines_in_words_and_finds_them(admin: Client, alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Good Friends")
    note("house", club.pk, "woke", by=bob, whom=alice, reason="Fire")
    both = admin.get(LINES).text
    assert "Alice founded the club." in both
    assert "Bob woke Alice." in both
    assert both.count("· Good Friends") == 2
    for query, found in [
        ({"of": "house"}, "Bob woke"),
        ({"what": "founded"}, "Alice founded"),
        ({"q": "Bob"}, "Bob woke"),
        ({"q": "friends"}, "Bob woke"),
        ({"q": "friends"}, "Alice founded"),
        ({"of": "club", "q": "alice"}, "Alice founded"),
    ]:
        assert found in admin.get(LINES, query).text, query
    assert "Bob woke" not in admin.get(LINES, {"of": "club"}).text
    assert "Bob woke" not in admin.get(LINES, {"what": "founded"}).text
    assert "Good Friends" not in admin.get(LINES, {"q": "enemies"}).text


def test_filters_do_not_reveal_the_state_before(admin: Client, alice: Player) -> None:
    note("house", 1, "lit", by=alice, details={"number": 3}, before={"secret": "behind the clock"})
    for query in ({"before__icontains": "clock"}, {"before__secret__startswith": "b"}):
        assert admin.get(LINES, query).status_code == 400
    assert admin.get(LINES, {"subject_id": "1"}).status_code == 200


def test_the_admin_changes_nothing(admin: Client, alice: Player) -> None:
    line = note("house", 1, "lit", by=alice, details={"number": 3}, before={"secret": "behind the clock"})
    change = reverse("admin:action_log_logline_change", args=[line.pk])
    shown = admin.get(change).text
    assert "Alice lit 3 candles." in shown
    assert "behind the clock" not in shown
    assert admin.post(change, {"action": "painted"}).status_code == 403
    assert admin.post(reverse("admin:action_log_logline_delete", args=[line.pk]), {"post": "yes"}).status_code == 403
    assert admin.get(reverse("admin:action_log_logline_add")).status_code == 403
    assert LogLine.objects.get().action == "lit"


def test_many_lines_in_the_admin_take_no_more_queries(admin: Client, alice: Player) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            admin.get(LINES)
        return len(captured)

    club = clubs.found(founder=alice, now=timezone.now(), name="Good Friends")
    note("house", club.pk, "lit", by=alice, details={"number": 3})
    admin.get(LINES)
    before = queries()
    for _line in range(30):
        note("house", club.pk, "lit", by=alice, details={"number": 3})
    assert queries() == before


def test_the_code_of_every_action_fits_its_column() -> None:
    longest = LogLine._meta.get_field("action").max_length
    assert longest is not None
    assert [code for subject in SUBJECTS.values() for code in subject.sentences if len(code) > longest] == []

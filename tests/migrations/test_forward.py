"""A database from before the split into packages migrates to today with everything in it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps as todays_apps
from django.apps.registry import Apps
from django.db import connection
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Player
from action_log import chain
from action_log.models import Link, LogLine
from action_log.services import note
from chat.models import ChatLine
from clubs import log as club_log
from common.sealed import is_sealed
from games.models import Table
from games.records.checking import problems_of
from games.services import last_lines_message
from games.state.live_tables import live_tables
from tests.migrations.databases import empty_database, migrated, newest
from tests.migrations.old_site import OldSite
from tournaments.control.actions.undo import Undo
from tournaments.models import Entry

pytestmark = [pytest.mark.xdist_group("migrations"), pytest.mark.each_database]

THEN = [
    ("accounts", "0002_notices"),
    ("clubs", "0004_members_leave_before_they_go"),
    ("games", "0003_clubs_and_tournaments"),
    ("tournaments", "0004_days_between"),
]
"""The newest migrations of the last version before the split."""

MOVED_OUT = [("games", "0004_chat_moves_out"), ("tournaments", "0007_log_moves_out"), ("clubs", "0005_log_moves_out")]
"""The migrations that have just moved chat and logs to their present tables."""

APPS = {label for label, _name in THEN}
EMPTY = {"accounts.Player_groups", "accounts.Player_user_permissions"}
"""Tables in which the old site has no rows."""

MOVED = {"games.ChatLine", "tournaments.ChatLine", "clubs.ClubAct", "tournaments.Act"}
"""Tables whose rows have moved, which is tested separately."""

Rows = dict[str, dict[Any, dict[str, Any]]]


def rows_of(apps: Apps) -> Rows:
    """Return all rows of all tables of the site, by table label and primary key."""
    return {
        model._meta.label: {
            row[model._meta.pk.attname]: {name: _plain(value) for name, value in row.items()}
            for row in model._base_manager.values()
        }
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS
    }


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


@pytest.fixture(scope="module")
def then(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[Rows]:
    """Return the rows that the old database had before it was migrated."""
    with django_db_blocker.unblock(), empty_database(tmp_path_factory.mktemp("forward"), "boneyard_of_old"):
        apps = migrated(THEN)
        OldSite(apps).fill()
        rows = rows_of(apps)
        migrated(newest())
        yield rows


def test_the_site_of_old_had_something_in_every_table(then: Rows) -> None:
    assert {label for label, rows in then.items() if not rows} == EMPTY


def test_every_row_is_still_there_with_its_content(then: Rows) -> None:
    now = rows_of(todays_apps)
    assert MOVED.isdisjoint(now)
    for label in then.keys() - MOVED:
        assert then[label].keys() <= now[label].keys(), label
        for key, row in then[label].items():
            assert row.items() <= now[label][key].items(), label


# --- Chat ---


def said_then(then: Rows) -> dict[str, list[tuple[Any, ...]]]:
    """Return the chat lines of each room in order."""
    said = defaultdict(list)
    for _key, line in sorted(then["games.ChatLine"].items()):
        said[f"{line['room']}:{line['table_id']}"].append((line["player_id"], line["text"], line["said_at"]))
    for _key, line in sorted(then["tournaments.ChatLine"].items()):
        said[f"tournament:{line['tournament_id']}"].append((line["player_id"], line["text"], line["said_at"]))
    return said


def test_every_line_of_chat_is_still_there_in_its_order(then: Rows) -> None:
    now = defaultdict(list)
    for line in ChatLine.objects.order_by("pk"):
        assert line.hidden_at is None
        now[line.room].append((line.author_id, line.text, line.said_at))
    assert now == said_then(then)
    assert len(now) == 4 * 2 + 5


def test_a_table_shows_what_was_said_there(then: Rows) -> None:
    with live_tables.hold("haf2222222") as live:
        live.refresh()
        seated, onlooker = (
            json.loads(last_lines_message(live, reader))["lines"] for reader in (Player.objects.get(username="Bob"), None)
        )
    lines = [line for _key, line in sorted(then["games.ChatLine"].items()) if line["table_id"] == "haf2222222"]
    assert [(line["room"], line["text"]) for line in onlooker] == [(line["room"], line["text"]) for line in lines]
    assert seated == [line for line in onlooker if line["room"] == "table"]


def test_a_tournament_shows_what_was_said_there(then: Rows, client: Client) -> None:
    page = client.get("/tournament/runs222222/").text
    assert "Welcome" in page
    assert "ü" * 500 in page


# --- Logs ---


def test_every_line_of_a_clubs_log_is_still_there(then: Rows) -> None:
    now = {line.pk: line for line in LogLine.objects.filter(subject_kind="club")}
    assert now.keys() == then["clubs.ClubAct"].keys()
    for key, act in then["clubs.ClubAct"].items():
        line = now[key]
        assert (line.subject_id, line.action, line.at) == (str(act["club_id"]), act["kind"], act["at"])
        assert (line.by_id, line.whom_id, line.before, line.undone_at) == (act["by_id"], act["player_id"], None, None)
        assert club_log.more(line) == (
            act["words"] if act["kind"] not in ("promoted", "trusted") else WORDS[act["words"]]
        )


WORDS = {"members, peace": "members, moderation", "tournaments": "tournaments"}
"""Permissions as stored then and as shown today."""


def test_a_line_that_is_written_today_is_newer_than_all(then: Rows) -> None:
    """Notices name lines by their ids, so no id may be reused."""
    line = note("club", 1, "edited", by=None)
    assert line.pk > max(then["clubs.ClubAct"])
    take_back(line)


def take_back(line: LogLine) -> None:
    """Delete a line, which only a database without triggers allows."""
    Link.objects.filter(line=line).delete()
    line.delete()


def acts_then(rows: Rows) -> list[dict[str, Any]]:
    """Return the actions in control rooms in order."""
    return [
        {name: value for name, value in act.items() if name != "id"}
        for _key, act in sorted(rows["tournaments.Act"].items())
    ]


def test_every_line_of_a_control_rooms_log_is_still_there_in_its_order(then: Rows) -> None:
    now = LogLine.objects.filter(subject_kind="tournament", undoes=None).order_by("pk")
    assert [
        {
            "tournament_id": line.subject_id,
            "by_id": line.by_id,
            "what": line.action,
            "about": line.details,
            "reason": line.reason,
            "before": line.before,
            "at": line.at,
            "undone_at": line.undone_at,
        }
        for line in now
    ] == acts_then(then)
    assert not now.exclude(whom=None)


def test_what_was_undone_is_named_by_a_line_of_its_own(then: Rows) -> None:
    line = LogLine.objects.get(undoes__action="pause")
    assert (line.action, line.by, line.details["what"]) == ("undo", None, "pause")
    assert LogLine.objects.get(undone_by=line).undone_at == line.at


def test_every_line_is_chained(then: Rows) -> None:
    assert list(chain.problems()) == []
    assert Link.objects.latest("number").number == LogLine.objects.count() > 20


def test_a_control_room_shows_its_log(then: Rows, client: Client) -> None:
    client.force_login(Player.objects.get(username="Alice"))
    page = client.get("/tournament/runs222222/control/log/").text
    for sentence in ("Bob was checked in by hand.", "Undone: Bob was marked as absent.", "He fell asleep."):
        assert sentence in page
    assert "of-a-kind-nobody-knows" in page


def test_what_was_done_then_can_be_undone_today(then: Rows) -> None:
    line = LogLine.objects.get(reason="He fell asleep.")
    alice, entry = Player.objects.get(username="Alice"), Entry.objects.get(pk=line.before["key"])
    assert entry.presence == "absent"
    undone = Undo(act=line.pk).carry_out(tournament_id="runs222222", by=alice, reason="He is awake")
    entry.refresh_from_db()
    assert entry.presence == "here"
    Undo(act=undone.pk).carry_out(tournament_id="runs222222", by=alice, reason="He is not")
    entry.refresh_from_db()
    assert entry.presence == "absent"
    for new in LogLine.objects.filter(pk__gt=line.pk, undoes__gte=line.pk).order_by("-pk"):
        take_back(new)


def test_a_club_shows_its_log(then: Rows, client: Client) -> None:
    client.force_login(Player.objects.get(username="Alice"))
    page = client.get("/club/bones/log/").text
    assert "Alice banned Carla." in page
    assert "members, moderation" in page


def sealed_columns() -> list[bytes]:
    """Return the stored secrets and decks as they are in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM games_chain")
        secrets = [bytes(row[0]) for row in cursor.fetchall()]
        cursor.execute("SELECT deck FROM games_deal")
        return secrets + [row[0].encode() for row in cursor.fetchall()]


def test_secrets_and_decks_are_encrypted(then: Rows) -> None:
    kept = sealed_columns()
    assert len(kept) == len(then["games.Chain"]) + len(then["games.Deal"])
    assert all(is_sealed(one) for one in kept)


def test_chat_logs_and_secrets_can_be_moved_back(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), empty_database(tmp_path, "boneyard_and_back"):
        apps = migrated(THEN)
        OldSite(apps).fill()
        before = rows_of(apps)
        migrated([*MOVED_OUT, ("games", "0009_seal_secrets_and_decks")])
        after = rows_of(migrated(THEN))
        assert not any(is_sealed(one) for one in sealed_columns())
        assert said_then(after) == said_then(before)
        assert after["clubs.ClubAct"] == before["clubs.ClubAct"]
        assert acts_then(after) == acts_then(before)
        assert (after["games.Chain"], after["games.Deal"]) == (before["games.Chain"], before["games.Deal"])


# --- Tables and pages ---


def test_every_match_can_still_be_replayed(then: Rows) -> None:
    tables = list(Table.objects.all())
    assert {table.pk for table in tables} == then["games.Table"].keys()
    assert [problem for table in tables for problem in problems_of(table)] == []


@pytest.mark.parametrize(
    "address",
    [
        *("/", "/notices/", "/@/Alice/", "/clubs/", "/club/bones/", "/club/bones/log/", "/club/quiet/members/"),
        *("/table/2pen222222/", "/table/haf2222222/", "/table/whe2222222/result/", "/table/whe2222222/record.json"),
        *("/tournaments/", "/tournament/draft22222/", "/tournament/entered222/", "/tournament/past222222/"),
        *("/tournament/runs222222/", "/tournament/runs222222/control/", "/tournament/runs222222/control/log/"),
    ],
)
def test_pages_are_shown(then: Rows, client: Client, address: str) -> None:
    client.force_login(Player.objects.get(username="Alice"))
    assert client.get(address).status_code == 200

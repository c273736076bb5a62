"""The chain of the action log: every change, removal or insertion is detected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from io import StringIO
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import Error, connection, transaction

from accounts.models import Player
from action_log import append_only, chain
from action_log.models import Link, LogLine
from action_log.services import note

pytestmark = pytest.mark.django_db


@contextmanager
def by_a_thief() -> Iterator[None]:
    """Do what the owner of the database can do: switch the triggers off."""
    with connection.cursor() as cursor:
        for statement in append_only.lifting(connection.vendor):
            cursor.execute(statement)
        yield
        for statement in append_only.installing(connection.vendor):
            cursor.execute(statement)


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.fixture
def four(alice: Player, bob: Player) -> list[LogLine]:
    """Four lines of a chain."""
    lines = [note("club", 1, "edited", by=alice, details={"number": number}) for number in range(3)]
    lines.append(note("club", 1, "banned", by=alice, whom=bob, reason="Rude: “ü”", before={"was": [1.5, None]}))
    chain.extend()
    return lines


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE action_log_logline SET reason = 'Nothing'",
        "UPDATE action_log_logline SET by_id = NULL",
        "DELETE FROM action_log_logline WHERE action = 'banned'",
        "UPDATE action_log_link SET hash = 'x'",
        "DELETE FROM action_log_link",
    ],
)
def test_the_database_changes_and_deletes_nothing(four: list[LogLine], statement: str) -> None:
    with pytest.raises(Error, match=append_only.REFUSAL), transaction.atomic():
        sql(statement)
    assert LogLine.objects.count() == Link.objects.count() == 4
    assert list(chain.problems()) == []


@pytest.mark.parametrize("table", append_only.TABLES)
def test_nobody_empties_a_table_of_postgresql(four: list[LogLine], table: str) -> None:
    if connection.vendor == "sqlite":
        assert "TRUNCATE" not in "".join(append_only.installing("sqlite"))  # there is no such command
        return
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(Error, match=append_only.REFUSAL), transaction.atomic():
        sql(f"TRUNCATE {table} CASCADE")


def test_triggers_that_are_missing_come_back_with_the_next_migration(four: list[LogLine]) -> None:
    sql(append_only.lifting(connection.vendor)[1])
    missing = append_only.missing(connection)
    assert len(missing) == 1
    assert f"The database lacks the trigger {missing[0]}." in checked(fails=True)
    append_only.install(connection)
    append_only.install(connection)
    assert append_only.missing(connection) == []


def test_every_line_follows_from_the_one_before(four: list[LogLine]) -> None:
    links = list(chain.links())
    assert [link.number for link in links] == [1, 2, 3, 4]
    assert [link.line for link in links] == four
    assert [link.previous for link in links] == [chain.START, *(link.hash for link in links[:-1])]
    assert list(chain.problems()) == []
    assert chain.extend() == chain.extend(everything=True) == 0


def test_what_is_rolled_back_leaves_no_gap(alice: Player, four: list[LogLine]) -> None:
    with transaction.atomic():
        note("club", 1, "edited", by=alice)
        transaction.set_rollback(True)
    note("club", 1, "edited", by=alice)
    assert chain.extend() == 1
    assert list(chain.problems()) == []


def test_the_chain_holds_when_people_are_deleted(alice: Player, bob: Player, four: list[LogLine]) -> None:
    bob.delete()
    alice.delete()
    assert list(chain.problems()) == []


@pytest.mark.parametrize(
    ("column", "value"),
    [("reason", "'Polite'"), ("by_id", "NULL"), ("whom_id", "1"), ("action", "'joined'"), ("before", "'[]'")],
)
def test_a_change_is_detected(four: list[LogLine], column: str, value: str) -> None:
    with by_a_thief():
        sql(f"UPDATE action_log_logline SET {column} = {value} WHERE id = %s", four[3].pk)  # noqa: S608
    assert list(chain.problems()) == [f"Number 4 (line {four[3].pk}) does not match its hash."]


def test_a_missing_line_is_detected(four: list[LogLine]) -> None:
    with by_a_thief():
        sql("DELETE FROM action_log_link WHERE number = 2")
        sql("DELETE FROM action_log_logline WHERE id = %s", four[1].pk)
    assert list(chain.problems()) == ["After number 1 comes number 3: lines are missing."]


def test_an_unchained_line_is_detected(four: list[LogLine]) -> None:
    with by_a_thief():
        sql("DELETE FROM action_log_link WHERE number = 4")
    assert list(chain.problems()) == [f"Line {four[3].pk} is not part of the chain."]


def test_a_rewritten_chain_is_detected_by_an_earlier_head(alice: Player, four: list[LogLine]) -> None:
    head = head_of_chain()
    with by_a_thief():
        sql("DELETE FROM action_log_link")
        sql("UPDATE action_log_logline SET reason = 'Polite' WHERE id = %s", four[3].pk)
    assert "4 lines" in checked(fails=False)
    assert f"No line has the hash {head}" in checked("--head", head, fails=True)


def checked(*options: str, fails: bool) -> str:
    out = StringIO()
    with pytest.raises(SystemExit, match="1") if fails else nullcontext():
        call_command("check_log", *options, stdout=out)
    return out.getvalue()


def head_of_chain() -> str:
    return Link.objects.latest("number").hash


def test_the_check_names_the_head(four: list[LogLine]) -> None:
    head = head_of_chain()
    assert checked("--head", head, fails=False) == f"4 lines, head {head}.\n"


def test_an_exported_chain_can_be_verified_by_anyone(four: list[LogLine]) -> None:
    """Verify it as docs/safety.md says, without any code of the site."""
    out = StringIO()
    call_command("export_log", stdout=out)
    *lines, end = map(json.loads, out.getvalue().splitlines())
    hash_before = "0" * 64
    for number, line in enumerate(lines, start=1):
        assert (line["number"], line["previous"]) == (number, hash_before)
        text = json.dumps(line["line"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        hash_before = sha256(f"{hash_before}\n{text}".encode()).hexdigest()
        assert line["hash"] == hash_before
    assert end == {"head": {"number": 4, "hash": hash_before}}
    assert lines[3]["line"]["reason"] == "Rude: “ü”"
    assert '"was"' not in out.getvalue()  # the state before is not exported


def test_a_line_of_a_dead_process_is_chained_with_the_next_one(alice: Player, after_commit: None) -> None:
    left = LogLine.objects.create(subject_kind="club", subject_id="1", by=alice, action="edited")
    with transaction.atomic():
        line = note("club", 1, "edited", by=alice)
    assert [link.line for link in chain.links()] == [left, line]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_chain(alice: Player) -> None:
    """Both write lines in transactions that overlap, and both chain them."""
    together = Barrier(2, timeout=30)

    def write() -> None:
        try:
            for _round in range(5):
                together.wait()
                with transaction.atomic():
                    note("club", 1, "edited", by=alice)
                    note("club", 1, "edited", by=None)
        finally:
            connection.close()

    threads = [Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Link.objects.count() == LogLine.objects.count() == 20
    assert list(chain.problems()) == []
    assert append_only.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_tests_that_commit_find_an_empty_log_that_is_protected() -> None:
    assert not LogLine.objects.exists()
    assert append_only.missing(connection) == []

"""A database that was restored from a backup deals nothing until `after_restore` has dealt with unfinished matches."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from redis import Redis

from accounts.models import Notice, Player
from config.celery import check_before_starting
from games import restoring
from games.models import Chain, Copy, Deal, Table
from games.services.playing import begin_deal
from games.state import dealt
from games.state.live_tables import live_tables
from live.server import BoundedServer
from live.starting import CannotOpen, check_may_open
from run.trial.whole_site import until
from tests.games.people import play_any, play_to_the_end, seated_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("after_commit")]

MATCH: dict[str, Any] = {"game": "kardinal", "options": {"ending": "games", "games": 3}}


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """Return a table between its first two deals."""
    table, rng = seated_table([alice, bob], **MATCH), random.Random(1)
    while Table.objects.get(pk=table.pk).turn is not None:
        play_any(table.pk, rng)
    return Table.objects.get(pk=table.pk)


def deal(table: Table) -> None:
    with live_tables.hold(table.pk) as live:
        live.refresh()
        begin_deal(live)


def go_back_in_time(deals: int = 4) -> None:
    """Make the site have dealt more than its database knows, as after restoring a backup."""
    dealt.raise_to(Copy.this().name, dealt.counted() + deals)


def after_restore(*options: str) -> str:
    said = StringIO()
    call_command("after_restore", *options, stdout=said)
    return said.getvalue()


def test_a_new_database_may_open() -> None:
    assert not Copy.objects.exists()
    check_may_open()
    assert after_restore().startswith("This database does not seem to be restored")


def test_what_was_dealt_is_known_outside_the_database(table: Table) -> None:
    assert dealt.highest(Copy.this().name) == dealt.counted() == Deal.objects.get().pk
    check_may_open()
    deal(table)
    assert dealt.highest(Copy.this().name) == dealt.counted() == Deal.objects.last().pk  # type: ignore[union-attr]
    check_may_open()


def test_an_old_database_deals_nothing(table: Table) -> None:
    go_back_in_time()
    with pytest.raises(dealt.Restored, match="after_restore"):
        deal(table)
    assert Deal.objects.count() == 1
    assert Table.objects.get(pk=table.pk).deal_number == 1


def test_no_process_opens_with_an_old_database(table: Table) -> None:
    go_back_in_time()
    with pytest.raises(CannotOpen, match="after_restore"):
        check_may_open()
    with pytest.raises(SystemExit, match="after_restore"):
        check_before_starting()
    with pytest.raises(SystemExit, match="after_restore"):
        BoundedServer.run(object.__new__(BoundedServer))


def test_a_file_knows_it_when_redis_was_emptied(table: Table, redis_server: Redis) -> None:
    go_back_in_time()
    redis_server.flushall()
    with pytest.raises(CannotOpen):
        check_may_open()


def test_redis_knows_it_on_another_machine(table: Table) -> None:
    go_back_in_time()
    until(lambda: cache.get(dealt._key(Copy.this().name)) == dealt.counted() + 4)
    dealt._read.clear()
    dealt._path(Copy.this().name).unlink()
    with pytest.raises(CannotOpen):
        check_may_open()


def test_nobody_is_locked_out_when_nothing_is_known(table: Table, redis_server: Redis) -> None:
    redis_server.flushall()
    dealt._path(Copy.this().name).unlink()
    check_may_open()
    deal(table)


@pytest.mark.parametrize("left", [b"", b"\0" * dealt.DIGITS, b"nonsense"], ids=["empty", "zeros", "nonsense"])
def test_a_count_that_was_half_written_holds_up_no_deal(table: Table, left: bytes) -> None:
    """A power failure may leave the file in such a state."""
    dealt._path(Copy.this().name).write_bytes(left)
    deal(table)
    assert Table.objects.get(pk=table.pk).deal_number == 2
    assert int(dealt._path(Copy.this().name).read_text()) == dealt.counted()


def test_deals_that_are_committed_in_another_order_are_fine(table: Table) -> None:
    dealt.raise_to(Copy.this().name, dealt.counted())
    dealt.claim(dealt.counted() - 1)


def test_what_was_unfinished_is_closed_and_its_players_are_told(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    over = play_to_the_end(seated_table([alice, bob], **MATCH).pk, random.Random(2))
    waiting = seated_table([charlie, bob], bots=["easy"])
    go_back_in_time()
    before = Copy.this().name
    assert after_restore().startswith("2 tables were closed")
    statuses = dict(Table.objects.values_list("pk", "status"))
    assert statuses == {table.pk: "closed", waiting.pk: "closed", over.pk: "finished"}
    told = Notice.objects.filter(kind="table-broken-off").values_list("key", "player__username")
    assert set(told) == {(table.pk, "Alice"), (table.pk, "Bob"), (waiting.pk, "Bob"), (waiting.pk, "Charlie")}
    assert Copy.this().name != before
    check_may_open()
    assert seated_table([alice, charlie]).status == "running"


def test_a_database_is_put_right_only_if_it_was_restored(table: Table) -> None:
    after_restore()
    assert Table.objects.get(pk=table.pk).status == "running"
    after_restore("--anyway")
    assert Table.objects.get(pk=table.pk).status == "closed"


def test_a_backup_that_was_just_restored_says_so_itself(table: Table) -> None:
    restoring.mark_as_restored()
    with pytest.raises(dealt.Restored):
        deal(table)
    after_restore()
    check_may_open()


def test_the_refusal_names_no_secret(table: Table) -> None:
    go_back_in_time()
    with pytest.raises(CannotOpen) as refused:
        check_may_open()
    assert Chain.objects.get(pk=table.chain_id).secret.hex() not in str(refused.value)
    assert Copy.this().name not in str(refused.value)

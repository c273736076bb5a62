"""Everything reads a packed match as it did before."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Player
from games import tasks
from games.models import Deal, Move, PackedMatch, Table
from games.records.checking import problems_of
from games.records.export import record_of
from games.rules import GAMES
from games.services.packing import pack_finished, pack_match
from games.state.live_tables import live_tables
from games.state.messages_out import view_message
from games.state.stored import read_match
from moderation.lookups import matches, play
from tests.games.pages import finished_table
from tests.games.people import seated_table
from tournaments.base.snapshot import scores_of

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=2)


@pytest.fixture
def over(alice: Player, bob: Player) -> Table:
    table = finished_table([alice, bob], "kardinal", options={"ending": "games", "games": 2})
    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now() - LONG_AGO)
    return Table.objects.get(pk=table.pk)


def shown(table: Table) -> dict[str, Any]:
    """Return the output of everything that reads matches."""
    live_tables.forget()
    table = Table.objects.select_related("chain").get(pk=table.pk)
    position = matches.position(table, table.ply - 1)
    assert position is not None
    compared = play.compare(table, 0)
    assert compared is not None
    with live_tables.hold(table.pk) as live:
        live.refresh()
        view = view_message(live, 0)
    return {
        "record": json.loads(json.dumps(record_of(table))),
        "result": Client().get(f"/table/{table.pk}/result/").text.partition("</h1>")[2],
        "position": (position.layout, position.sitters, [(one.move.text, one.name) for one in position.moves]),
        "compared": (compared.choices, compared.agreed, compared.given_away, compared.helped),
        "view": {**view, "clock": None},
        "scores": scores_of([table]),
        "problems": list(problems_of(table)),
    }


def is_packed(table: Table) -> bool:
    packed = PackedMatch.objects.filter(pk=table.pk).exists()
    assert Deal.objects.filter(table=table).exists() != packed
    assert Move.objects.filter(table=table).count() == (0 if packed else Table.objects.get(pk=table.pk).ply)
    return packed


@pytest.mark.parametrize("game", GAMES)
def test_everything_reads_it_as_before(game: str, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    before = shown(table)
    assert before["problems"] == []
    assert pack_match(table_id=table.pk)
    assert is_packed(table)
    assert shown(table) == before


def test_times_are_kept_to_the_tenth(over: Table) -> None:
    before = [(move.played_at, move.by) for move in read_match(over.pk).moves]
    pack_match(table_id=over.pk)
    after = [(move.played_at, move.by) for move in read_match(over.pk).moves]
    assert len(after) == over.ply
    assert [by for _at, by in after] == [by for _at, by in before]
    assert all(
        abs(one - other) <= timedelta(milliseconds=100) for (one, _), (other, _) in zip(after, before, strict=True)
    )


def test_a_day_after_its_end_a_worker_packs_it_once(over: Table, alice: Player, bob: Player) -> None:
    fresh, running = finished_table([alice, bob]), seated_table([alice, bob])
    tasks.pack()
    assert [is_packed(table) for table in (over, fresh, running)] == [True, False, False]
    content = bytes(PackedMatch.objects.get().content)
    assert pack_finished(now=timezone.now()) == 0
    assert not pack_match(table_id=over.pk)
    assert bytes(PackedMatch.objects.get().content) == content


def test_what_others_still_play_is_not_packed(over: Table) -> None:
    Table.objects.filter(pk=over.pk).update(is_sealed=True)
    assert pack_finished(now=timezone.now()) == 0
    assert not pack_match(table_id=over.pk)
    assert not is_packed(over)


def test_a_site_may_keep_all_rows(over: Table, settings: Settings) -> None:
    settings.PACK_AFTER_DAYS = 0
    tasks.pack()
    assert not is_packed(over)


def test_what_would_not_be_the_same_stays_and_others_are_packed(over: Table, alice: Player, bob: Player) -> None:
    odd = finished_table([alice, bob])
    Table.objects.filter(pk=odd.pk).update(finished_at=over.finished_at)
    Move.objects.filter(table=odd, ply=odd.ply - 1).update(ply=odd.ply + 7)
    assert pack_finished(now=timezone.now()) == 1
    assert [is_packed(table) for table in (over, odd)] == [True, False]


@pytest.mark.parametrize("statement", ["INSERT INTO", "DELETE FROM"])
def test_a_worker_that_dies_meanwhile_has_changed_nothing(statement: str, over: Table) -> None:
    def dies(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(statement):
            raise OperationalError("the connection is lost")
        return execute(sql, *rest)

    with connection.execute_wrapper(dies), pytest.raises(OperationalError):
        pack_match(table_id=over.pk)
    assert not is_packed(over)
    assert list(problems_of(over)) == []


def test_a_packed_match_that_was_tampered_with_is_noticed(over: Table) -> None:
    pack_match(table_id=over.pk)
    other = finished_table([over.owner, Player.objects.exclude(pk=over.owner_id)[0]])
    pack_match(table_id=other.pk)
    PackedMatch.objects.filter(pk=over.pk).update(content=PackedMatch.objects.get(pk=other.pk).content)
    assert list(problems_of(over)) != []


def test_the_result_takes_no_more_queries(
    over: Table, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pack_match(table_id=over.pk)
    with django_assert_num_queries(5):
        assert client.get(f"/table/{over.pk}/result/").status_code == 200


def test_the_admin_shows_it(over: Table, alice: Player) -> None:
    deck = over.deals.first().deck  # type: ignore[union-attr]
    pack_match(table_id=over.pk)
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    staff = Client()
    staff.force_login(Player.objects.get(pk=alice.pk))
    assert deck in staff.get(f"/admin/games/table/{over.pk}/change/").text

"""The bots of a demo site rest while nobody is on the site, and go on as soon as somebody comes."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from games import services
from games.demo import Watch
from games.models import Seat, Table
from games.services import act_together
from games.state import dispatch
from games.state.turns import Due
from live.visits import QUIET_AFTER, note_visit
from tests.games.people import seated_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def quiet(settings: Settings) -> None:
    """Make this a demo site whose last visitor left some time ago."""
    settings.DEMO = True
    note_visit(at=time.time() - QUIET_AFTER - 1)


def left_to_the_house(table: Table) -> Table:
    """Make everybody at a table be away, and something be due there."""
    Seat.objects.filter(table=table).exclude(player=None).update(away=True)
    Table.objects.filter(pk=table.pk).update(seats_version=table.seats_version + 1, due_at=timezone.now())
    return Table.objects.get(pk=table.pk)


def act(table: Table) -> Table:
    """Do what is due, and return the table."""
    act_together([Due(table.pk, table.ply)])
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Due]:
    """Return a list to which the turns that the workers are asked for are added."""
    requests: list[Due] = []
    monkeypatch.setattr(dispatch, "ask", lambda table_id, ply, pause=0: requests.append(Due(table_id, ply)))
    return requests


def test_bots_rest_while_nobody_is_there(quiet: None, alice: Player) -> None:
    table = left_to_the_house(seated_table([alice], bots=["easy"]))
    resting = act(table)
    assert resting.ply == table.ply
    assert resting.due_at is not None
    assert resting.due_at > timezone.now() + timedelta(minutes=1)


def test_without_the_demo_nobody_rests(quiet: None, alice: Player, settings: Settings) -> None:
    settings.DEMO = False
    table = left_to_the_house(seated_table([alice], bots=["easy"]))
    assert act(table).ply == table.ply + 1


def test_bots_play_on_for_whoever_plays_with_them(quiet: None, alice: Player) -> None:
    table = seated_table([alice], bots=["easy"])
    while Seat.objects.get(table=table, number=table.turn or 0).player_id is not None:
        services.act(table_id=table.pk, ply=table.ply, now=table.due_at)
        table.refresh_from_db()
    Seat.objects.filter(table=table).update(away=False)
    Table.objects.filter(pk=table.pk).update(seats_version=table.seats_version + 1, due_at=timezone.now())
    assert act(table).ply == table.ply + 1


def test_where_nobody_has_ever_been_and_where_somebody_is_bots_play(alice: Player, settings: Settings) -> None:
    settings.DEMO = True
    table = left_to_the_house(seated_table([alice], bots=["easy"]))
    assert act(table).ply == 1
    note_visit()
    assert act(table := left_to_the_house(Table.objects.get(pk=table.pk))).ply == table.ply + 1


def test_the_first_visitor_wakes_them(quiet: None, alice: Player, asked: list[Due]) -> None:
    first, second = [act(left_to_the_house(seated_table([alice], bots=["easy"]))) for _ in range(2)]
    asked.clear()
    watch = Watch()
    watch.look(timezone.now())
    assert asked == []
    note_visit()
    watch.look(timezone.now())
    watch.look(timezone.now())
    assert sorted(asked) == sorted([Due(first.pk, 0), Due(second.pk, 0)])
    assert act(first).ply == act(second).ply == 1


def test_waking_does_not_hurry_people(quiet: None, alice: Player, bob: Player, asked: list[Due]) -> None:
    table = seated_table([alice, bob])
    asked.clear()
    watch = Watch()
    watch.look(timezone.now())
    note_visit()
    watch.look(timezone.now())
    assert asked == []
    assert Table.objects.get(pk=table.pk).due_at == table.due_at

"""After an outage, or after the clock was set back, people keep their time, and the house acts at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games import services
from games.models import Pulse, Table
from tests.games.people import seated_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("after_commit")]

NOW = timezone.now()
FULL = timedelta(seconds=60)
PAUSE = timedelta(seconds=15)
"""The longest pause in the tests, which is that before the first deal."""
HOUR = timedelta(hours=1)
A_MOMENT = timedelta(seconds=10)

PERSON, BOT = 0, 1


@pytest.fixture
def table(alice: Player) -> Table:
    return seated_table([alice], bots=["easy"], seconds=60)


def due(table: Table, turn: int | None, at: timedelta) -> None:
    Table.objects.filter(pk=table.pk).update(turn=turn, due_at=NOW + at)


def due_in(table: Table) -> timedelta:
    table.refresh_from_db()
    assert table.due_at is not None
    return table.due_at - NOW


def test_time_that_ran_out_meanwhile_is_given_back(table: Table) -> None:
    due(table, PERSON, -A_MOMENT)
    services.give_time_back(gap=3 * A_MOMENT, now=NOW)
    assert due_in(table) == 2 * A_MOMENT


def test_nobody_gets_more_than_the_full_time(table: Table) -> None:
    """The pages may have been there all the time, so that somebody has just come on turn."""
    due(table, PERSON, FULL - A_MOMENT)
    services.give_time_back(gap=HOUR, now=NOW)
    assert due_in(table) == FULL


def test_nobody_loses_time_that_was_longer_than_usual(table: Table) -> None:
    due(table, PERSON, FULL + A_MOMENT)
    services.give_time_back(gap=HOUR, now=NOW)
    assert due_in(table) == FULL + A_MOMENT


@pytest.mark.parametrize("at", [-A_MOMENT, A_MOMENT])
def test_the_house_needs_no_time_back(table: Table, at: timedelta) -> None:
    due(table, BOT, at)
    services.give_time_back(gap=HOUR, now=NOW)
    assert due_in(table) == at


def test_the_house_needs_no_time_back_for_an_absent_player(table: Table) -> None:
    table.seats.filter(number=PERSON).update(away=True)
    due(table, PERSON, -A_MOMENT)
    services.give_time_back(gap=HOUR, now=NOW)
    assert due_in(table) == -A_MOMENT


def test_the_next_deal_comes_after_the_longest_pause_at_the_latest(table: Table) -> None:
    due(table, None, -A_MOMENT)
    services.give_time_back(gap=HOUR, now=NOW)
    assert due_in(table) == PAUSE


def test_a_clock_put_back_lets_the_house_act_soon(table: Table) -> None:
    due(table, BOT, HOUR)
    services.bring_deadlines_forward(by=HOUR, now=NOW)
    assert due_in(table) <= PAUSE


def test_a_clock_put_back_takes_from_people_only_what_they_had_too_much(table: Table) -> None:
    due(table, PERSON, HOUR + A_MOMENT)
    services.bring_deadlines_forward(by=HOUR, now=NOW)
    assert due_in(table) == A_MOMENT


def test_a_turn_that_began_after_the_clock_was_put_back_keeps_its_time(table: Table) -> None:
    due(table, PERSON, FULL)
    services.bring_deadlines_forward(by=HOUR, now=NOW)
    assert due_in(table) == FULL


def test_small_changes_of_the_clock_are_noticed_on_request() -> None:
    Pulse.objects.create(name="tables", at=NOW + A_MOMENT)
    assert services.note_clock_put_back(name="tables", now=NOW) is None
    assert services.note_clock_put_back(name="tables", now=NOW, by_more_than=A_MOMENT / 2) == A_MOMENT

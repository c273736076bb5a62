"""A moderator's act on a seat and the seat itself are changed in one transaction.

In these tests nothing is committed, so that what waits for the commit never happens, as if the process had died.
"""

from __future__ import annotations

from typing import Any

import pytest

from accounts import roles
from accounts.models import Player
from common.errors import UserError
from games import services as games
from games.models import SeatStay, Table
from games.state.live_tables import live_tables
from moderation import acts, notices
from moderation.models import Act, Appeal
from moderation.services import appeals
from tests.at_once import at_once
from tests.games.people import next_moves, seated_table
from tests.moderation.acts.conftest import case_about, of_role
from tests.moderation.conftest import NOW
from tests.tournaments.people import players, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(vera: Player, alice: Player) -> Table:
    """Return a table at which a match is running."""
    return seated_table([vera, alice])


def remove(vera: Player, by: Player, table: Table) -> Act:
    case = case_about(vera, by)
    chosen: dict[str, Any] = {"kind": "remove-from-table", "player": vera, "subject_id": table.pk}
    return acts.carry_out(**chosen, case_id=case.pk, by=by, now=NOW, reason="You were rude")


def test_the_seat_is_taken_with_the_act_and_given_back_when_it_is_lifted(
    table: Table, vera: Player, hanna: Player
) -> None:
    act = remove(vera, hanna, table)
    assert table.seats.get(player=vera).left
    acts.lift(act_id=act.pk, by=hanna, now=NOW)
    assert not table.seats.get(player=vera).left
    stays = SeatStay.objects.filter(table=table, seat=0).order_by("pk")
    assert [stay.player for stay in stays] == [vera, None, vera]


def test_the_seat_is_given_back_with_the_answer_to_an_appeal(table: Table, vera: Player, hanna: Player) -> None:
    act = remove(vera, hanna, table)
    assert table.seats.get(player=vera).left
    appeal = appeals.appeal_against_act(player=vera, act=act, text="I was polite", now=NOW)
    other = of_role("Henry", roles.Role.HEAD)
    appeals.answer(appeal_id=appeal.pk, by=other, outcome=Appeal.Outcome.UPHELD, text="You were", now=NOW)
    assert not table.seats.get(player=vera).left


def test_a_bot_gets_a_seat_at_a_tournaments_table_that_waits(alice: Player, hanna: Player) -> None:
    people = players(4)
    tournament = started(alice, people)
    table = Table.objects.get(board__round__tournament=tournament)
    remove(people[0], hanna, table)
    assert not table.seats.filter(player=people[0]).exists()
    assert table.seats.get(bot="easy").name == "Player1"


def test_without_the_act_the_player_keeps_the_seat(
    table: Table, vera: Player, hanna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    with live_tables.hold(table.pk) as live:
        live.refresh()
    monkeypatch.setattr(notices, "tell_act", fail)
    with pytest.raises(RuntimeError):
        remove(vera, hanna, table)
    assert not Act.objects.exists()
    assert not table.seats.get(player=vera).left
    games.leave_for_good(table_id=table.pk, player_id=vera.pk)
    assert table.seats.get(player=vera).left


def test_an_act_does_not_wait_for_a_table_that_somebody_is_using(table: Table, vera: Player, hanna: Player) -> None:
    """Whoever uses a table waits for its row, so that an act that waited for the table would wait for ever."""
    with live_tables.hold(table.pk) as live:
        live.refresh()
        act = remove(vera, hanna, table)
        live.refresh()
        assert live.seat_of(vera.pk) is None
        acts.lift(act_id=act.pk, by=hanna, now=NOW)
        live.refresh()
        assert live.seat_of(vera.pk) == 0


def test_a_player_who_has_just_left_is_not_removed(table: Table, vera: Player, hanna: Player) -> None:
    games.leave_for_good(table_id=table.pk, player_id=vera.pk)
    with pytest.raises(UserError) as refusal:
        remove(vera, hanna, table)
    assert refusal.value.code == "no-such-subject"


@pytest.mark.django_db(transaction=True)
def test_a_match_goes_on_while_a_moderator_removes_somebody_and_lifts_it(
    vera: Player, alice: Player, hanna: Player
) -> None:
    table = seated_table([vera, alice], game="two-step")
    case = case_about(vera, hanna)
    chosen: dict[str, Any] = {"kind": "remove-from-table", "player": vera, "subject_id": table.pk, "case_id": case.pk}

    def act() -> None:
        for number in range(8):
            done = acts.carry_out(**chosen, by=hanna, now=NOW, reason=f"You were rude {number}")
            acts.lift(act_id=done.pk, by=hanna, now=NOW)

    def play() -> None:
        for _turn in range(40):
            for outcome in games.play_together(next_moves([table.pk])):
                assert outcome is None or isinstance(outcome, UserError), outcome

    assert at_once(act, play) == ["done", "done"]
    assert not table.seats.get(player=vera).left
    stays = SeatStay.objects.filter(table=table, seat=0).order_by("pk")
    assert [stay.player for stay in stays] == [vera] + [None, vera] * 8
    live_tables.forget()
    with live_tables.hold(table.pk) as live:
        live.refresh()
        assert live.ply == table.moves.count()

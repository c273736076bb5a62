"""Two organisers, the clock and the players acting at the same moment, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from tests.tournaments.control.test_at_random import check
from tests.tournaments.people import advanced, current_round, fresh, open_tables, players, started
from tournaments.base.log import lines_of
from tournaments.control import stale
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.seating.rearrange import Swap
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.arrangement import arrangement_of
from tournaments.life import clockwork
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run all functions at once; return the code of each refusal, or an empty string. Other errors propagate."""

    def alone(act: Callable[[], object]) -> str:
        try:
            act()
        except UserError as refusal:
            return refusal.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(alone, acts))


def about(tournament: Tournament, by: Player) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": by}


def test_of_two_who_saw_the_same_seating_one_is_told_of_the_other(olga: Player, alice: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    tournament.helpers.add(alice)
    seen = stale.seen(tournament, stale.SEATING)
    seats = arrangement_of(current_round(tournament))
    one, two, three, four = seats.tables[1][0], seats.tables[2][0], seats.tables[1][1], seats.tables[2][1]
    said = at_once(
        lambda: Swap(one=one, other=two).carry_out(**about(tournament, olga), reason="x", seen=seen),
        lambda: Swap(one=three, other=four).carry_out(**about(tournament, alice), reason="x", seen=seen),
    )
    assert sorted(said) == ["", "stale"]
    assert lines_of(tournament).count() == 1
    check(tournament)


def test_a_result_that_comes_in_while_it_is_corrected_counts_once(olga: Player, alice: Player) -> None:
    tournament = started(olga, players(8))
    board = current_round(tournament).boards.get(number=1)
    assert board.table_id is not None
    table_id = board.table_id
    at_once(
        lambda: tables.finish(table_id=table_id),
        lambda: clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at),
        lambda: Correct(board=board.pk, points=[1, 2, 3, 4]).carry_out(**about(tournament, olga), reason="x"),
        lambda: clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at),
    )
    assert [place.score["points"] for place in board.places.order_by("seat") if place.score] == [1, 2, 3, 4]
    check(tournament)


def test_a_pause_and_a_replay_while_tables_end(olga: Player, alice: Player) -> None:
    tournament = started(olga, players(8))
    tournament.helpers.add(alice)
    board = current_round(tournament).boards.get(number=1)
    first, second = open_tables(tournament)
    at_once(
        lambda: tables.finish(table_id=first),
        lambda: tables.finish(table_id=second),
        lambda: Replay(board=board.pk).carry_out(**about(tournament, olga), reason="x"),
        lambda: Pause().carry_out(**about(tournament, alice), reason="x", now=tournament.starts_at),
        lambda: clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at),
    )
    check(tournament)
    assert fresh(tournament).paused_at is not None
    Resume().carry_out(**about(tournament, olga), now=tournament.starts_at)
    for table_id in open_tables(tournament):
        tables.finish(table_id=table_id)
    assert current_round(advanced(tournament, tournament.starts_at)).status == Round.Status.FINISHED
    check(tournament)


def test_two_organisers_pause_it_once(olga: Player, alice: Player) -> None:
    tournament = started(olga, players(8))
    tournament.helpers.add(alice)
    said = at_once(
        lambda: Pause().carry_out(**about(tournament, olga), reason="x"),
        lambda: Pause().carry_out(**about(tournament, alice), reason="x"),
    )
    assert sorted(said) == ["", "paused"]

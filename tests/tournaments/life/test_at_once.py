"""Many players do the same thing, or opposite things, at the same moment, with real threads on each database."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, Player
from common.errors import UserError
from games.models import Table
from run.trial.whole_site import until
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    after_the_break,
    fresh,
    open_tables,
    planned,
    players,
    started,
    the_house_plays,
)
from tests.tournaments.recount import disagreements, recount
from tournaments.base.locking import locked
from tournaments.base.standings import standings_of
from tournaments.life import clockwork, entering, outages
from tournaments.models import Board, Entry, Place, Round, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
TEN = 10
AN_HOUR = timedelta(hours=1)
FRIDAY_NIGHT = datetime(2026, 3, 6, 23, tzinfo=UTC)


def at_once(deeds: Sequence[Callable[[], object]]) -> list[str]:
    """Run all functions in threads of their own; return the codes of refusals. Other errors propagate."""

    def do(deed: Callable[[], object]) -> str:
        try:
            deed()
        except UserError as refused:
            return refused.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(deeds)) as threads:
        return [code for code in threads.map(do, deeds) if code]


def advance(tournament: Tournament, now: datetime) -> Callable[[], None]:
    return lambda: clockwork.advance(tournament_id=tournament.pk, now=now)


def enter(tournament: Tournament, player: Player) -> Callable[[], object]:
    return lambda: entering.enter(tournament_id=tournament.pk, player=player)


def withdraw(tournament: Tournament, player: Player) -> Callable[[], object]:
    return lambda: entering.withdraw(tournament_id=tournament.pk, player=player)


@pytest.fixture
def olga() -> Player:
    return Player.objects.create_user("Olga", "olga@example.org")


@pytest.mark.parametrize("plan", [FRIDAY, DUELS], ids=["tables", "duels"])
def test_ten_threads_advance_a_whole_event(olga: Player, plan: dict[str, Any]) -> None:
    tournament = planned(olga, plan, rounds=2)
    for player in players(7):
        entering.enter(tournament_id=tournament.pk, player=player)
    now = tournament.starts_at
    for _round in range(2):
        at_once([advance(tournament, now)] * TEN)
        the_house_plays(tournament)
        at_once([advance(tournament, now)] * TEN)
        now = after_the_break(tournament)
    at_once([advance(tournament, now)] * TEN)
    tournament = fresh(tournament)
    assert tournament.status == Tournament.Status.FINISHED
    assert [one.number for one in tournament.played_rounds.order_by("number")] == [1, 2]
    assert Table.objects.count() == Board.objects.filter(is_done=True).count() == Board.objects.count()
    assert Place.objects.count() == 14
    assert not disagreements(recount(tournament), standings_of(tournament))
    told = Counter(Notice.objects.filter(kind="tournament-finished").values_list("player", flat=True))
    assert sorted(told.values()) == [1] * 7


def test_ten_players_enter_for_the_last_place(olga: Player) -> None:
    tournament = planned(olga, most=3)
    early, late = players(2), players(TEN, first=3)
    for player in early:
        entering.enter(tournament_id=tournament.pk, player=player)

    assert at_once([enter(tournament, player) for player in late]) == []
    entered = tournament.entries.filter(status=Entry.Status.ENTERED)
    assert entered.count() == 3
    assert tournament.entries.filter(status=Entry.Status.WAITING).count() == TEN - 1

    # All three give up their places at once, and the first three on the waiting list get them.
    waiting = list(tournament.entries.filter(status=Entry.Status.WAITING).order_by("entered_at", "pk"))
    leaving = [entry.player for entry in entered.select_related("player") if entry.player]

    assert at_once([withdraw(tournament, player) for player in leaving]) == []
    assert {entry.pk for entry in entered.all()} == {entry.pk for entry in waiting[:3]}
    assert Notice.objects.filter(kind="tournament-moved-up").count() == 3


def test_a_player_entering_ten_times_at_once_is_entered_once(olga: Player) -> None:
    tournament = planned(olga)
    (player,) = players(1)
    at_once([enter(tournament, player)] * TEN)
    assert Entry.objects.count() == 1


def test_some_withdraw_and_some_enter_while_it_starts(olga: Player) -> None:
    tournament = planned(olga)
    people = players(12)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    leaving, coming = people[:4], players(3, first=13)
    deeds: list[Callable[[], object]] = [advance(tournament, tournament.starts_at)] * 4
    deeds += [withdraw(tournament, player) for player in leaving]
    deeds += [enter(tournament, player) for player in coming]
    random.Random(1).shuffle(deeds)
    assert set(at_once(deeds)) <= {"too-late"}
    _nobody_is_lost(tournament, leaving)


def test_some_withdraw_while_the_next_round_is_seated(olga: Player) -> None:
    people = players(12)
    tournament = started(olga, people, DUELS)
    the_house_plays(tournament)
    clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
    leaving = people[:5]
    deeds: list[Callable[[], object]] = [advance(tournament, after_the_break(tournament))] * 5
    deeds += [withdraw(tournament, player) for player in leaving]
    random.Random(2).shuffle(deeds)
    assert at_once(deeds) == []
    assert fresh(tournament).round_number == 2
    _nobody_is_lost(tournament, leaving)


def test_ten_tables_that_end_at_once_each_ask_for_a_check(olga: Player) -> None:
    """Every table asks for a check; one of them finds all results, and the others cost little."""
    tournament = started(olga, players(20), DUELS)
    the_house_plays(tournament)
    assert at_once([advance(tournament, tournament.starts_at)] * TEN) == []
    (round_,) = tournament.played_rounds.all()
    assert round_.status == Round.Status.FINISHED
    assert Place.objects.filter(round=round_, score=None).count() == 0
    before = fresh(tournament).version
    with CaptureQueriesContext(connection) as queries:
        clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
    assert len(queries) <= 6
    assert fresh(tournament).version == before, "nobody was told of nothing"


def test_deadlines_are_brought_forward_after_a_step_that_has_begun(olga: Player) -> None:
    """A step locks the tournament before its round, and so does bringing the deadlines forward."""
    tournament = started(olga, players(4))
    rounds = Round.objects.filter(tournament=tournament)
    rounds.update(ends_at=FRIDAY_NIGHT)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            locked(tournament.pk)
            correcting = threads.submit(at_once, [bring_deadlines_forward])
            if connection.vendor == "postgresql":  # in SQLite the whole database is locked
                until(_somebody_waits_for_a_lock)
            rounds.update(ends_at=FRIDAY_NIGHT + AN_HOUR)
        assert correcting.result() == []
    assert rounds.get().ends_at == FRIDAY_NIGHT


def bring_deadlines_forward() -> None:
    outages.bring_deadlines_forward(by=AN_HOUR, now=FRIDAY_NIGHT)


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        [waiting] = cursor.fetchone()
    return bool(waiting)


def _nobody_is_lost(tournament: Tournament, gone: Sequence[Player]) -> None:
    """Check that every open table is full and of this round, and that the next round seats all who are left."""
    tournament = fresh(tournament)
    boards = Board.objects.filter(round__tournament=tournament, round__number=tournament.round_number)
    assert len(open_tables(tournament)) == boards.count()
    for board in boards.select_related("table"):
        assert board.table
        assert board.table.seat_count == board.places.count() == board.table.seats.count()
    assert set(tournament.entries.filter(player__in=gone).values_list("status", flat=True)) == {"withdrawn"}
    now = tournament.starts_at
    the_house_plays(tournament)
    clockwork.advance(tournament_id=tournament.pk, now=now)
    clockwork.advance(tournament_id=tournament.pk, now=after_the_break(tournament))
    seated = Place.objects.filter(round__tournament=tournament, round__number=fresh(tournament).round_number)
    here = tournament.entries.filter(status=Entry.Status.ENTERED)
    assert set(seated.values_list("entry", flat=True)) == set(here.values_list("pk", flat=True))

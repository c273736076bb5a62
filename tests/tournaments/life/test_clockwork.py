"""The clockwork takes every step at its time and only once, however often it is called."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, Player
from games import services as tables
from games.models import Seat, Table
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    advanced,
    after_the_break,
    confirmed_players,
    current_round,
    entry_of,
    everyone_plays,
    fresh,
    open_tables,
    planned,
    players,
    started,
    tables_of,
    the_house_plays,
)
from tournaments.base.standings import standings_of
from tournaments.life import clockwork, entering, outages
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.simulation import Simulation

pytestmark = pytest.mark.django_db
Status = Tournament.Status


def from_now(**span: int) -> datetime:
    return timezone.now() + timedelta(**span)


def test_every_step_comes_by_the_clock(olga: Player) -> None:
    tournament = planned(olga, registration_at=from_now(hours=-1), check_in_minutes=15)
    assert tournament.status == Status.REGISTRATION
    for player in players(8):
        entering.enter(tournament_id=tournament.pk, player=player)
        assert tournament.next_at == tournament.check_in_at
    tournament = advanced(tournament, tournament.check_in_at)
    assert tournament.status == Status.CHECK_IN
    for entry in tournament.entries.select_related("player"):
        assert entry.player
        entering.check_in(tournament_id=tournament.pk, player=entry.player)
    tournament = advanced(tournament, tournament.starts_at)
    assert tournament.status == Status.RUNNING
    assert len(open_tables(tournament)) == 2


def test_nothing_happens_before_its_time(olga: Player) -> None:
    tournament = planned(olga)
    before = tournament.starts_at - timedelta(seconds=1)
    assert advanced(tournament, before).status == Status.REGISTRATION


def test_each_round_of_chicken_foot_is_one_deal_of_the_next_lower_double(olga: Player) -> None:
    tournament = started(olga, players(5))
    for _round in range(3):
        everyone_plays(tournament)
        tournament = advanced(tournament, tournament.starts_at)
        tournament = advanced(tournament, after_the_break(tournament))
    doubles = [(table.options["high"], table.options["low"]) for table in tables_of(tournament)]
    assert doubles == [(9, 9), (8, 8), (7, 7)]
    assert tournament.status == Status.FINISHED


def test_there_is_no_break_after_the_last_round(olga: Player) -> None:
    tournament = started(olga, players(4), rounds=2, break_seconds=86_400)
    the_house_plays(tournament)
    assert advanced(tournament, tournament.starts_at).status == Status.RUNNING
    next_day = after_the_break(tournament)
    second = advanced(tournament, next_day)
    assert (second.round_number, second.status) == (2, Status.RUNNING)
    the_house_plays(second)
    assert advanced(second, next_day).status == Status.FINISHED


def test_advancing_twice_does_nothing_twice(olga: Player) -> None:
    tournament = started(olga, players(9))
    for _time in range(3):
        tournament = advanced(tournament, tournament.starts_at)
    assert Table.objects.count() == Board.objects.count() == 2
    the_house_plays(tournament)
    for _time in range(3):
        tournament = advanced(tournament, tournament.starts_at)
    assert tournament.round_number == 1
    second = after_the_break(tournament)
    for _time in range(3):
        tournament = advanced(tournament, second)
    assert tournament.round_number == 2
    assert Table.objects.count() == Board.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_ten_threads_advancing_at_once_open_each_table_once() -> None:
    olga = Player.objects.create_user("Olga", "olga@example.org")
    tournament = planned(olga)
    for player in players(12):
        entering.enter(tournament_id=tournament.pk, player=player)

    def advance() -> None:
        try:
            clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as threads:
        for one in [threads.submit(advance) for _ in range(10)]:
            one.result()
    assert Round.objects.count() == 1
    assert Table.objects.count() == Board.objects.count() == 3
    assert Place.objects.count() == 12
    assert sorted(Entry.objects.values_list("seed", flat=True)) == list(range(1, 13))


def test_with_too_few_players_it_is_cancelled_and_everyone_is_told(olga: Player) -> None:
    tournament = planned(olga, least=5)
    four = players(4)
    for player in four:
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    assert (tournament.status, tournament.cancelled_because) == (Status.CANCELLED, "too-few")
    assert Notice.objects.filter(kind="tournament-cancelled").count() == 4


def test_players_who_have_not_checked_in_are_not_seated_until_back(olga: Player) -> None:
    tournament = planned(olga, check_in_minutes=10, registration_at=from_now(minutes=-1))
    people = players(5)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.check_in_at)
    for player in people[:4]:
        entering.check_in(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    late = entry_of(tournament, people[4])
    assert late.presence == Entry.Presence.ABSENT
    assert not late.places.exists()
    entering.come_back(tournament_id=tournament.pk, player=people[4])
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    tournament = advanced(tournament, after_the_break(tournament))
    assert late.places.get().round.number == 2


def test_when_the_time_of_a_round_is_over_the_house_finishes_it(
    olga: Player, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    tournament = started(olga, players(8), round_minutes=20)
    round_ = current_round(tournament)
    assert round_.ends_at == tournament.starts_at + timedelta(minutes=20)
    tournament = advanced(tournament, round_.ends_at - timedelta(seconds=1))
    assert current_round(tournament).status == Round.Status.RUNNING
    tournament = advanced(tournament, round_.ends_at)
    assert tournament.next_at is not None
    assert tournament.next_at > round_.ends_at
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.next_at)
    assert current_round(tournament).status == Round.Status.FINISHED
    assert all(place.score for place in Place.objects.all())


def test_a_match_that_the_house_finishes_is_right(olga: Player) -> None:
    tournament = started(olga, players(2), DUELS, options={"target": 3})
    (table_id,) = open_tables(tournament)
    tables.finish(table_id=table_id)
    tables.finish(table_id=table_id)
    table = Table.objects.get(pk=table_id)
    assert table.status == Table.Status.FINISHED
    assert max(table.totals) >= 3


@pytest.mark.parametrize(
    ("absence", "status", "presence", "is_seated"),
    [
        ("pause", "entered", "absent", False),
        ("keep", "entered", "absent", True),
        ("drop", "withdrawn", "absent", False),
    ],
)
def test_a_no_show_is_treated_as_the_organiser_chose(
    olga: Player, absence: str, status: str, presence: str, is_seated: bool
) -> None:
    people = players(8)
    tournament = started(olga, people, absence=absence)
    Seat.objects.filter(player=people[0]).update(away=True)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    entry = entry_of(tournament, people[0])
    assert (entry.status, entry.presence) == (status, presence)
    tournament = advanced(tournament, after_the_break(tournament))
    assert current_round(tournament).places.filter(entry=entry).exists() == is_seated


def test_only_the_organiser_hears_of_a_held_seating(olga: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    round_ = current_round(tournament)
    assert round_.status == Round.Status.HELD
    assert open_tables(tournament) == []
    assert all(row["played"] == 0 for row in standings_of(tournament))
    assert Notice.objects.filter(kind="tournament-seating", player=olga).count() == 1


def test_an_unpublished_seating_is_published_automatically(olga: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    tournament = advanced(tournament, tournament.starts_at + timedelta(minutes=11))
    assert len(open_tables(tournament)) == 2


def test_a_paused_tournament_stands_still(olga: Player) -> None:
    tournament = started(olga, players(8))
    the_house_plays(tournament)
    Tournament.objects.update(paused_at=tournament.starts_at)
    assert current_round(advanced(tournament, tournament.starts_at)).status == Round.Status.RUNNING


def test_players_are_told_of_their_tables_once(olga: Player) -> None:
    tournament = started(olga, players(8))
    advanced(tournament, tournament.starts_at)
    assert Notice.objects.filter(kind="tournament-table").count() == 8


def test_all_tables_of_a_duplicate_round_have_the_same_decks(olga: Player) -> None:
    tournament = started(olga, confirmed_players(8), duplicate=True)
    first, second = tables_of(tournament)
    assert first.is_sealed
    assert second.is_sealed
    the_house_plays(tournament)
    assert [deal.deck for deal in first.deals.all()] == [deal.deck for deal in second.deals.all()]
    tournament = advanced(tournament, tournament.starts_at)
    assert not any(table.is_sealed for table in tables_of(tournament))
    tournament = advanced(tournament, after_the_break(tournament))
    the_house_plays(tournament)
    assert len({deal.deck for table in tables_of(tournament) for deal in table.deals.all()}) == 2


def test_a_bye_is_written_with_its_reason(olga: Player) -> None:
    tournament = started(olga, players(5), DUELS)
    bye = Place.objects.get(board=None)
    assert bye.why
    assert len(open_tables(tournament)) == 2


def test_with_one_player_left_it_ends_with_the_standings_as_they_are(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people)
    for player in people[:3]:
        entering.withdraw(tournament_id=tournament.pk, player=player)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.status == Status.FINISHED
    assert tournament.round_number == 1


def test_the_organiser_is_warned_once_in_the_break_of_too_few_players(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    the_house_plays(tournament)
    tournament.entries.exclude(seed=1).update(presence=Entry.Presence.ABSENT)
    for _again in range(2):
        tournament = advanced(tournament, tournament.starts_at)
    told = Notice.objects.get(kind="tournament-lacks-players")
    assert told.player == olga
    assert told.gaps["round"] == "2"
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.status == Status.FINISHED


def test_there_is_no_warning_of_too_few_players_after_the_last_round(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS, rounds=1)
    the_house_plays(tournament)
    tournament.entries.update(presence=Entry.Presence.ABSENT)
    advanced(tournament, tournament.starts_at)
    assert not Notice.objects.filter(kind="tournament-lacks-players").exists()


def test_after_an_outage_a_round_gets_its_time_back(olga: Player) -> None:
    tournament = started(olga, players(8), round_minutes=20)
    ends_at = current_round(tournament).ends_at
    assert ends_at is not None
    gap = timedelta(minutes=30)
    now = tournament.starts_at + gap + timedelta(minutes=5)
    assert tables.note_pulse(name="tournaments", now=now - gap) is None
    assert tables.note_pulse(name="tournaments", now=now) == gap
    assert tables.note_pulse(name="tournaments", now=now) is None
    outages.give_time_back(gap=gap, now=now)
    assert current_round(tournament).ends_at == ends_at + gap
    assert current_round(advanced(tournament, now)).status == Round.Status.RUNNING


def test_a_break_that_began_during_an_outage_gets_no_longer(olga: Player) -> None:
    tournament = started(olga, players(8))
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    over = current_round(tournament).finished_at
    assert over is not None
    now = over + timedelta(minutes=1)
    outages.give_time_back(gap=timedelta(minutes=30), now=now)
    assert current_round(tournament).finished_at == now
    assert fresh(tournament).next_at == now


def test_a_move_too_gets_its_time_back_but_never_more_than_its_full_time(olga: Player) -> None:
    tournament = started(olga, players(8), seconds=600)
    for table_id in open_tables(tournament):
        for seat in Seat.objects.filter(table=table_id, player__isnull=False):
            assert seat.player_id
            tables.contribute(table_id=table_id, player_id=seat.player_id, contribution=bytes(16))
    table = tables_of(tournament)[0]
    assert table.due_at is not None
    now = table.due_at + timedelta(minutes=5)
    tables.give_time_back(gap=timedelta(minutes=8), now=now)
    assert Table.objects.get(pk=table.pk).due_at == table.due_at + timedelta(minutes=8)
    tables.give_time_back(gap=timedelta(minutes=30), now=now)
    assert Table.objects.get(pk=table.pk).due_at == now + timedelta(minutes=10)


@pytest.mark.parametrize("plan", [FRIDAY, DUELS], ids=["tables", "duels"])
def test_a_step_makes_as_many_queries_in_late_rounds_as_in_early_ones(olga: Player, plan: dict[str, Any]) -> None:
    counts: list[int] = []
    plan = plan | {"options": {}, "rounds": 8} if plan is FRIDAY else plan | {"rounds": 8}

    def count(tournament: Tournament) -> None:
        tournament.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            clockwork.advance(tournament_id=tournament.pk, now=after_the_break(tournament))
        counts.append(len(queries))

    Simulation(olga, plan["format"], 24, seed=1, settings=plan).run(count)
    assert len(set(counts[:-1])) == 1, counts

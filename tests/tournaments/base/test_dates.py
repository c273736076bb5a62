"""A league plays its rounds on fixed dates, whatever is early or late, and when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, Player
from accounts.notices import KINDS
from games.models import Table
from games.records.checking import problems_of
from tests.tournaments.base.at_dates import DAY, HOUR, MINUTE, dates
from tests.tournaments.people import (
    LEAGUE,
    advanced,
    current_round,
    date_of,
    entry_of,
    open_tables,
    players,
    started,
    tables_of,
    the_house_plays,
)
from tests.tournaments.recount import disagreements, recount
from tournaments.control.actions.seating.publish import Publish
from tournaments.life import clockwork, entering
from tournaments.life.reminding import remind
from tournaments.models import Board, Place, Round, Tournament
from tournaments.pages.player_status import status_of
from tournaments.rehearsal import texts
from tournaments.rehearsal.play import Rehearsed, RehearsedRound
from tournaments.simulation import CALM, MANY, Mishaps, Simulation

FRIDAY_AT_EIGHT = datetime(2026, 3, 6, 19, tzinfo=UTC)
"""In Berlin, where the clocks go forward on 29 March."""


def berlin(**columns: Any) -> Tournament:
    """Return a weekly league that starts on a Friday at eight."""
    return Tournament(starts_at=FRIDAY_AT_EIGHT, time_zone="Europe/Berlin", days_between=7, **columns)


# --- A league by the clock ---


def test_a_league_is_played_on_its_dates(league: Tournament) -> None:
    first, second, third, _end = dates(league)
    the_house_plays(league)
    league = advanced(league, first + DAY)
    assert current_round(league).status == Round.Status.FINISHED
    assert (league.round_number, league.next_at) == (1, second)
    assert advanced(league, second - MINUTE).round_number == 1
    for _twice in range(2):
        league = advanced(league, second)
    assert (league.round_number, len(open_tables(league))) == (2, 2)
    the_house_plays(league)
    assert advanced(league, third - MINUTE).round_number == 2
    league = advanced(league, third)
    assert league.round_number == 3
    assert [one.started_at for one in league.played_rounds.order_by("number")] == [first, second, third]
    assert Table.objects.count() == Board.objects.count() == 6


def test_a_round_ends_on_the_date_of_the_next_one_which_begins_when_the_house_is_done(league: Tournament) -> None:
    _first, second, third, _end = dates(league)
    assert current_round(league).ends_at == second
    league = advanced(league, second)
    assert (league.round_number, current_round(league).status) == (1, Round.Status.RUNNING)
    the_house_plays(league)  # as it was asked to
    late = second + 20 * timedelta(seconds=1)
    league = advanced(league, late)
    assert (league.round_number, current_round(league).started_at) == (2, late)
    assert current_round(league).ends_at == third, "later dates stay"


def test_the_last_round_is_as_long_as_the_others_and_nobody_waits_after_it(league: Tournament) -> None:
    for date in dates(league)[1:3]:
        the_house_plays(league)
        league = advanced(league, date)
    assert (league.round_number, current_round(league).ends_at) == (3, dates(league)[3])
    the_house_plays(league)
    done = dates(league)[2] + HOUR
    league = advanced(league, done)
    assert (league.status, league.finished_at) == (Tournament.Status.FINISHED, done)


def test_a_round_with_a_time_of_its_own_ends_before_the_next_date(olga: Player) -> None:
    league = started(olga, players(4), LEAGUE, round_minutes=3 * 24 * 60)
    ends = league.starts_at + 3 * DAY
    assert current_round(league).ends_at == ends
    the_house_plays(league)
    league = advanced(league, ends)
    assert current_round(league).status == Round.Status.FINISHED
    assert advanced(league, ends + DAY).next_at == dates(league)[1]


def test_withdrawing_coming_back_and_sitting_out_count_until_the_date(olga: Player) -> None:
    people = players(5)
    league = started(olga, people, LEAGUE, format="swiss", rounds=3, late_rounds=3)
    the_house_plays(league)
    league = advanced(league, league.starts_at + HOUR)
    entering.withdraw(tournament_id=league.pk, player=people[0])
    entering.sit_out(tournament_id=league.pk, player=people[1])
    late = players(1, first=9)[0]
    entering.enter(tournament_id=league.pk, player=late)
    league = advanced(league, dates(league)[1])
    seated = set(Place.objects.filter(round=current_round(league)).values_list("entry", flat=True))
    assert seated == {entry_of(league, one).pk for one in [*people[2:], late]}


def test_a_seating_to_check_is_ready_a_day_before_its_date(olga: Player) -> None:
    league = started(olga, players(4), LEAGUE, holds_seatings=True)
    Publish().carry_out(tournament_id=league.pk, by=olga)
    league = advanced(league, league.starts_at)
    the_house_plays(league)
    second = dates(league)[1]
    league = advanced(league, league.starts_at + HOUR)
    assert (league.round_number, league.next_at) == (1, second - DAY)
    league = advanced(league, second - DAY)
    assert (current_round(league).status, current_round(league).opens_at) == (Round.Status.HELD, second)
    assert open_tables(advanced(league, second)) == []
    league = advanced(league, second + 11 * MINUTE)
    assert (len(open_tables(league)), current_round(league).ends_at) == (2, dates(league)[2])


def test_a_seating_published_before_its_date_opens_on_it(olga: Player) -> None:
    league = started(olga, players(4), LEAGUE, holds_seatings=True)
    Publish().carry_out(tournament_id=league.pk, by=olga)
    the_house_plays(advanced(league, league.starts_at))
    second = dates(league)[1]
    league = advanced(league, second - DAY)
    Publish().carry_out(tournament_id=league.pk, by=olga)
    assert "The tables open on" in Client().get(league.get_absolute_url()).content.decode()
    assert open_tables(advanced(league, second - MINUTE)) == []
    assert len(open_tables(advanced(league, second))) == 2


# --- What players are told ---


def test_players_are_told_by_mail_that_their_table_is_ready(league: Tournament) -> None:
    told = Notice.objects.filter(kind="tournament-league-table")
    assert told.count() == 4
    assert KINDS["tournament-league-table"].by_mail
    assert not Notice.objects.filter(kind="tournament-table").exists()


def test_players_are_reminded_once_of_each_round(league: Tournament) -> None:
    second = date_of(league, 2)
    entering.sit_out(tournament_id=league.pk, player=Player.objects.get(username="Player1"))
    told = []
    for before in (25 * HOUR, 24 * HOUR, HOUR, timedelta()):
        remind(second - before)
        cache.clear()  # the mark in the cache may be lost at any time
        told.append(Notice.objects.filter(kind="tournament-round-near").count())
    assert told == [0, 3, 3, 3]


def test_of_a_daily_round_players_are_reminded_an_hour_ahead(olga: Player) -> None:
    league = started(olga, players(4), LEAGUE, days_between=1, seconds=3600)
    assert [remind(date_of(league, 2) - before) for before in (2 * HOUR, HOUR)] == [0, 1]


def test_there_are_no_reminders_after_the_last_round(league: Tournament) -> None:
    for number in (2, 3):
        the_house_plays(league)
        league = advanced(league, date_of(league, number))
    assert remind(date_of(league, 4) - HOUR) == 0


def test_a_reader_sees_when_the_next_round_begins_and_against_whom(league: Tournament) -> None:
    alone, other = Player.objects.filter(username__in=["Player1", "Player2"]).order_by("username")
    second = date_of(league, 2)
    assert status_of(league, alone, current_round(league)).next_date == (2, second)
    assert status_of(league, None, current_round(league)).next_date == (2, second)
    the_house_plays(league)
    league = advanced(league, second - DAY)
    between = status_of(league, alone, current_round(league))
    assert (between.next_date, between.until) == ((2, second), second)
    assert str(between.lines[-1]).startswith("In round 2 you meet Player")
    league = advanced(league, second)
    opponents = Place.objects.filter(round=current_round(league), board__places__entry=entry_of(league, alone))
    names = {str(place.entry) for place in opponents} - {alone.username}
    assert str(between.lines[-1]) == f"In round 2 you meet {names.pop()}."
    the_house_plays(league)
    the_last = advanced(league, date_of(league, 3))
    assert status_of(the_last, other, current_round(the_last)).next_date is None


def test_a_rehearsal_of_a_league_says_its_dates() -> None:
    league = berlin(game="two-step", format="round-robin", options={"target": 1}, seconds=86_400)
    result = Rehearsed(4, [], 3, is_whole=True, rounds=[], seconds=2 * 7 * 86_400 + 600)
    assert texts.ends_at(league, result) == date_of(league, 3) + 10 * MINUTE
    later = Rehearsed(6, [], 5, is_whole=True, rounds=[], seconds=4 * 7 * 86_400)
    assert texts.ends_at(league, later) == date_of(league, 5), "after the clocks have changed"
    assert "every week: from" in texts.length(league, result)
    assert any("rounds begin every week" in one for one in texts.assumptions(league, result))


@pytest.mark.parametrize(("moves", "seconds", "is_said"), [(358, 86_400, True), (60, 86_400, False), (358, 30, False)])
def test_a_rehearsal_says_that_a_day_for_a_move_is_not_a_move_a_day(moves: int, seconds: int, is_said: bool) -> None:
    league = berlin(game="two-step", format="round-robin", options={"target": 10}, seconds=seconds)
    one = RehearsedRound(1, [(1, 2)], [], 3600, 3600, 0, 0, [[(1, 10), (2, 7)]])
    result = Rehearsed(2, [], 1, is_whole=True, rounds=[one], seconds=3600, moves=moves)
    assert any("about 360 moves" in one for one in texts.surprises(league, result)) == is_said


def test_the_page_says_the_dates(client: Client, league: Tournament) -> None:
    page = client.get(league.get_absolute_url()).content.decode()
    assert "Round 2 begins on" in page
    assert "every week at" in page
    assert "until the next one begins" in page
    assert "at most 21 days" in page
    assert "Break between rounds" not in page


# --- From the first date to the medals ---


@pytest.mark.parametrize("mishaps", [CALM, MANY], ids=["calm", "with mishaps"])
@pytest.mark.parametrize("format", ["round-robin", "swiss"])
def test_a_whole_league_keeps_its_dates_and_its_records_are_right(olga: Player, format: str, mishaps: Mishaps) -> None:
    settings = {"days_between": 7, "seconds": 86_400, "time_zone": "Europe/Berlin"}
    now = datetime(2026, 3, 6, 18, 50, tzinfo=UTC)
    league = Simulation(olga, format, 7, seed=4, mishaps=mishaps, settings=settings, now=now).run()
    assert league.status == Tournament.Status.FINISHED
    rounds = list(league.played_rounds.order_by("number"))
    assert len(rounds) > 3, "the clocks change between the fourth and the fifth"
    for one in rounds:
        assert one.started_at == date_of(league, one.number)
        assert one.ends_at == date_of(league, one.number + 1)
    for table in tables_of(league):
        assert list(problems_of(table)) == []
    assert disagreements(recount(league), league.final) == []


def test_a_step_makes_as_many_queries_in_late_rounds_as_in_early_ones(olga: Player) -> None:
    counts: list[int] = []

    def count(league: Tournament) -> None:
        league.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            clockwork.advance(tournament_id=league.pk, now=date_of(league, league.round_number + 1))
        counts.append(len(queries))

    settings = {"days_between": 7, "rounds": 7, "seconds": 86_400}
    Simulation(olga, "swiss", 24, seed=1, settings=settings).run(count)
    assert len(set(counts[:-1])) == 1, counts

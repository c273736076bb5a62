"""Nobody is punished for an outage: check-in is extended, and the start waits."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Notice, Player
from action_log.models import LogLine
from action_log.services import describe
from tests.tournaments.people import DUELS, advanced, entry_of, fresh, planned, players
from tournaments.life import entering, outages
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
Status = Tournament.Status


@pytest.fixture
def people(db: None) -> list[Player]:
    return players(4)


@pytest.fixture
def evening(olga: Player, people: list[Player]) -> Tournament:
    """Return a tournament of four with half an hour for check-in."""
    return entered(olga, people)


def entered(olga: Player, people: list[Player], **plan: Any) -> Tournament:
    tournament = planned(olga, DUELS, check_in_minutes=30, **plan)
    start = tournament.starts_at.replace(second=0, microsecond=0)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=start, next_at=start - 30 * MINUTE)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    return fresh(tournament)


def checks_in(tournament: Tournament, player: Player) -> None:
    entering.check_in(tournament_id=tournament.pk, player=player)


def out_of_order(tournament: Tournament, since: datetime, until: datetime) -> Tournament:
    """Simulate an outage followed by the sweep, which notices it and does what is due."""
    outages.give_time_back(gap=until - since, now=until)
    return advanced(tournament, until)


def absent(tournament: Tournament) -> set[str]:
    return {entry.name for entry in tournament.entries.filter(presence=Entry.Presence.ABSENT)}


def test_after_an_outage_check_in_is_extended_by_a_third_of_its_time(evening: Tournament, people: list[Player]) -> None:
    opens, start = evening.check_in_at, evening.starts_at
    assert advanced(evening, opens).status == Status.CHECK_IN
    checks_in(evening, people[0])
    back = start + 7 * MINUTE
    evening = out_of_order(evening, opens + MINUTE, back)
    assert evening.status == Status.CHECK_IN
    assert evening.starts_at == evening.next_at == back + 10 * MINUTE
    for player in people[1:3]:
        checks_in(evening, player)
    assert advanced(evening, evening.starts_at - timedelta(seconds=1)).status == Status.CHECK_IN
    evening = advanced(evening, evening.starts_at)
    assert evening.status == Status.RUNNING
    assert absent(evening) == {people[3].username}


def test_a_check_in_lost_to_an_outage_is_held_after_it(evening: Tournament, people: list[Player]) -> None:
    back = evening.starts_at + timedelta(hours=3)
    evening = out_of_order(evening, evening.check_in_at - MINUTE, back)
    assert evening.status == Status.CHECK_IN
    assert evening.starts_at == back + 10 * MINUTE
    assert Notice.objects.filter(kind="tournament-check-in").count() == 4


@pytest.mark.parametrize(
    ("down", "up", "start"),
    [(1, 19, 30), (1, 20, 30), (5, 25, 35), (5, 21, 31), (26, 29, 32), (26, 31, 35), (-40, -1, 30), (-40, 2, 30)],
)
def test_check_in_is_extended_by_the_time_lost_up_to_a_limit(
    evening: Tournament, down: int, up: int, start: int
) -> None:
    """Times are in minutes from the opening of check-in."""
    opens = evening.check_in_at
    if down > 0:
        advanced(evening, opens)
    evening = out_of_order(evening, opens + down * MINUTE, opens + up * MINUTE)
    assert evening.starts_at == opens + start * MINUTE


def test_the_start_is_a_whole_minute(evening: Tournament) -> None:
    advanced(evening, evening.check_in_at)
    back = evening.starts_at + timedelta(seconds=20, microseconds=7)
    evening = out_of_order(evening, evening.check_in_at, back)
    assert evening.starts_at == back.replace(second=0, microsecond=0) + 11 * MINUTE


def test_missing_players_are_told_the_new_deadline_and_the_log_says_why(
    evening: Tournament, people: list[Player]
) -> None:
    advanced(evening, evening.check_in_at)
    checks_in(evening, people[0])
    Notice.objects.all().delete()
    evening = out_of_order(evening, evening.check_in_at + MINUTE, evening.starts_at)
    told = Notice.objects.filter(kind="tournament-check-in")
    assert {notice.player for notice in told} == set(people[1:])
    assert {notice.gaps["starts_at"]["at"] for notice in told} == {evening.starts_at.isoformat()}
    (act,) = LogLine.objects.all()
    assert describe(act) == "The site was down during check-in: the start was postponed by 10 min."


def test_without_check_in_nothing_is_delayed(olga: Player, people: list[Player]) -> None:
    tournament = entered(olga, people)
    Tournament.objects.update(check_in_minutes=0, next_at=tournament.starts_at)
    start = tournament.starts_at
    tournament = out_of_order(tournament, start - MINUTE, start + MINUTE)
    assert (tournament.status, tournament.starts_at) == (Status.RUNNING, start)


def test_a_league_keeps_its_dates_and_nobody_counts_as_absent(olga: Player, people: list[Player]) -> None:
    league = entered(olga, people, days_between=7)
    start = league.starts_at
    advanced(league, league.check_in_at)
    checks_in(league, people[0])
    league = out_of_order(league, league.check_in_at + MINUTE, start - MINUTE)
    assert (league.status, league.starts_at, league.next_at) == (Status.CHECK_IN, start, start)
    assert "nobody has to check in" in describe(LogLine.objects.get())
    league = advanced(league, start)
    assert league.status == Status.RUNNING
    assert absent(league) == set()
    assert entry_of(league, people[1]).places.exists()

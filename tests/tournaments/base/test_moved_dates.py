"""What pauses, outages and organisers do to the dates of a league."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Player
from common.errors import UserError
from tests.tournaments.base.at_dates import DAY, HOUR, MINUTE, dates
from tests.tournaments.people import (
    LEAGUE,
    advanced,
    current_round,
    fresh,
    open_tables,
    players,
    started,
    the_house_plays,
)
from tests.tournaments.plans import changed, planned
from tournaments.control.actions.clock.end_round import EndRound
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.seating.publish import Publish
from tournaments.control.room.control import control_of
from tournaments.life import outages
from tournaments.models import Round, Tournament
from tournaments.planning import plans


def paused(league: Tournament, olga: Player, at: datetime, until: datetime) -> Tournament:
    Pause().carry_out(tournament_id=league.pk, by=olga, reason="A storm", now=at)
    Resume().carry_out(tournament_id=league.pk, by=olga, now=until)
    return fresh(league)


def out_of_order(league: Tournament, olga: Player, at: datetime, until: datetime) -> Tournament:
    outages.give_time_back(gap=until - at, now=until)
    return fresh(league)


Gap = Callable[[Tournament, Player, datetime, datetime], Tournament]
GAPS = pytest.mark.parametrize("gap", [paused, out_of_order])


@GAPS
def test_a_pause_moves_no_date_that_is_still_to_come(league: Tournament, olga: Player, gap: Gap) -> None:
    first, second, _third, _end = dates(league)
    league = gap(league, olga, first + HOUR, first + 2 * DAY)
    assert current_round(league).ends_at == second
    the_house_plays(league)
    league = advanced(league, first + 2 * DAY)
    assert league.next_at == second
    league = gap(league, olga, first + 3 * DAY, second - HOUR)
    league = advanced(league, second - HOUR)
    assert (league.round_number, league.next_at) == (1, second)
    assert advanced(league, second).round_number == 2


@GAPS
def test_a_pause_over_a_date_gives_the_round_its_time_back(league: Tournament, olga: Player, gap: Gap) -> None:
    _first, second, third, fourth = dates(league)
    league = gap(league, olga, second - DAY, second + 2 * DAY)
    assert current_round(league).ends_at == second + 3 * DAY
    the_house_plays(league)
    league = advanced(league, second + 3 * DAY)
    assert (league.round_number, current_round(league).ends_at) == (2, third)
    the_house_plays(league)
    assert (advanced(league, third).round_number, current_round(league).ends_at) == (3, fourth)


@GAPS
def test_after_a_pause_over_a_date_without_a_round_the_next_one_begins_at_once(
    league: Tournament, olga: Player, gap: Gap
) -> None:
    first, second, _third, fourth = dates(league)
    the_house_plays(league)
    league = advanced(league, first + HOUR)
    now = second + 5 * DAY
    league = advanced(gap(league, olga, first + DAY, now), now)
    assert (league.round_number, current_round(league).started_at) == (2, now)
    assert current_round(league).ends_at == fourth, "the next date would leave it less than half of its time"


@GAPS
def test_a_seating_that_is_held_waits_for_its_date_and_for_the_organiser(olga: Player, gap: Gap) -> None:
    league = started(olga, players(4), LEAGUE, holds_seatings=True)
    Publish().carry_out(tournament_id=league.pk, by=olga)
    the_house_plays(advanced(league, league.starts_at))
    second = dates(league)[1]
    league = advanced(league, second - DAY)
    league = gap(league, olga, second - 23 * HOUR, second - HOUR)
    assert current_round(league).opens_at == second
    league = gap(league, olga, second - HOUR, second + 2 * HOUR)
    league = advanced(league, second + 2 * HOUR)
    assert current_round(league).status == Round.Status.HELD, "there is time to look at it"
    assert len(open_tables(advanced(league, second + 2 * HOUR + 11 * MINUTE))) == 2


def test_a_paused_league_stands_still_on_its_dates(league: Tournament, olga: Player) -> None:
    second = dates(league)[1]
    Pause().carry_out(tournament_id=league.pk, by=olga, reason="A storm", now=second - HOUR)
    the_house_plays(league)
    assert advanced(league, second).round_number == 1


# --- What organisers do ---


def test_a_round_that_is_given_more_time_puts_off_the_next_one_and_no_other(league: Tournament, olga: Player) -> None:
    _first, second, third, _end = dates(league)
    ExtendRound(minutes=120).carry_out(tournament_id=league.pk, by=olga, reason="So close", now=second - HOUR)
    assert current_round(league).ends_at == second + 2 * HOUR
    assert advanced(league, second).round_number == 1
    the_house_plays(league)
    league = advanced(league, second + 2 * HOUR)
    assert (league.round_number, current_round(league).ends_at) == (2, third)


def test_a_round_can_be_extended_by_at_most_a_week(league: Tournament, olga: Player) -> None:
    asked: dict[str, Any] = {"tournament_id": league.pk, "by": olga, "reason": "Snow", "now": league.starts_at}
    with pytest.raises(UserError):
        ExtendRound(minutes=7 * 24 * 60 + 1).carry_out(**asked)
    ExtendRound(minutes=7 * 24 * 60).carry_out(**asked)
    third = dates(league)[2]
    assert current_round(league).ends_at == third
    the_house_plays(league)
    league = advanced(league, third)
    assert (league.round_number, current_round(league).ends_at) == (2, dates(league)[3])


def test_the_control_room_tells_the_date_of_the_next_round(client: Client, league: Tournament, olga: Player) -> None:
    the_house_plays(league)
    league = advanced(league, league.starts_at + HOUR)
    assert control_of(league, league.starts_at + HOUR).next_round_at == dates(league)[1]
    client.force_login(olga)
    day = date_format(localtime(dates(league)[1]), "SHORT_DATETIME_FORMAT")
    assert day in client.get(f"{league.get_absolute_url()}control/").content.decode()


@pytest.mark.parametrize(
    ("round_minutes", "minutes", "said"),
    [
        (60, 20, "begins on its date"),
        (None, 20, "Later dates stay"),
        (None, 3 * 24 * 60, "Later dates stay"),
        (None, 4 * 24 * 60, "all later ones are put off"),
    ],
)
def test_the_preview_says_what_more_time_does_to_the_dates(
    client: Client, olga: Player, round_minutes: int | None, minutes: int, said: str
) -> None:
    league = started(olga, players(4), LEAGUE, round_minutes=round_minutes)
    client.force_login(olga)
    address = f"{league.get_absolute_url()}control/"
    assert said in client.get(f"{address}extend/", {"minutes": str(minutes), "look": "1"}).content.decode()
    assert "The dates of rounds stay" in client.get(f"{address}pause/").content.decode()
    assert "on its date all the same" in client.get(f"{address}end-round/").content.decode()


def test_a_round_that_is_ended_by_hand_is_followed_on_its_date(league: Tournament, olga: Player) -> None:
    first, second, _third, _end = dates(league)
    EndRound().carry_out(tournament_id=league.pk, by=olga, reason="Enough", now=first + HOUR)
    the_house_plays(league)
    league = advanced(league, first + HOUR)
    assert (league.round_number, league.next_at) == (1, second)


def test_the_dates_stay_once_it_runs(league: Tournament) -> None:
    with pytest.raises(UserError) as refusal:
        plans.change(tournament_id=league.pk, to=changed(days_between=14))
    assert refusal.value.code == "running"


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"days_between": 32}, "bad-dates"),
        ({"days_between": 1, "round_minutes": 24 * 60 + 1}, "long-round"),
        ({"days_between": 1, "seconds": 86_400}, "slow-moves"),
    ],
)
def test_settings_that_do_not_fit_dates_are_refused(olga: Player, columns: dict[str, Any], code: str) -> None:
    with pytest.raises(UserError) as refusal:
        planned(olga, **columns)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")

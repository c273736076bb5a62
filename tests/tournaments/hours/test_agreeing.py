"""Hours of a league's matches: proposed, accepted, declined, withdrawn, or set by the organiser's rule."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from accounts.models import Notice, Player
from common.errors import UserError
from games.models import Table
from tests.games.pages import browser_of
from tests.tournaments.people import LEAGUE, advanced, current_round, everyone_plays, players, started
from tests.tournaments.recount import disagreements, recount
from tournaments.base.standings import standings_of
from tournaments.calendars import feeds
from tournaments.control.actions.tables.hour import SetHour
from tournaments.hours import agreeing
from tournaments.life import entering
from tournaments.life.reminding import remind
from tournaments.models import Board, HourProposal, Tournament
from tournaments.planning import plans
from tournaments.simulation import MANY, Simulation
from tournaments.terms import Terms

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AGREEING: dict[str, Any] = {**LEAGUE, "seconds": 60, "agreeing": "fixed", "agree_days": 4, "fixed_day": 6}


def league(organiser: Player, people: Sequence[Player], **overrides: Any) -> Tournament:
    """Return a league whose first round has begun."""
    return started(organiser, people, AGREEING, **overrides)


def board_of(tournament: Tournament, number: int = 1) -> Board:
    return current_round(tournament).boards.select_related("round__tournament").get(number=number)


def pair_at(tournament: Tournament, number: int = 1) -> list[Player]:
    return agreeing.people_at(board_of(tournament, number))


def begun(tournament: Tournament) -> datetime:
    at = current_round(tournament).started_at
    assert at is not None
    return at


def propose(tournament: Tournament, player: Player, *hours: datetime) -> list[HourProposal]:
    agreeing.propose(tournament_id=tournament.pk, player=player, hours=hours, now=begun(tournament))
    return list(board_of(tournament).proposals.filter(player=player).order_by("at"))


def accept(tournament: Tournament, player: Player, proposal: HourProposal, now: datetime | None = None) -> None:
    now = now or begun(tournament)
    agreeing.accept(tournament_id=tournament.pk, player=player, proposal_id=proposal.pk, now=now)


def told(player: Player) -> list[str]:
    kinds = Notice.objects.filter(player=player, kind__startswith="tournament-hour").order_by("created_at", "pk")
    return [kind.removeprefix("tournament-hour-") for kind in kinds.values_list("kind", flat=True)]


def test_once_an_hour_is_agreed_no_other_is_proposed(olga: Player) -> None:
    tournament = league(olga, players(4))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    propose(tournament, ann, start + 20 * HOUR)
    assert not propose(tournament, ben, start + 20 * HOUR, start + 30 * HOUR)
    assert board_of(tournament).opens_at == start + 20 * HOUR
    assert told(ann) == ["to-agree", "agreed"]


def test_no_table_opens_before_its_hour_and_each_at_its_own(olga: Player) -> None:
    tournament = league(olga, players(4))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    assert not Table.objects.exists()
    assert told(ann) == ["to-agree"]
    _early, late = propose(tournament, ann, start + 20 * HOUR, start + 30 * HOUR)
    accept(tournament, ben, late)
    assert board_of(tournament).opens_at == start + 30 * HOUR
    assert not HourProposal.objects.exists()
    assert told(ann) == ["to-agree", "agreed"]
    assert told(ben) == ["to-agree", "proposed", "proposed", "agreed"]
    tournament = advanced(tournament, start + 30 * HOUR - timedelta(seconds=1))
    assert tournament.next_at == start + 30 * HOUR
    assert not Table.objects.exists()
    advanced(tournament, start + 30 * HOUR)
    table = Table.objects.get()
    assert table == board_of(tournament).table
    assert set(table.seats.values_list("player", flat=True)) == {ann.pk, ben.pk}
    assert Notice.objects.filter(kind="tournament-league-table").count() == 2
    with pytest.raises(UserError, match="no match of yours"):
        propose(tournament, ann, start + 40 * HOUR)


def test_everyone_at_a_larger_table_has_to_accept(olga: Player) -> None:
    plan = {"game": "chicken-foot", "format": "descending-doubles", "rounds": 2, "table_size": 3, "options": {}}
    tournament = started(olga, players(3), AGREEING | plan)
    (ann, ben, cem), start = pair_at(tournament), begun(tournament)
    (proposal,) = propose(tournament, ann, start + 20 * HOUR)
    accept(tournament, ben, proposal)
    assert board_of(tournament).opens_at is None
    propose(tournament, cem, start + 20 * HOUR)  # to propose the same hour is to accept it
    assert board_of(tournament).opens_at == start + 20 * HOUR


def test_a_proposal_can_be_declined_and_withdrawn_and_an_agreed_hour_changed_by_all(olga: Player) -> None:
    tournament = league(olga, players(2))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    first, second = propose(tournament, ann, start + 20 * HOUR, start + 30 * HOUR)
    agreeing.decline(tournament_id=tournament.pk, player=ben, proposal_id=first.pk, now=start)
    agreeing.withdraw(tournament_id=tournament.pk, player=ann, proposal_id=second.pk, now=start)
    assert told(ann)[-1:] == ["off"]
    assert told(ben)[-1:] == ["off"]
    for gone in (first, second):
        with pytest.raises(UserError, match="no longer open"):
            accept(tournament, ben, gone)
    (again,) = (one for one in propose(tournament, ann, start + 20 * HOUR) if not one.is_declined)
    accept(tournament, ben, again)
    (other,) = propose(tournament, ben, start + 50 * HOUR)
    assert board_of(tournament).opens_at == start + 20 * HOUR
    accept(tournament, ann, other)
    assert board_of(tournament).opens_at == start + 50 * HOUR


def test_an_hour_must_be_in_the_future_and_leave_time_to_play(olga: Player) -> None:
    tournament = league(olga, players(2))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    for at in (start, start + 7 * DAY - HOUR):
        with pytest.raises(UserError, match="Propose a time"):
            propose(tournament, ann, at)
    (proposal,) = propose(tournament, ann, start + 7 * DAY - 2 * HOUR)
    with pytest.raises(UserError, match="no longer open"):
        accept(tournament, ben, proposal, now=proposal.at)


def test_the_fixed_hour_applies_if_none_is_agreed_in_time(olga: Player) -> None:
    tournament = league(olga, players(2))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    advanced(tournament, start + 4 * DAY)
    assert board_of(tournament).opens_at == start + 6 * DAY
    assert board_of(tournament).hour_from == "rule"
    assert told(ann)[-1] == "set"
    (proposal,) = propose(tournament, ann, start + 5 * DAY)
    accept(tournament, ben, proposal, now=start + 4 * DAY + HOUR)
    advanced(tournament, start + 5 * DAY)
    assert Table.objects.count() == 1


def test_without_an_hour_the_match_is_missed_by_all_if_the_organiser_says_so(olga: Player) -> None:
    tournament = league(olga, players(4), agreeing="absent", fixed_day=4)
    (ann, ben), start = pair_at(tournament), begun(tournament)
    (other, another) = pair_at(tournament, 2)
    agreeing.propose(tournament_id=tournament.pk, player=other, hours=[start + 20 * HOUR], now=start)
    agreeing.propose(tournament_id=tournament.pk, player=another, hours=[start + 20 * HOUR], now=start)
    advanced(tournament, start + 20 * HOUR)
    everyone_plays(tournament)
    tournament = advanced(tournament, start + 4 * DAY)
    assert current_round(tournament).status == "finished"
    assert told(ann)[-1] == told(ben)[-1] == "lost"
    control = browser_of(olga).get(f"{tournament.get_absolute_url()}control/").text
    assert "No time was agreed by the deadline: missed by all." in control
    assert "not everybody was there" not in control
    scores = {row["name"]: row["score"] for row in standings_of(tournament)}
    assert scores[ann.username] == scores[ben.username] == "0"
    assert sorted([scores[other.username], scores[another.username]]) == ["0", "1"]
    assert disagreements(recount(tournament), standings_of(tournament)) == []


def test_the_organisers_decide_or_else_the_fixed_hour_applies(olga: Player) -> None:
    tournament = league(olga, players(4), agreeing="organiser")
    start = begun(tournament)
    tournament = advanced(tournament, start + 4 * DAY)
    tournament = advanced(tournament, start + 4 * DAY + HOUR)
    assert told(olga) == ["undecided", "undecided"]
    assert [told(player).count("late") for player in pair_at(tournament)] == [1, 1]
    assert board_of(tournament).opens_at is None
    action = SetHour(board=board_of(tournament).pk, at=start + 6 * DAY + HOUR)
    action.carry_out(tournament_id=tournament.pk, by=olga, reason="Say so", now=start + 4 * DAY)
    assert told(pair_at(tournament)[0])[-1] == "set"
    advanced(tournament, start + 5 * DAY)
    assert board_of(tournament, 1).opens_at == start + 6 * DAY + HOUR
    assert board_of(tournament, 2).opens_at == start + 6 * DAY


def test_a_player_left_alone_sets_the_hour(olga: Player) -> None:
    tournament = league(olga, players(4))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    (proposal,) = propose(tournament, ben, start + 10 * HOUR)
    entering.withdraw(tournament_id=tournament.pk, player=ben)
    with pytest.raises(UserError, match="no longer open"):
        accept(tournament, ann, proposal)
    propose(tournament, ann, start + 20 * HOUR)
    assert board_of(tournament).opens_at == start + 20 * HOUR


def test_a_round_that_is_over_leaves_no_table_unplayed(olga: Player) -> None:
    tournament = league(olga, players(2))
    Board.objects.update(opens_at=begun(tournament) + 8 * DAY)  # as after a round ended early
    advanced(tournament, begun(tournament) + 7 * DAY)
    assert Table.objects.count() == 1


def test_reminders_come_once_a_day_and_an_hour_ahead_and_if_nothing_is_agreed(olga: Player) -> None:
    tournament = league(olga, players(2))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    for hours in (70, 73, 90):
        remind(start + hours * HOUR)
    assert told(ann) == ["to-agree", "missing"]
    (proposal,) = propose(tournament, ann, start + 95 * HOUR)
    accept(tournament, ben, proposal)
    for minutes in (70 * 60, 72 * 60, 93 * 60, 94 * 60 + 30, 94 * 60 + 50):
        remind(start + timedelta(minutes=minutes))
    assert told(ann) == ["to-agree", "missing", "agreed", "near", "near"]


def test_the_agreed_hour_is_only_in_the_calendars_of_both_players(olga: Player) -> None:
    tournament = league(olga, players(4))
    (ann, ben), start = pair_at(tournament), begun(tournament)
    (proposal,) = propose(tournament, ann, start + 20 * HOUR)
    accept(tournament, ben, proposal)
    firsts = []
    for player in (ann, ben, pair_at(tournament, 2)[0]):
        events: list[Any] = Calendar.from_ical(feeds.of_player(player).body).walk("VEVENT")
        firsts.append(min(event["dtstart"].dt for event in events))
    assert firsts[:2] == [(start + 20 * HOUR).replace(microsecond=0)] * 2
    assert firsts[2] == start.replace(microsecond=0)


def test_only_leagues_can_agree_on_hours(olga: Player) -> None:
    terms = Terms.from_columns(AGREEING)
    wrong: list[dict[str, Any]] = [
        {"days_between": 0},
        {"days_between": 1},
        {"round_minutes": 60},
        {"agree_days": 0},
        {"agree_days": 6, "fixed_day": 5},
        {"fixed_day": 7},
        {"agreeing": "absent", "no_shows": "house"},
    ]
    for columns in wrong:
        with pytest.raises(UserError) as refusal:
            plans.plan(organiser=olga, terms=Terms.from_columns({**terms.columns, **columns}))
        assert refusal.value.code == "bad-agreeing"


@pytest.mark.parametrize("rule", ["fixed", "absent"])
def test_a_simulated_league_with_mishaps_recounts_the_same(olga: Player, rule: str) -> None:
    settings = {"days_between": 7, "agreeing": rule, "agree_days": 4, "fixed_day": 6, "options": {"target": 1}}
    tournament = Simulation(olga, "round-robin", 6, 3, MANY, settings).run()
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert disagreements(recount(tournament), standings_of(tournament)) == []

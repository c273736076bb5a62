"""How rounds before a late entry count: the organiser's choice, in the standings, their order and reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.formats.duels.duelling import lost, won
from tests.tournaments.formats.tables.at_tables import ANNA, CARLA, doubles, event, kardinal, played, said, table
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedRound, PlayedTable, Standing
from tournaments.formats.duels.history import History
from tournaments.formats.late import check_late_score
from tournaments.formats.plan import PlanError

FIRST, SECOND = played(1, table(1, anna=20, ben=5)), played(2, table(1, anna=4, ben=50))
THIRD = played(3, table(1, anna=1, ben=2, carla=6))


def coming_in_round(first: int, its: Event, entrant: int = CARLA) -> Event:
    entrants = (replace(one, first_round=first) if one.id == entrant else one for one in its.entrants)
    return replace(its, entrants=tuple(entrants))


def standing(its: Event, entrant: int = CARLA) -> Standing:
    return next(one for one in FORMATS[its.plan.format].standings(its) if one.entrant == entrant)


def at_tables(late_score: str, *rounds: PlayedRound) -> Event:
    return coming_in_round(3, event(replace(doubles(), late_score=late_score), 3, *rounds))


def reasons(its: Event, entrant: int = CARLA) -> list[str]:
    return said(FORMATS[its.plan.format].why_this_rank(its, entrant))


@pytest.mark.parametrize(
    ("late_score", "rounds", "score"),
    [
        ("missed", ("(20)", "(50)", "6"), "76"),
        ("average", ("(12½)", "(27)", "6"), "45½"),
        ("bye", ("(6)", "(6)", "6"), "18"),
    ],
)
def test_at_tables_each_round_before_counts_as_was_chosen(late_score: str, rounds: tuple[str, ...], score: str) -> None:
    its = standing(at_tables(late_score, FIRST, SECOND, THIRD))
    assert (its.rounds, its.score.shown, its.played) == (rounds, score, 1)


def test_rounds_missed_after_a_late_entry_count_as_missed() -> None:
    fourth = played(4, table(1, anna=30, ben=8))
    assert standing(at_tables("average", FIRST, SECOND, THIRD, fourth)).rounds[-1] == "(30)"


def test_an_entrant_in_time_who_was_away_has_missed_the_round() -> None:
    its = event(replace(doubles(), late_score="bye"), 3, FIRST, SECOND, THIRD)
    assert standing(its).rounds == ("(20)", "(50)", "6")


def test_a_round_before_counts_once_it_is_over() -> None:
    running = played(3, table(1, anna=None, ben=None))
    its = coming_in_round(4, event(replace(doubles(), late_score="average"), 3, FIRST, SECOND, running))
    assert standing(its).rounds == ("(12½)", "(27)", "")


def test_it_is_said_why_at_tables() -> None:
    average = reasons(at_tables("average", FIRST, SECOND, THIRD))
    assert "Rounds before you came: 1, 2. They count as the average of each round: 12½, 27." in average
    byes = reasons(at_tables("bye", FIRST, SECOND, THIRD))
    assert "Rounds before you came: 1, 2. They count as the average of your others: 6, 6." in byes


def swiss(late_score: str) -> Event:
    """Return two rounds in which Anna beat Ben, then a third in which Carla beat Anna."""
    beaten = [PlayedRound(number, (PlayedTable(1, (1, 2), (won(), lost(3))),)) for number in (1, 2)]
    third = PlayedRound(3, (PlayedTable(1, (3, 1), (won(8), lost(4))),), byes=(2,))
    entrants = (Entrant(1, 1), Entrant(2, 2), Entrant(3, 3, first_round=3))
    plan = Plan("swiss", "two-step", {"target": 10}, rounds=5, late_score=late_score, tie_breaks=ALL)
    return Event(plan, entrants, (*beaten, third))


ALL = ("buchholz", "sonneborn-berger", "game-points", "wins")


@pytest.mark.parametrize(
    ("late_score", "rounds", "score", "tie_breaks"),
    [
        # Buchholz: twice the own score, and Anna's 2. Sonneborn-Berger: Anna's 2, and twice the share of the own score.
        ("missed", ("–", "–", "1"), "1", ["4", "2", "8", "1"]),
        ("half", ("(½)", "(½)", "1"), "2", ["6", "4", "16", "1"]),
        ("bye", ("(1)", "(1)", "1"), "3", ["8", "8", "24", "1"]),
    ],
)
def test_in_swiss_each_round_before_scores_as_was_chosen(
    late_score: str, rounds: tuple[str, ...], score: str, tie_breaks: list[str]
) -> None:
    its = standing(swiss(late_score))
    assert (its.rounds, its.score.shown, its.played) == (rounds, score, 1)
    assert [one.shown for one in its.tie_breaks] == tie_breaks


def test_rounds_before_do_not_count_as_byes_given_in_turn() -> None:
    assert History(swiss("bye")).byes(CARLA) == 0


def test_it_is_said_why_in_swiss() -> None:
    assert "You came in round 3: the rounds before score nothing." in reasons(swiss("missed"))
    half = "You came in round 3: each round before that you missed scores ½, in all 1."
    assert half in reasons(swiss("half"))
    assert not any("You came" in line for line in reasons(swiss("half"), ANNA))


def test_nobody_is_promised_a_rank_that_a_late_entrant_may_take() -> None:
    """Two rounds of five: Anna has 2 and may reach 5; a newcomer with byes for both would reach 5 as well."""
    now = {score: swiss(score) for score in ("missed", "bye")}
    begun = {score: replace(its, entrants=its.entrants[:2], rounds=its.rounds[:2]) for score, its in now.items()}
    promise = "If you win all the matches that you still have, first place is yours."
    assert promise in said(FORMATS["swiss"].what_is_needed(begun["missed"], ANNA))
    assert promise not in said(FORMATS["swiss"].what_is_needed(begun["bye"], ANNA))


def test_the_rule_is_told_beforehand() -> None:
    for plan in (doubles(), kardinal(), swiss("missed").plan):
        its = FORMATS[plan.format]
        rules = [str(its.late_rule(replace(plan, late_score=score))) for score in its.late_scores(plan)]
        assert len(set(rules)) == len(rules) == 3


OFFERED = {
    "descending-doubles": ["missed", "average", "bye"],
    "table-rounds": ["missed", "average", "bye"],
    "swiss": ["missed", "half", "bye"],
    "swiss-cut": ["missed", "half", "bye"],
    "stages": ["missed", "half", "bye"],  # the sample has a Swiss as its qualifying
}


@pytest.mark.parametrize("format", FORMATS)
def test_only_what_fits_the_format_can_be_chosen(format: str) -> None:
    plan = Plan(format, "two-step", qualifying="swiss")
    offered = FORMATS[format].late_scores(plan)
    assert list(offered) == OFFERED.get(format, [])
    for score in ("missed", *offered):
        check_late_score(replace(plan, late_score=score), offered)
    with pytest.raises(PlanError):
        check_late_score(replace(plan, late_score="twice"), offered)

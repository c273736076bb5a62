"""Entrants who leave a round robin: before half of their matches nothing counts, and later the rest is forfeited."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.formats.duels.duelling import closed, event, opened, seat, the_lower_id
from tests.tournaments.formats.tables.at_tables import said
from tournaments.formats import FORMATS, Event, Plan
from tournaments.formats.duels.round_robin import RoundRobin, meetings

FORMAT = FORMATS["round-robin"]


def leaves(its: Event, leaver: int, after: int, rounds: int) -> Event:
    """Play `rounds` rounds, in which the lower number always wins; `leaver` leaves after `after` of them."""
    for number in range(rounds):
        if number == after:
            its = replace(its, entrants=tuple(replace(one, is_out=one.id == leaver) for one in its.entrants))
        its = closed(opened(its, seat(its)), the_lower_id, random.Random(0))
    return its


def scores(its: Event) -> dict[int, str]:
    return {one.entrant: one.score.shown for one in FORMAT.standings(its)}


def plan(**columns: Any) -> Plan:
    return Plan("round-robin", "two-step", **columns)


def test_an_entrant_who_leaves_before_half_counts_for_nobody() -> None:
    its = leaves(event(plan(), 6), leaver=1, after=2, rounds=5)
    assert scores(its) == {2: "4", 3: "3", 4: "2", 5: "1", 6: "0", 1: "0"}
    own = next(one for one in FORMAT.standings(its) if one.entrant == 1)
    assert (own.rank, own.played, own.by) == (6, 0, "left-early")
    assert {one.played for one in FORMAT.standings(its) if one.entrant != 1} == {4}


def test_an_entrant_who_leaves_later_loses_the_remaining_matches() -> None:
    its = leaves(event(plan(), 6), leaver=1, after=3, rounds=5)
    lost_to = {id for each in its.rounds[:3] for table in each.tables if 1 in table.entrants for id in table.entrants}
    assert scores(its)[1] == "3"
    assert all(int(scores(its)[id]) == 6 - id + (id not in lost_to) for id in range(2, 7))


def test_it_is_as_if_they_had_never_entered() -> None:
    with_leaver = leaves(event(plan(), 7), leaver=7, after=2, rounds=7)
    assert list(scores(with_leaver).items())[:6] == [(1, "6"), (2, "5"), (3, "4"), (4, "3"), (5, "2"), (6, "1")]


@pytest.mark.parametrize("cycles", [1, 2])
def test_half_is_half_of_all_their_matches(cycles: int) -> None:
    total, rounds = 4 * cycles, FORMAT.rounds(plan(cycles=cycles), 5)
    for number in range(rounds + 1):
        now = leaves(event(plan(cycles=cycles), 5), leaver=5, after=number, rounds=rounds)
        played = sum(5 in table.entrants for each in now.rounds for table in each.tables)
        own = next(one for one in FORMAT.standings(now) if one.entrant == 5)
        assert own.played == (played if 2 * played >= total else 0)


def test_everybody_is_told_whose_results_do_not_count() -> None:
    its = leaves(event(plan(), 6), leaver=1, after=1, rounds=3)
    sentence = "Left before half of their matches were played, so that their results count for nobody: Anna."
    assert sentence in said(FORMAT.why_this_rank(its, 2))
    sentence = "You left before half of your matches were played, so that your results count for nobody."
    assert sentence in said(FORMAT.why_this_rank(its, 1))


def test_a_round_against_them_is_free_and_says_so() -> None:
    its = leaves(event(plan(), 6), leaver=1, after=1, rounds=1)
    its = replace(its, entrants=tuple(replace(one, is_out=one.id == 1) for one in its.entrants))
    other = next(id for pair in meetings(its, 1) if 1 in pair for id in pair if id != 1)
    assert other is not None
    ((who, why),) = seat(its).byes
    assert who == other
    assert "the round counts for neither" in str(why)


def test_nothing_is_promised_from_a_free_round() -> None:
    its = leaves(event(plan(), 4), leaver=1, after=1, rounds=1)
    its = replace(its, entrants=tuple(replace(one, is_out=one.id == 1) for one in its.entrants))
    (met,) = {id for table in its.rounds[0].tables if 1 in table.entrants for id in table.entrants} - {1}
    assert isinstance(FORMAT, RoundRobin)
    assert {id: FORMAT.rounds_left(its, id) for id in (2, 3, 4)} == {2: 1, 3: 1, 4: 1} | {met: 2}


def test_an_older_tournament_keeps_all_results() -> None:
    its = leaves(event(plan(counting_version=1), 6), leaver=1, after=2, rounds=5)
    assert scores(its)[1] == "2"


def test_an_entrant_whose_only_match_was_annulled_still_counts_as_having_come() -> None:
    its = leaves(event(plan(), 4), leaver=1, after=1, rounds=1)
    its = replace(its, entrants=tuple(replace(one, is_out=one.id == 1) for one in its.entrants))
    (met,) = {id for table in its.rounds[0].tables if 1 in table.entrants for id in table.entrants} - {1}
    (loser,) = {max(table.entrants) for table in its.rounds[0].tables if 1 not in table.entrants}
    assert "You have not come to any table" not in " ".join(said(FORMAT.why_this_rank(its, met)))
    ranks = {one.entrant: one.rank for one in FORMAT.standings(its)}
    assert ranks[met] == 2
    assert ranks[loser] <= 3
    assert ranks[1] == 4
    assert FORMAT.uncounted(its) == {(1, table.number) for table in its.rounds[0].tables if 1 in table.entrants}

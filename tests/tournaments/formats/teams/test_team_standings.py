"""Teams at tables: their scores add up those of their lines, whoever holds these; the better best line breaks ties."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.tables.at_tables import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    EMMA,
    doubles,
    event,
    kardinal,
    played,
    said,
    scored,
    seat,
    table,
    with_round,
)
from tournaments.formats import FORMATS, Event, Plan, PlanError, PlayedTable, Seating, SeatScore, Team
from tournaments.formats.partners import partners, together
from tournaments.formats.tables.results import results
from tournaments.formats.teams.plans import check
from tournaments.formats.teams.standings import TeamStanding, team_standings

RED, BLUE = 1, 2
SEATINGS = ("spread", "standings", "random", "fixed")


def of_two(plan: Plan, best: int = 0) -> Plan:
    return replace(plan, team_size=2, team_best=best)


def in_teams(its: Event, reserves: int = 0) -> Event:
    """Return the event with its entrants in teams in their order; those left over play for no team."""
    many = its.plan.team_size + reserves
    ids = [one.id for one in its.entrants]
    teams = [ids[start : start + many] for start in range(0, len(ids) - len(ids) % many, many)]
    return replace(its, teams=tuple(Team(number, tuple(team)) for number, team in enumerate(teams, 1)))


def lined_up(its: Event) -> Event:
    """Return the event with those on the lines now noted in its last round."""
    *before, last = its.rounds
    lines = tuple((team.id, team.members[: its.plan.team_size]) for team in its.teams)
    return replace(its, rounds=(*before, replace(last, line_ups=lines)))


def on_lines(its: Event) -> list[int]:
    return [one for team in its.teams for one in team.members[: its.plan.team_size]]


def ranked(its: Event) -> list[TeamStanding]:
    return team_standings(its, FORMATS[its.plan.format].lowest_wins(its.plan))


def table_order(rows: Sequence[TeamStanding]) -> list[tuple[int, int, str]]:
    return [(row.rank, row.team, row.score.shown) for row in rows]


def couples(*tables: PlayedTable, best: int = 0) -> Event:
    """Return Anna and Ben against Carla and David after one round of two tables."""
    its = in_teams(event(of_two(doubles(2), best), 4, played(1, *tables)))
    return lined_up(its)


def test_a_round_is_empty_until_a_line_has_a_result() -> None:
    one, other = table(1, anna=12, carla=0), table(2, ben=5, david=20)
    its = couples(replace(one, scores=None), replace(other, scores=None))
    assert [row.rounds for row in ranked(its)] == [("",), ("",)]
    its = couples(one, replace(other, scores=None))
    assert [(row.team, row.rounds) for row in ranked(its)] == [(BLUE, ("0",)), (RED, ("12",))]


def test_the_scores_of_a_couple_add_up() -> None:
    its = couples(table(1, anna=12, carla=0), table(2, ben=5, david=20))
    assert table_order(ranked(its)) == [(1, RED, "17"), (2, BLUE, "20")]
    assert [line.score.shown for line in ranked(its)[0].lines] == ["12", "5"]
    assert ranked(its)[1].by == "points"


def test_of_couples_that_are_level_the_better_best_line_is_ahead() -> None:
    its = couples(table(1, anna=12, carla=0), table(2, ben=8, david=20))
    assert table_order(ranked(its)) == [(1, BLUE, "20"), (2, RED, "20")]
    assert ranked(its)[1].by == "best-line"


def test_couples_that_are_level_line_by_line_share_the_rank() -> None:
    its = couples(table(1, anna=12, carla=8), table(2, ben=8, david=12))
    assert table_order(ranked(its)) == [(1, RED, "20"), (1, BLUE, "20")]


def test_only_the_best_lines_count_if_the_plan_says_so() -> None:
    its = couples(table(1, anna=12, carla=0), table(2, ben=5, david=90), best=1)
    assert table_order(ranked(its)) == [(1, BLUE, "0"), (2, RED, "5")]
    assert [line.counts for line in ranked(its)[0].lines] == [True, False]


def test_the_example_of_the_manual() -> None:
    """As in docs/organisers.md, two rounds."""
    for best, scores in ((0, ["41", "41"]), (1, ["16", "17"])):
        its = couples(table(1, anna=12, carla=0), table(2, ben=5, david=20), best=best)
        second = played(2, table(1, anna=4, carla=17), table(2, ben=20, david=4))
        its = lined_up(replace(its, rounds=(*its.rounds, second)))
        assert [(row.team, row.score.shown, row.best_line.shown) for row in ranked(its)] == [
            (RED, scores[0], "16"),
            (BLUE, scores[1], "17"),
        ]


def test_a_reserve_goes_on_where_the_other_stopped() -> None:
    its = couples(table(1, anna=12, carla=0), table(2, ben=5, david=20))
    its = replace(its, entrants=event(its.plan, 5).entrants)
    its = replace(its, teams=(Team(RED, (ANNA, EMMA, BEN)), Team(BLUE, (CARLA, DAVID))))
    second = played(2, table(1, anna=1, david=0), table(2, emma=3, carla=7))
    its = lined_up(replace(its, rounds=(*its.rounds, second)))
    red = next(row for row in ranked(its) if row.team == RED)
    assert [(line.score.shown, line.held_by) for line in red.lines] == [("13", (ANNA,)), ("8", (BEN, EMMA))]
    assert red.rounds == ("17", "4")


def test_a_missed_round_counts_for_the_line_as_for_the_player() -> None:
    its = couples(table(1, anna=12, carla=30))
    assert table_order(ranked(its)) == [(1, RED, "42"), (2, BLUE, "60")]


def test_a_team_of_which_nobody_came_is_last() -> None:
    nobody = (SeatScore(0, (0,), True, absent=True), SeatScore(30, (30,)))
    its = couples(PlayedTable(1, (ANNA, CARLA), nobody), PlayedTable(2, (BEN, DAVID), nobody))
    its = replace(its, plan=replace(its.plan, no_shows="house"))
    assert table_order(ranked(its)) == [(1, BLUE, "60"), (2, RED, "0")]
    assert ranked(its)[1].by == "came"


def test_before_the_first_round_everybody_is_level() -> None:
    its = in_teams(event(of_two(kardinal()), 4))
    assert table_order(ranked(its)) == [(1, RED, "0"), (1, BLUE, "0")]
    assert [line.held_by for line in ranked(its)[0].lines] == [(ANNA,), (BEN,)]


@st.composite
def evenings(draw: st.DrawFn) -> Event:
    """Draw an event of teams in which people are absent, and reserves come in."""
    size, reserves = draw(st.integers(2, 4)), draw(st.integers(0, 2))
    plan = replace(
        draw(st.sampled_from([doubles(4), kardinal(3, 4), kardinal(3, 4, duplicate=True)])),
        team_size=size,
        team_reserves=reserves,
        team_best=draw(st.integers(0, size)),
        seating=draw(st.sampled_from(SEATINGS)),
    )
    rng = random.Random(draw(st.integers(0, 10_000)))
    its = in_teams(event(plan, (size + reserves) * draw(st.integers(2, 6))), reserves)
    for number in range(draw(st.integers(0, 3))):
        its = replace(its, teams=tuple(replace(team, members=_shuffled(team.members, rng)) for team in its.teams))
        there = [one for one in on_lines(its) if rng.random() < 0.9]
        its = lined_up(with_round(its, seat(its, there, number), rng))
    return its


def _shuffled(members: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    return members if rng.random() < 0.6 else tuple(rng.sample(members, len(members)))


@given(evenings())
@settings(max_examples=times(60, 1000), deadline=None)
def test_what_counts_adds_up_in_every_direction(its: Event) -> None:
    low_wins = FORMATS[its.plan.format].lowest_wins(its.plan)
    rows, of_all = ranked(its), results(its, low_wins)
    assert sorted(row.team for row in rows) == [team.id for team in its.teams]
    for row in rows:
        counting = [line.score.value for line in row.lines if line.counts]
        others = [line.score.value for line in row.lines if not line.counts]
        assert len(counting) == (its.plan.team_best or its.plan.team_size)
        assert row.score.value == sum(counting, Fraction(0))
        assert all((one <= other) if low_wins else (one >= other) for one in counting for other in others)
        lines = [each.line_up(row.team) for each in its.rounds]
        everything = sum((of_all[one].rounds[at].amount for at, line_up in enumerate(lines) for one in line_up), 0)
        assert sum((line.score.value for line in row.lines), Fraction(0)) == everything
    scores = [row.score.value for row in rows if row.by != "came"]
    assert scores == sorted(scores, reverse=not low_wins) or any(row.by == "came" for row in rows)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


def together_in(its: Event, seating: Seating) -> list[str]:
    return [text for one in seating.tables for text in said(together(its, one.entrants))]


@pytest.mark.parametrize("how", SEATINGS)
@pytest.mark.parametrize(("size", "teams"), [(2, 4), (2, 7), (2, 50), (3, 5), (4, 6), (8, 5)])
def test_partners_never_share_a_table_where_there_are_enough_tables(how: str, size: int, teams: int) -> None:
    rng = random.Random(size)
    its = in_teams(event(replace(doubles(4, how), team_size=size), size * teams))
    for number in range(3):
        seating = seat(its, on_lines(its), number)
        assert together_in(its, seating) == []
        its = lined_up(with_round(its, seating, rng))


def test_it_says_so_if_partners_have_to_share_a_table() -> None:
    its = in_teams(event(of_two(doubles(4)), 4))
    (only,) = seat(its, on_lines(its), 1).tables
    assert said(only.why)[1:] == [
        "Anna and Ben are team mates: there was no other way to seat so many of one team.",
        "Carla and David are team mates: there was no other way to seat so many of one team.",
    ]
    assert partners(its) == {frozenset((ANNA, BEN)), frozenset((CARLA, DAVID))}


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"team_size": 1}, "team_size"),
        ({"team_size": 9}, "team_size"),
        ({"team_size": 6, "team_reserves": 3}, "team_reserves"),
        ({"team_size": 2, "team_best": 3}, "team_best"),
        ({"team_size": 2, "format": "knockout", "game": "two-step"}, "team_size"),
    ],
)
def test_impossible_teams_are_refused(changes: dict[str, int | str], at: str) -> None:
    plan = replace(doubles(), **changes)  # type: ignore[arg-type]
    with pytest.raises(PlanError) as refused:
        check(plan, FORMATS[plan.format])
    assert refused.value.at == at
    check(doubles(), FORMATS["descending-doubles"])
    check(replace(doubles(), team_size=3, team_reserves=2, team_best=2), FORMATS["descending-doubles"])


def test_a_result_counts_for_one_team_only() -> None:
    its = couples(PlayedTable(1, (ANNA, CARLA), scored([3, 9])), PlayedTable(2, (BEN, DAVID), scored([4, 1])))
    assert {row.team: int(row.score.value) for row in ranked(its)} == {RED: 7, BLUE: 10}

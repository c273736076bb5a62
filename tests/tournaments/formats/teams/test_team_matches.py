"""Team matches: line meets line, an absent player loses the line, and the teams rank by match points."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.duels.duelling import by_chance_with_shared_wins, the_lower_id
from tests.tournaments.formats.teams.matching import ALL, SWISS, closed, everybody, of_teams, opened, plan, played
from tests.tournaments.formats.teams.matching import played_as as format_of
from tournaments.formats import FORMATS, Event, Plan, PlanError, PlayedRound, PlayedTable, SeatScore, Team
from tournaments.formats.sentence import Sentence
from tournaments.formats.teams.matches import as_duels, matches
from tournaments.formats.teams.plans import check
from tournaments.formats.teams.standings import TeamStanding

RED, BLUE, GREEN = 101, 102, 103


def templates(sentences: list[Sentence]) -> list[str]:
    return [one.template for one in sentences]


def ranked(its: Event) -> dict[int, TeamStanding]:
    return {one.team: one for one in format_of(its).team_standings(its)}


def two_teams(*lines: tuple[int, int], size: int = 2) -> Event:
    """Return one round of two teams: on each line, the points of the first and of the second team."""
    its = of_teams(plan(ALL, size), 2)
    tables = []
    for line, (own, other) in enumerate(lines):
        people, points = (1 + line, 1 + size + line), (own, other)
        if line % 2:
            people, points = people[::-1], points[::-1]
        scores = [SeatScore(one, deals=(one,), won=one > two, shared=one == two) for one, two in (points, points[::-1])]
        tables.append(PlayedTable(line + 1, people, tuple(scores)))
    line_ups = tuple((team.id, team.members[:size]) for team in its.teams)
    return replace(its, rounds=(PlayedRound(1, tuple(tables), line_ups=line_ups),))


# --- The score ---


def test_the_team_that_scores_more_on_its_lines_wins_two_match_points() -> None:
    red, blue = ranked(two_teams((10, 4), (3, 10), (10, 9), size=3)).values()
    assert (red.team, red.rank, red.score.shown, red.rounds) == (RED, 1, "2", ("2:1",))
    assert (blue.team, blue.rank, blue.score.shown, blue.rounds, blue.by) == (BLUE, 2, "0", ("1:2",), "match-points")
    assert [line.score.shown for line in red.lines] == ["1", "0", "1"]


def test_a_level_match_is_a_match_point_for_both_and_the_points_at_the_tables_decide() -> None:
    red, blue = ranked(two_teams((10, 9), (3, 10))).values()
    assert (red.team, red.score.shown, red.rounds) == (BLUE, "1", ("1:1",))
    assert (blue.team, blue.score.shown, blue.by) == (RED, "1", "table-points")
    assert [(one.slug, one.shown) for one in red.tie_breaks][-1] == ("table-points", "19")


def test_a_shared_line_is_half_a_point() -> None:
    red, blue = ranked(two_teams((10, 10), (10, 2))).values()
    assert (red.rounds, blue.rounds) == (("1½:½",), ("½:1½",))


def test_a_line_on_which_one_is_missing_is_lost_without_a_game() -> None:
    its = opened(of_teams(plan(ALL), 2), {1, 3, 4})
    (line,) = [table for table in its.rounds[0].tables if table.scores]
    assert set(line.entrants) == {2, 4}
    its = closed(its, the_lower_id, random.Random(0))
    assert ranked(its)[RED].rounds == ("1:1",)
    own = {one.entrant: (one.score.shown, one.played, one.rounds) for one in format_of(its).standings(its)}
    assert own[4] == ("1", 0, ("bye",))
    assert own[2] == ("0", 0, ("–",))


def test_a_line_on_which_both_are_missing_brings_nobody_anything() -> None:
    its = closed(opened(of_teams(plan(ALL), 2), {1, 3}), the_lower_id, random.Random(0))
    assert ranked(its)[RED].rounds == ("1:0",)
    assert ranked(its)[RED].score.shown == "2"


def test_a_reserve_takes_the_line_of_an_absent_member_for_that_round() -> None:
    its = opened(of_teams(plan(ALL, size=2, reserves=1), 2), {2, 3, 4, 5, 6})
    assert its.rounds[0].line_up(RED) == (3, 2)
    assert all(table.scores is None for table in its.rounds[0].tables)
    its = opened(closed(its, the_lower_id, random.Random(0)))
    assert its.rounds[1].line_up(RED) == (1, 2)


def test_a_team_of_which_nobody_is_there_has_missed_the_round_and_ranks_behind() -> None:
    its = closed(opened(of_teams(plan(SWISS), 3), {1, 2, 3, 4}), the_lower_id, random.Random(0))
    assert all({one, other} == {RED, BLUE} for match in matches(its.rounds[0]) for one, other in [match.teams])
    last = ranked(its)[GREEN]
    assert (last.rank, last.rounds, last.by) == (3, ("–",), "came")


def test_with_an_odd_number_of_teams_one_has_a_bye_which_counts_as_a_match_won() -> None:
    its = closed(opened(of_teams(plan(ALL), 3)), the_lower_id, random.Random(0))
    free = [row for row in ranked(its).values() if row.rounds == ("bye",)]
    assert [row.score.shown for row in free] == ["2"]
    assert len(its.rounds[0].byes) == 2


def test_a_bye_counts_as_the_average_of_the_lines() -> None:
    its = played(of_teams(plan(ALL), 3), the_lower_id)
    scored = {team: row.tie_breaks[0].shown for team, row in ranked(its).items()}
    assert scored == {RED: "6", BLUE: "3", GREEN: "0"}


def test_what_a_team_that_leaves_early_has_played_counts_for_nobody() -> None:
    its = closed(opened(of_teams(plan(ALL), 6)), the_lower_id, random.Random(0))
    gone = its.teams[0].members
    left = replace(its, entrants=tuple(replace(one, is_out=one.id in gone) for one in its.entrants))
    met = next(match for match in matches(its.rounds[0]) if RED in match.teams)
    other = next(team for team in met.teams if team != RED)
    assert ranked(its)[other].rounds == ("0:2",)
    assert ranked(left)[other].rounds == ("–",)


# --- Who sits where ---


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Draw an event in some round, some of whose people come and go."""
    at = plan(
        draw(st.sampled_from((SWISS, ALL))),
        size=draw(st.integers(2, 4)),
        reserves=draw(st.integers(0, 2)),
        cycles=draw(st.integers(1, 2)),
    )
    its, rng = of_teams(at, draw(st.integers(2, 7))), random.Random(draw(st.integers(0, 10_000)))
    for _round in range(draw(st.integers(1, 3))):
        if format_of(its).is_over(its):
            break
        its = opened(its, {one for one in everybody(its) if rng.random() < 0.85}, rng.randrange(100))
        its = closed(its, by_chance_with_shared_wins, rng)
        out = {one.id for one in its.entrants if one.is_out or rng.random() < 0.03}
        its = replace(
            its,
            entrants=tuple(replace(one, is_out=one.id in out) for one in its.entrants),
            teams=tuple(Team(team.id, _shuffled(team.members, rng)) for team in its.teams),
        )
    return its


def _shuffled(members: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    return members if rng.random() < 0.7 else tuple(rng.sample(members, len(members)))


@given(events())
@settings(max_examples=times(80, 1500), deadline=None)
def test_every_match_is_played_on_all_lines_by_members_of_two_teams(its: Event) -> None:
    team_of = {one: team.id for team in its.teams for one in team.members}
    for played_round in its.rounds:
        seated = Counter(one for table in played_round.tables for one in table.entrants)
        seated.update(played_round.byes)
        assert max(seated.values(), default=0) <= 1
        found = matches(played_round)
        assert sum(len(match.lines) for match in found) == len(played_round.tables)
        for match in found:
            assert [line.number for line in match.lines] == list(range(1, its.plan.team_size + 1))
            for line in match.lines:
                assert tuple(team_of[one] for one in line.people) == match.teams
                first = line.table.entrants[0]
                assert (team_of[first] == match.teams[0]) == (line.number % 2 == 1)


@given(events())
@settings(max_examples=times(80, 1500), deadline=None)
def test_points_add_up(its: Event) -> None:
    rows, teams = format_of(its).team_standings(its), as_duels(its)
    assert sorted(row.team for row in rows) == sorted(team.id for team in its.teams)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for played_round in its.rounds:
        for match in matches(played_round):
            scored = [line.table.scores for line in match.lines]
            played_lines = sum(not all(one.absent for one in scores or ()) for scores in scored)
            brought = sum(sum(2 if one.won else one.shared for one in scores or ()) for scores in scored)
            assert brought == 2 * played_lines
    if its.plan.format == SWISS:
        on_lines = sum((line.score.value for row in rows for line in row.lines), Fraction(0))
        everything = sum(one.points for each in teams.rounds for table in each.tables for one in table.scores or ())
        assert on_lines * 2 == everything


@given(events())
@settings(max_examples=times(40, 800), deadline=None)
def test_everybody_is_told_why(its: Event) -> None:
    form = format_of(its)
    for one in its.entrants:
        assert form.why_this_table(its, one.id)
        assert form.why_this_rank(its, one.id)
        assert form.what_is_needed(its, one.id)
        for sentence in (*form.why_this_table(its, one.id), *form.why_this_rank(its, one.id)):
            assert str(sentence)


@pytest.mark.parametrize("teams", [2, 3, 8, 20, 50])
@pytest.mark.parametrize("size", [2, 4, 8])
def test_swiss_teams_do_not_meet_twice(teams: int, size: int) -> None:
    its = played(of_teams(plan(SWISS, size), teams))
    met = Counter(frozenset(match.teams) for each in its.rounds for match in matches(each))
    assert set(met.values()) == {1}
    assert len(its.rounds) == FORMATS["swiss"].rounds(Plan("swiss", "two-step"), teams)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("teams", [2, 5, 8])
def test_all_teams_meet(teams: int, cycles: int) -> None:
    its = played(of_teams(plan(ALL, cycles=cycles), teams), away=0.0)
    met = Counter(frozenset(match.teams) for each in its.rounds for match in matches(each))
    assert list(met.values()) == [cycles] * (teams * (teams - 1) // 2)


def test_teams_kept_apart_by_their_members_do_not_meet() -> None:
    its = replace(of_teams(plan(SWISS), 4), apart=frozenset({frozenset((1, 5))}))
    assert all(set(match.teams) != {101, 103} for match in matches(opened(its).rounds[0]))
    assert any(set(match.teams) == {101, 103} for match in matches(opened(replace(its, apart=frozenset())).rounds[0]))


def test_it_goes_on_only_while_two_teams_are_there() -> None:
    its = of_teams(plan(SWISS), 3)
    assert not format_of(its).can_go_on(its, {1, 2})
    assert format_of(its).can_go_on(its, {1, 6})


def test_opponents_are_known_ahead_where_all_meet() -> None:
    its = of_teams(plan(ALL), 4)
    other = format_of(its).next_opponent(its, 1)
    assert other is not None
    first = next(table for table in opened(its).rounds[0].tables if 1 in table.entrants)
    assert set(first.entrants) == {1, other}
    assert format_of(its).next_opponent(its, 2) == other + 1


# --- In words ---


def test_a_reserve_is_told_for_whom_they_come_in() -> None:
    its = of_teams(plan(ALL, size=2, reserves=1), 2)
    tables = format_of(its).seat(its, {2, 3, 4, 5, 6}, random.Random(0)).tables
    said = [str(sentence) for table in tables for sentence in table.why]
    assert any("comes in for" in one for one in said)
    assert not any("without a game" in one for one in said)


def test_the_place_of_the_team_and_its_own_are_explained() -> None:
    its = two_teams((10, 9), (3, 10))
    said = templates(format_of(its).why_this_rank(its, 1))
    assert said == [
        "Your team is in place {rank} with {score} match points.",
        "The team just ahead has as many.",
        "Decided by the points in the games: {theirs} against {yours}.",
        "For yourself you are in place {rank} of {all}, with a score of {score} on your lines.",
    ]


def check_all(its: Plan) -> None:
    FORMATS[its.format].check(its)
    check(its, FORMATS[its.format])


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"team_size": 0}, "team_size"),
        ({"team_size": 9}, "team_size"),
        ({"team_best": 1}, "team_best"),
        ({"tie_breaks": ("buchholz", "buchholz")}, "tie_breaks"),
        ({"tie_breaks": ("game-points",)}, "tie_breaks"),
        ({"game": "chicken-foot-for-none"}, "game"),
    ],
)
def test_impossible_team_matches_are_refused(changes: dict[str, object], at: str) -> None:
    its = replace(plan(), **changes)  # type: ignore[arg-type]
    with pytest.raises(PlanError) as refused:
        check_all(its)
    assert refused.value.at == at
    check_all(plan())

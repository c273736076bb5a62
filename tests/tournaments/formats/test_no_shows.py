"""Seats to which nobody comes score nothing, whatever the house scores on them, and rank behind those who played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.formats.duels.duelling import lost, seat, shared, won
from tests.tournaments.formats.tables.at_tables import ANNA, BEN, CARLA, DAVID, doubles, event, played, said, table
from tournaments.formats import FORMATS, Event, Plan, PlayedRound, PlayedTable, SeatScore, Standing
from tournaments.formats.brackets.bracket import bracket

DUELS = ["swiss", "round-robin", "knockout", "double-elimination"]


def without(score: SeatScore) -> SeatScore:
    return replace(score, absent=True)


def nobody_for(its: PlayedTable, *entrants: int) -> PlayedTable:
    """Return the table with the house playing for these entrants."""
    assert its.scores is not None
    pairs = zip(its.entrants, its.scores, strict=True)
    return replace(its, scores=tuple(replace(score, absent=who in entrants) for who, score in pairs))


def standing(its: Event, entrant: int) -> Standing:
    return next(one for one in FORMATS[its.plan.format].standings(its) if one.entrant == entrant)


def ranks(its: Event) -> dict[int, int]:
    return {one.entrant: one.rank for one in FORMATS[its.plan.format].standings(its)}


def test_the_house_wins_no_round_for_a_no_show() -> None:
    its = event(doubles(), 4, played(1, nobody_for(table(1, anna=8, ben=5, carla=30, david=41), ANNA)))
    assert ranks(its) == {BEN: 1, CARLA: 2, DAVID: 3, ANNA: 4}
    own = standing(its, ANNA)
    assert (own.score.shown, own.played, own.rounds, own.by) == ("41", 0, ("(41)",), "came")


def test_if_the_organiser_says_so_it_counts_as_the_house_played_but_never_as_played() -> None:
    plan = replace(doubles(), no_shows="house")
    first = played(1, nobody_for(table(1, anna=8, ben=5, carla=30, david=41), ANNA))
    its = event(plan, 4, first)
    assert (standing(its, ANNA).score.shown, standing(its, ANNA).played, ranks(its)[ANNA]) == ("8", 0, 4)
    its = event(plan, 4, first, played(2, table(1, anna=8, ben=50, carla=30, david=41)))
    assert (standing(its, ANNA).score.shown, standing(its, ANNA).played, ranks(its)[ANNA]) == ("16", 1, 1)


def test_events_announced_under_the_old_rules_count_by_them() -> None:
    plan = replace(doubles(), counting_version=1)
    its = event(plan, 3, played(1, table(1, anna=20, ben=5)))
    assert (ranks(its)[CARLA], standing(its, CARLA).by) == (3, "lowest-deal")


def test_the_house_takes_nothing_from_the_others_at_the_table() -> None:
    whole = table(1, anna=8, ben=5, carla=30, david=41)
    with_house = event(doubles(), 4, played(1, nobody_for(whole, ANNA)))
    for one in (BEN, CARLA, DAVID):
        assert standing(with_house, one).score == standing(event(doubles(), 4, played(1, whole)), one).score


def test_a_no_show_is_told_why_they_rank_last() -> None:
    its = event(doubles(), 4, played(1, nobody_for(table(1, anna=8, ben=5, carla=30, david=41), ANNA)))
    words = said(FORMATS[its.plan.format].why_this_rank(its, ANNA))
    assert "You have not come to any table so far: you rank behind everybody who has." in words
    assert "Rounds that you missed: 1. They count as the worst result that there was: 41." in words


def test_a_running_round_scores_nothing_yet_for_a_no_show() -> None:
    done = nobody_for(table(1, anna=8, ben=5), ANNA)
    its = event(doubles(), 4, played(1, done, table(2, carla=None, david=None)))
    assert standing(its, ANNA).rounds == ("",)


def duel(format: str, first: SeatScore, second: SeatScore, no_shows: str = "worst") -> Event:
    """Return an event of two, or the first round of one of four, with one table of these scores."""
    its = event(Plan(format, "two-step", no_shows=no_shows), 4)
    seating = seat(its)
    tables = [PlayedTable(1, seating.tables[0].entrants, (first, second))]
    tables += [PlayedTable(2, seating.tables[1].entrants, (lost(3), won()))]
    return replace(its, rounds=(PlayedRound(1, tuple(tables)),))


@pytest.mark.parametrize("format", DUELS)
@pytest.mark.parametrize("scores", [(won(), lost(4)), (lost(4), won()), (shared(), shared())])
def test_a_no_show_loses_the_duel(format: str, scores: tuple[SeatScore, SeatScore]) -> None:
    its = duel(format, without(scores[0]), scores[1])
    absent, came = its.rounds[0].tables[0].entrants
    loser, winner = its.rounds[0].tables[1].entrants
    assert standing(its, absent).rounds == ("–",)
    assert standing(its, absent).played == 0
    assert standing(its, came).rounds == ("1",)
    assert standing(its, came).played == 1
    assert ranks(its)[absent] == 4 > ranks(its)[loser] >= ranks(its)[winner]
    words = said(FORMATS[format].why_this_rank(its, absent))
    assert "You have not come to any table so far: you rank behind everybody who has." in words


def test_nobody_goes_on_in_a_bracket_without_having_come() -> None:
    its = duel("knockout", without(won()), lost(4))
    absent, came = its.rounds[0].tables[0].entrants
    assert bracket(its).rounds[0][0].winner == came
    its = duel("knockout", without(won()), without(lost(4)))
    assert (bracket(its).rounds[0][0].winner, bracket(its).rounds[0][0].is_decided) == (None, True)
    (bye,) = [who for who, _why in seat(its).byes]
    assert bye not in (absent, came)


def test_a_duel_may_count_as_the_house_played_it() -> None:
    its = duel("swiss", without(won()), lost(4), no_shows="house")
    absent, came = its.rounds[0].tables[0].entrants
    assert standing(its, absent).score.value == Fraction(1)
    assert (standing(its, absent).played, standing(its, came).rounds) == (0, ("0",))

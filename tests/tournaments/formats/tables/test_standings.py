"""Scoring at tables: totals, ties, missed rounds, byes, settlements and duplicate decks."""

import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES, DealResult
from tests.often import times
from tests.tournaments.formats.tables.at_tables import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    DOUBLES,
    EMMA,
    NAMES,
    ROUNDS,
    doubles,
    event,
    kardinal,
    played,
    played_through,
    scored,
    table,
)
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedTable, SeatScore, Standing
from tournaments.formats.tables.results import Kind, results

few = settings(max_examples=times(20, 400), deadline=None)


def ranking(its: Event) -> list[str]:
    """Return lines like `"1 Anna 12"`."""
    return [f"{one.rank} {NAMES[one.entrant]} {one.score.shown}" for one in standings(its)]


def standings(its: Event) -> list[Standing]:
    return FORMATS[its.plan.format].standings(its)


def standing(its: Event, entrant: int) -> Standing:
    return next(one for one in standings(its) if one.entrant == entrant)


def test_before_the_first_round_all_are_first() -> None:
    assert ranking(event(doubles(), 3)) == ["1 Anna 0", "1 Ben 0", "1 Carla 0"]


def test_the_fewest_points_win() -> None:
    its = event(
        doubles(), 3, played(1, table(1, anna=20, ben=5, carla=0)), played(2, table(1, anna=0, ben=7, carla=30))
    )
    assert ranking(its) == ["1 Ben 12", "2 Anna 20", "3 Carla 30"]
    assert [one.rounds for one in standings(its)] == [("5", "7"), ("20", "0"), ("0", "30")]
    assert [one.by for one in standings(its)] == ["", "points", "points"]
    assert [one.played for one in standings(its)] == [2, 2, 2]


def test_equal_totals_more_deals_without_a_point_win() -> None:
    its = event(doubles(), 2, played(1, table(1, anna=5, ben=0)), played(2, table(1, anna=5, ben=10)))
    assert ranking(its) == ["1 Ben 10", "2 Anna 10"]
    assert standing(its, ANNA).by == "zero-deals"


def test_still_equal_the_lower_lowest_deal_wins() -> None:
    its = event(doubles(), 2, played(1, table(1, anna=5, ben=4)), played(2, table(1, anna=5, ben=6)))
    assert ranking(its) == ["1 Ben 10", "2 Anna 10"]
    assert standing(its, ANNA).by == "lowest-deal"


def test_all_equal_the_rank_is_shared() -> None:
    its = event(doubles(), 3, played(1, table(1, anna=5, ben=5, carla=9)))
    assert ranking(its) == ["1 Anna 5", "1 Ben 5", "3 Carla 9"]
    assert standing(its, BEN).by == ""


def test_ties_are_those_of_a_whole_match_at_one_table() -> None:
    """If the same people play all rounds, CF5 over all rounds equals CF5 of the match."""
    rng = random.Random(1)
    for _ in range(300):
        deals = [[rng.choice((0, 1, 2, 3)) for _ in range(3)] for _ in range(3)]
        rounds = [played(number, PlayedTable(1, (1, 2, 3), scored(deal))) for number, deal in enumerate(deals, 1)]
        first = {one.entrant - 1 for one in standings(event(doubles(), 3, *rounds)) if one.rank == 1}
        assert first == set(winners_by_the_rules(deals))


def winners_by_the_rules(deals: list[list[int]]) -> tuple[int, ...]:
    game, options = GAMES["chicken-foot"], GAMES["chicken-foot"].complete({"high": 2})
    results = [DealResult("out", tuple(deal)) for deal in deals]
    outcome = game.outcome(options, [sum(each) for each in zip(*deals, strict=True)], results)
    assert outcome is not None
    return outcome.winners


def test_a_round_missed_counts_as_the_worst_of_that_round() -> None:
    its = event(
        doubles(),
        4,
        played(1, table(1, anna=20, ben=5), table(2, carla=0, david=33)),
        played(2, table(1, anna=4, ben=50, carla=3)),
    )
    assert ranking(its) == ["1 Carla 3", "2 Anna 24", "3 Ben 55", "4 David 83"]
    assert standing(its, DAVID).rounds == ("33", "(50)")
    assert standing(its, DAVID).played == 1


def test_a_latecomer_has_the_worst_of_every_round_before() -> None:
    before = played(1, table(1, anna=20, ben=5)), played(2, table(1, anna=4, ben=50))
    its = event(doubles(), 3, *before, played(3, table(1, anna=1, ben=2, carla=0)))
    assert ranking(its) == ["1 Anna 25", "2 Ben 57", "3 Carla 70"]


def test_a_missed_round_counts_when_the_round_is_over() -> None:
    running = played(1, table(1, anna=20, ben=5), table(2, carla=None, david=None))
    its = event(doubles(), 5, running)
    assert ranking(its) == ["1 Carla 0", "1 David 0", "3 Ben 5", "4 Anna 20", "5 Emma 0"]
    assert standing(its, EMMA).rounds == standing(its, CARLA).rounds == ("",)
    done = event(doubles(), 5, played(1, table(1, anna=20, ben=5), table(2, carla=1, david=2)))
    assert ranking(done)[-2:] == ["4 Anna 20", "5 Emma 20"]


def test_an_entrant_without_deals_does_not_win_the_tie() -> None:
    its = event(doubles(), 3, played(1, table(1, anna=20, ben=20), byes=(CARLA,)))
    assert ranking(its) == ["1 Anna 20", "1 Ben 20", "3 Carla 20"]
    assert standing(its, CARLA).by == "lowest-deal"


def test_a_bye_counts_as_the_average_of_the_own_rounds() -> None:
    its = event(
        doubles(),
        3,
        played(1, table(1, anna=20, ben=5, carla=9)),
        played(2, byes=(ANNA,)),
        played(3, table(1, anna=3, ben=8, carla=0)),
    )
    assert standing(its, ANNA).score.value == 23 + Fraction(23, 2)
    assert standing(its, ANNA).score.shown == "34½"
    assert standing(its, ANNA).rounds == ("20", "bye 11½", "3")
    assert standing(its, BEN).score.value == 13 + 20, "nobody played in round 2: the worst of all counts"


def test_a_bye_without_any_round_of_ones_own_is_the_average_of_the_round() -> None:
    its = event(doubles(), 5, played(1, table(1, anna=2, ben=4), table(2, carla=6, david=8), byes=(EMMA,)))
    assert standing(its, EMMA).score.value == 5


def test_a_table_left_without_result_is_a_bye_for_its_players() -> None:
    its = event(
        doubles(),
        4,
        played(1, table(1, anna=2, ben=4), table(2, carla=None, david=None)),
        played(2, table(1, anna=2, ben=4, carla=6, david=8)),
    )
    assert standing(its, CARLA).rounds == ("bye 6", "6")
    assert standing(its, CARLA).score.value == 12


def test_withdrawn_entrants_stay_in_the_standings() -> None:
    its = Event(doubles(), (Entrant(ANNA, 1, is_out=True), Entrant(BEN, 2)), (played(1, table(1, anna=2, ben=4)),))
    assert ranking(its) == ["1 Anna 2", "2 Ben 4"]
    assert FORMATS[DOUBLES].is_over(its)


def test_the_highest_settlement_wins() -> None:
    its = event(kardinal(ending="games", games=2), 3, played(1, table(1, anna=20, ben=5, carla=11)))
    assert ranking(its) == ["1 Ben +21", "2 Carla +3", "3 Anna -24"]
    assert not FORMATS[ROUNDS].lowest_wins(its.plan)


def test_a_missed_settlement_is_the_lowest_of_the_round() -> None:
    its = event(kardinal(ending="games"), 4, played(1, table(1, anna=20, ben=5, carla=11)))
    assert ranking(its)[-2:] == ["3 Anna -24", "4 David -24"]


def test_a_settlement_made_at_the_table_is_taken_as_it_is() -> None:
    scores = (SeatScore(20, (20,), settlement=-15), SeatScore(5, (5,), won=True, settlement=15))
    its = event(kardinal(ending="games"), 2, played(1, PlayedTable(1, (ANNA, BEN), scores)))
    assert ranking(its) == ["1 Ben +15", "2 Anna -15"]


def test_kardinal_to_a_limit_counts_points_and_then_rounds_won() -> None:
    its = event(
        kardinal(ending="points"),
        4,
        played(1, table(1, anna=10, ben=60), table(2, carla=5, david=51)),
        played(2, table(1, anna=20, carla=25), table(2, ben=1, david=70)),
    )
    assert ranking(its) == ["1 Anna 30", "2 Carla 30", "3 Ben 61", "4 David 121"]
    assert standing(its, CARLA).by == "rounds-won"


def test_the_organiser_chooses_the_order_of_tie_breaks() -> None:
    rounds = (
        played(1, table(1, anna=10, ben=60), table(2, carla=5, david=51)),
        played(2, table(1, anna=20, carla=25), table(2, ben=1, david=70)),
    )
    plan = replace(kardinal(ending="points"), tie_breaks=("best-round",))
    assert ranking(event(plan, 4, *rounds))[:2] == ["1 Carla 30", "2 Anna 30"]
    assert standing(event(plan, 4, *rounds), ANNA).by == "best-round"


def test_duplicate_compares_each_seat_with_the_same_seat_elsewhere() -> None:
    its = event(
        doubles(2, duplicate=True),
        6,
        played(1, table(1, anna=10, ben=40), table(2, carla=16, david=20), table(3, emma=4, finn=60)),
    )
    assert {NAMES[one.entrant]: one.score.shown for one in standings(its)} == {
        "Anna": "0",
        "Carla": "+9",
        "Emma": "-9",
        "Ben": "0",
        "David": "-30",
        "Finn": "+30",
    }


def test_duplicate_waits_for_a_second_table() -> None:
    its = event(doubles(2, duplicate=True), 4, played(1, table(1, anna=10, ben=40), table(2, carla=None, david=None)))
    assert {one.score.shown for one in standings(its)} == {"0"}
    assert standing(its, ANNA).rounds == ("",)


def test_duplicate_compares_only_with_tables_that_are_done() -> None:
    its = event(
        doubles(2, duplicate=True),
        6,
        played(1, table(1, anna=10, ben=40), table(2, carla=16, david=20), table(3, emma=None, finn=None)),
    )
    assert standing(its, ANNA).score.shown == "-6"
    assert standing(its, DAVID).score.shown == "-20"
    assert standing(its, EMMA).rounds == ("",)


def test_a_single_duplicate_table_is_compared_within_itself() -> None:
    its = event(doubles(3, duplicate=True), 3, played(1, table(1, anna=10, ben=40, carla=16)))
    assert [one.score.shown for one in standings(its)] == ["-18", "-9", "+27"]


@few
@given(seed=st.integers(0, 999), size=st.integers(2, 5), tables=st.integers(2, 6))
def test_every_seat_of_a_duplicate_adds_up_to_nothing(seed: int, size: int, tables: int) -> None:
    its = played_through(doubles(size, duplicate=True, high=2), size * tables, seed)
    assert sum(one.score.value for one in standings(its)) == 0


@few
@given(seed=st.integers(0, 999), count=st.integers(2, 20), duplicate=st.booleans())
def test_standings_do_not_depend_on_the_order_of_tables(seed: int, count: int, duplicate: bool) -> None:
    its = played_through(doubles(4, duplicate=duplicate, high=3), count, seed, there=0.8)
    rng = random.Random(seed)
    mixed = [replace(each, tables=tuple(rng.sample(each.tables, len(each.tables)))) for each in its.rounds]
    assert standings(replace(its, rounds=tuple(mixed))) == standings(its)


@few
@given(
    seed=st.integers(0, 999),
    count=st.integers(4, 20),
    plan=st.sampled_from([doubles(4, high=3), doubles(2, high=3, duplicate=True), kardinal(ending="games")]),
)
def test_a_missed_round_is_never_better_than_any_that_was_played(seed: int, count: int, plan: Plan) -> None:
    its = played_through(plan, count, seed, there=0.7)
    low_wins = FORMATS[plan.format].lowest_wins(plan)
    of_all = results(its, low_wins).values()
    for number, each in enumerate(its.rounds):
        at_tables = [one.rounds[number].amount for one in of_all if one.rounds[number].kind is Kind.PLAYED]
        missed = {one.rounds[number].amount for one in of_all if one.rounds[number].kind is Kind.MISSED}
        if each.tables and missed:
            assert missed == {max(at_tables) if low_wins else min(at_tables)}


def test_missing_the_bad_round_of_another_table_does_not_pay() -> None:
    """Anna has done well so far; staying away costs her more than the average round she would have had."""
    first = played(1, table(1, anna=0, ben=9), table(2, carla=8, david=7))
    there = event(doubles(2), 4, first, played(2, table(1, anna=30, carla=9), table(2, ben=31, david=40)))
    away = event(doubles(2), 4, first, played(2, table(1, ben=31, carla=9, david=40)))
    assert standing(there, ANNA).score.value == 30
    assert standing(away, ANNA).score.value == 40


def test_the_best_round_is_one_at_a_table() -> None:
    """Ben's missed round counts as 40, but is not a round he played."""
    plan = Plan(ROUNDS, "kardinal", GAMES["kardinal"].complete({"ending": "points"}), 4, tie_breaks=("best-round",))
    its = event(
        plan,
        4,
        played(1, table(1, anna=5, ben=20), table(2, carla=30, david=50)),
        played(2, table(1, anna=40, carla=8)),
    )
    best = {one.entrant: one.tie_breaks[0].shown for one in FORMATS[ROUNDS].standings(its)}
    assert best == {ANNA: "5", BEN: "20", CARLA: "8", DAVID: "50"}


def test_a_round_without_matches_costs_nothing() -> None:
    its = event(doubles(4), 2, played(1, byes=(ANNA,)))
    assert {one.entrant: one.score.shown for one in FORMATS[DOUBLES].standings(its)} == {ANNA: "0", BEN: "0"}


def test_a_round_won_together_counts_half() -> None:
    plan = replace(kardinal(ending="points"), tie_breaks=("rounds-won",))
    its = event(plan, 3, played(1, table(1, anna=5, ben=5, carla=9)), played(2, table(1, anna=5, ben=9, carla=7)))
    won = {one.entrant: one.tie_breaks[0].shown for one in FORMATS[ROUNDS].standings(its)}
    assert won == {ANNA: "1½", BEN: "½", CARLA: "0"}

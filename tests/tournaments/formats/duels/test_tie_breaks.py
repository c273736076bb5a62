"""Scores and tie-breaks of duels in events small enough to count by hand. Anna is number 1, Ben 2, and so on."""

from fractions import Fraction

import pytest

from tests.tournaments.formats.duels.duelling import lost, shared, won
from tournaments.formats import (
    FORMATS,
    Entrant,
    Event,
    Plan,
    PlanError,
    PlayedRound,
    PlayedTable,
    SeatScore,
    Standing,
)
from tournaments.formats.duels.history import shown
from tournaments.formats.duels.tie_breaks import TIE_BREAKS

ANNA, BEN, CARLA, DORA, EMIL = range(1, 6)
Scores = tuple[SeatScore, SeatScore]
Round = tuple[dict[tuple[int, int], Scores | None], tuple[int, ...]]
"""Tables and byes."""


def event(plan: Plan, *rounds: Round) -> Event:
    played = tuple(
        PlayedRound(
            number, tuple(PlayedTable(at, seats, scores) for at, (seats, scores) in enumerate(tables.items(), 1)), byes
        )
        for number, (tables, byes) in enumerate(rounds, 1)
    )
    ids = {id for round_ in played for table in round_.tables for id in table.entrants}
    return Event(plan, tuple(Entrant(id, id) for id in sorted(ids | {id for one in played for id in one.byes})), played)


def plan(*tie_breaks: str, game: str = "two-step", duplicate: bool = False) -> Plan:
    return Plan("swiss", game, tie_breaks=tie_breaks, duplicate=duplicate, rounds=9)


def standings(at: Event) -> dict[int, Standing]:
    return {standing.entrant: standing for standing in FORMATS[at.plan.format].standings(at)}


def figures(at: Event, slug: str) -> dict[int, str]:
    """Return the displayed values."""
    return {
        id: next(value.shown for value in standing.tie_breaks if value.slug == slug)
        for id, standing in standings(at).items()
    }


THREE_ROUNDS: tuple[Round, ...] = (
    ({(ANNA, BEN): (won(10, 2), lost(7)), (CARLA, DORA): (won(11), lost(3))}, (EMIL,)),
    ({(CARLA, ANNA): (lost(9), won(10, 1)), (EMIL, BEN): (lost(2), won(10))}, (DORA,)),
    ({(ANNA, DORA): (lost(8), won(10)), (BEN, CARLA): (lost(9), won(10, 3))}, ()),
)
"""Emil misses the third round. Anna, Carla and Dora have 2, Ben and Emil 1."""


def test_a_win_and_a_bye_bring_one_and_a_round_missed_nothing() -> None:
    found = standings(event(plan(), *THREE_ROUNDS))
    assert {id: one.score.shown for id, one in found.items()} == {ANNA: "2", CARLA: "2", DORA: "2", BEN: "1", EMIL: "1"}
    assert {id: one.played for id, one in found.items()} == {ANNA: 3, CARLA: 3, DORA: 2, BEN: 3, EMIL: 1}
    assert found[DORA].rounds == ("0", "bye", "1")
    assert found[EMIL].rounds == ("bye", "0", "–")


def test_a_shared_win_brings_half_a_point_to_each() -> None:
    at = event(plan(), ({(ANNA, BEN): (shared(), shared())}, ()), ({(BEN, ANNA): (won(), lost())}, ()))
    found = standings(at)
    assert (found[ANNA].score.shown, found[BEN].score.shown) == ("½", "1½")
    assert found[ANNA].rounds == ("½", "0")


def test_a_running_match_does_not_count() -> None:
    at = event(plan("buchholz", "wins"), ({(ANNA, BEN): (won(), lost())}, ()), ({(BEN, ANNA): None}, ()))
    found = standings(at)
    assert (found[ANNA].score.shown, found[ANNA].played, found[ANNA].rounds) == ("1", 1, ("1", ""))
    assert figures(at, "buchholz") == {ANNA: "0", BEN: "1"}


def test_buchholz_adds_up_the_opponents_and_takes_oneself_for_a_bye_or_a_round_missed() -> None:
    found = figures(event(plan("buchholz"), *THREE_ROUNDS), "buchholz")
    assert found[ANNA] == "5"  # Ben 1, Carla 2, Dora 2
    assert found[DORA] == "6"  # Carla 2, a bye 2, Anna 2
    assert found[EMIL] == "3"  # a bye 1, Ben 1, missed 1


def test_buchholz_without_the_lowest() -> None:
    found = figures(event(plan("buchholz-cut"), *THREE_ROUNDS), "buchholz-cut")
    assert (found[ANNA], found[DORA], found[EMIL]) == ("4", "4", "2")


def test_sonneborn_berger_adds_up_beaten_opponents() -> None:
    found = figures(event(plan("sonneborn-berger"), *THREE_ROUNDS), "sonneborn-berger")
    assert found[ANNA] == "3"  # Ben 1, Carla 2
    assert found[DORA] == "4"  # a bye 2, Anna 2
    assert found[EMIL] == "1"  # a bye 1
    halves = event(plan("sonneborn-berger"), ({(ANNA, BEN): (shared(), shared())}, ()))
    assert figures(halves, "sonneborn-berger") == {ANNA: "0.25", BEN: "0.25"}


def test_direct_encounter_counts_only_where_all_who_are_level_have_met() -> None:
    at = event(plan("direct"), *THREE_ROUNDS)
    found = figures(at, "direct")
    assert found == {ANNA: "1", CARLA: "1", DORA: "1", BEN: "1", EMIL: "0"}
    assert [one.rank for one in FORMATS["swiss"].standings(at)] == [1, 1, 1, 4, 5]
    apart = event(plan("direct"), *THREE_ROUNDS[:1])
    assert figures(apart, "direct") == dict.fromkeys(range(1, 6), "–")


def test_direct_encounter_only_counts_among_those_who_are_still_level() -> None:
    """Buchholz puts Dora ahead of Anna and Carla, between whom their own match decides."""
    at = event(plan("buchholz", "direct"), *THREE_ROUNDS)
    assert figures(at, "direct")[ANNA] == "1"
    assert figures(at, "direct")[CARLA] == "0"
    assert figures(at, "direct")[DORA] == "–"
    found = standings(at)
    assert [found[id].rank for id in (DORA, ANNA, CARLA)] == [1, 2, 3]
    assert (found[DORA].by, found[ANNA].by, found[CARLA].by, found[BEN].by) == ("", "buchholz", "direct", "score")


def test_points_in_two_step_are_ones_own_and_a_bye_is_worth_the_average() -> None:
    found = figures(event(plan("game-points"), *THREE_ROUNDS), "game-points")
    assert found[ANNA] == "28"
    assert found[DORA] == "19½"  # 3 and 10, and 6½ for the bye
    assert found[EMIL] == "4"  # 2, and 2 for the bye


def test_an_entrant_without_matches_has_no_points() -> None:
    found = figures(event(plan("game-points"), ({(ANNA, BEN): (won(10), lost(4))}, (CARLA,))), "game-points")
    assert found == {ANNA: "10", BEN: "4", CARLA: "0"}


def test_where_points_are_pips_left_it_counts_how_many_more_the_opponent_had() -> None:
    at = event(plan("game-points", game="kardinal"), ({(ANNA, BEN): (won(12), lost(40))}, ()))
    assert figures(at, "game-points") == {ANNA: "28", BEN: "-28"}


def test_perfect_wins_are_deals_won_while_the_other_still_had_everything() -> None:
    assert figures(event(plan("perfect"), *THREE_ROUNDS), "perfect")[ANNA] == "3"


def test_wins_are_those_at_the_table() -> None:
    assert figures(event(plan("wins"), *THREE_ROUNDS), "wins") == {
        ANNA: "2",
        BEN: "1",
        CARLA: "2",
        DORA: "1",
        EMIL: "0",
    }


def test_the_starting_order_leaves_nobody_level() -> None:
    at = event(plan("seed"), *THREE_ROUNDS)
    assert [one.rank for one in FORMATS["swiss"].standings(at)] == [1, 2, 3, 4, 5]
    assert figures(at, "seed")[CARLA] == "3"


def test_with_the_same_decks_each_is_compared_with_the_same_seat_at_the_other_tables() -> None:
    at = event(
        plan(duplicate=True),
        (
            {
                (ANNA, BEN): (won(10), lost(4)),
                (CARLA, DORA): (won(10), lost(7)),
                (EMIL, 6): (lost(4), won(10)),
            },
            (),
        ),
    )
    found = figures(at, "duplicate")
    assert found == {ANNA: "3", CARLA: "3", EMIL: "-6", BEN: "-4½", DORA: "0", 6: "4½"}
    assert standings(at)[6].rank == 1


def test_pips_are_compared_the_other_way_round() -> None:
    tables: dict[tuple[int, int], Scores | None] = {
        (ANNA, BEN): (won(10), lost(50)),
        (CARLA, DORA): (won(20), lost(30)),
    }
    at = event(plan(game="chicken-foot", duplicate=True), (tables, ()))
    assert figures(at, "duplicate") == {ANNA: "10", CARLA: "-10", BEN: "-20", DORA: "20"}


def test_one_table_alone_has_nothing_to_be_compared_with() -> None:
    at = event(plan(duplicate=True), ({(ANNA, BEN): (won(10), lost(4))}, ()))
    assert figures(at, "duplicate") == {ANNA: "0", BEN: "0"}


def test_the_order_is_the_organisers() -> None:
    found = standings(event(plan("wins", "buchholz"), *THREE_ROUNDS))
    assert [value.slug for value in found[ANNA].tie_breaks] == ["wins", "buchholz"]
    assert found[DORA].by == "wins"


def test_without_a_choice_there_is_the_usual_order() -> None:
    found = standings(event(plan(), *THREE_ROUNDS))
    assert [value.slug for value in found[ANNA].tie_breaks] == ["buchholz", "direct", "game-points", "perfect"]


@pytest.mark.parametrize("slug", ["swiss", "round-robin", "knockout"])
def test_senseless_tie_breaks_are_refused(slug: str) -> None:
    for names in (("luck",), ("seed", "seed"), ("duplicate",)):
        with pytest.raises(PlanError) as refused:
            FORMATS[slug].check(Plan(slug, "two-step", tie_breaks=names))
        assert refused.value.at == "tie_breaks"
    with pytest.raises(PlanError) as refused:
        FORMATS[slug].check(Plan(slug, "bridge"))
    assert refused.value.at == "game"
    FORMATS[slug].check(Plan(slug, "chicken-foot", tie_breaks=FORMATS[slug].tie_breaks, duplicate=True))
    plain = tuple(name for name in FORMATS[slug].tie_breaks if name != "duplicate")
    FORMATS[slug].check(Plan(slug, "chicken-foot", tie_breaks=plain))


def test_every_tie_break_that_a_format_names_is_there() -> None:
    for slug in ("swiss", "round-robin"):
        assert set(FORMATS[slug].tie_breaks) <= TIE_BREAKS.keys()


def test_figures_are_written_short() -> None:
    values: list[Fraction | int] = [
        Fraction(2),
        Fraction(5, 2),
        Fraction(1, 2),
        Fraction(-1, 2),
        Fraction(-5, 2),
        Fraction(3, 4),
        0,
    ]
    assert [shown(value) for value in values] == ["2", "2½", "½", "-½", "-2½", "0.75", "0"]

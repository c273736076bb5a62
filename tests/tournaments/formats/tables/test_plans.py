"""Plans of tournaments at tables: their rounds, and what can be planned."""

from dataclasses import replace

import pytest

from games.rules import GAMES
from tests.tournaments.formats.tables.at_tables import (
    DOUBLES,
    doubles,
    kardinal,
    played_through,
)
from tournaments.formats import FORMATS, Plan, PlanError


def test_each_round_starts_with_the_next_lower_double() -> None:
    plan = doubles(high=8, low=2)
    its = FORMATS[DOUBLES]
    assert its.rounds(plan, 20) == 7
    assert [its.options(plan, number)["high"] for number in range(1, 8)] == [8, 7, 6, 5, 4, 3, 2]
    for number in range(1, 8):
        options = its.options(plan, number)
        assert GAMES["chicken-foot"].complete(options) == options
        assert GAMES["chicken-foot"].last_deal(options) == 1


def test_it_is_over_after_its_rounds() -> None:
    its = played_through(doubles(high=2), 6, seed=1)
    assert FORMATS[DOUBLES].is_over(its)
    assert not FORMATS[DOUBLES].is_over(replace(its, rounds=its.rounds[:-1]))


@pytest.mark.parametrize(
    ("plan", "at"),
    [
        (doubles(8), "table_size"),
        (doubles(1), "table_size"),
        (kardinal(size=6), "table_size"),
        (doubles(seating="alphabet"), "seating"),
        (replace(doubles(high=5, low=3), rounds=4), "rounds"),
        (kardinal(rounds=0), "rounds"),
        (kardinal(rounds=101), "rounds"),
        (kardinal(ending="points", duplicate=True), "duplicate"),
        (replace(doubles(), tie_breaks=("buchholz",)), "tie_breaks"),
        (replace(doubles(), game="kardinal"), "game"),
    ],
)
def test_an_impossible_plan_is_refused_at_the_field_at_fault(plan: Plan, at: str) -> None:
    with pytest.raises(PlanError) as refused:
        FORMATS[plan.format].check(plan)
    assert refused.value.at == at
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "plan",
    [
        doubles(),
        doubles(12, set=12),
        doubles(7, "fixed", duplicate=True),
        replace(doubles(high=5, low=3), rounds=3),
        kardinal(),
        kardinal(ending="games", duplicate=True),
    ],
)
def test_a_possible_plan_is_accepted(plan: Plan) -> None:
    FORMATS[plan.format].check(plan)

"""The number and sizes of tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.tables.at_tables import DOUBLES, ROUNDS, doubles, kardinal
from tournaments.formats import FORMATS

SETS = st.sampled_from([9, 12, 15, 18])


@pytest.mark.parametrize(
    ("present", "wish", "sizes"),
    [
        (23, 4, (4, 4, 4, 4, 4, 3)),
        (24, 4, (4,) * 6),
        (5, 4, (5,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (5, 4)),
        (10, 4, (4, 3, 3)),
        (4, 3, (4,)),
        (8, 7, (4, 4)),
        (9, 2, (3, 2, 2, 2)),
        (2, 7, (2,)),
        (3, 2, (3,)),
        (1, 4, ()),
        (0, 4, ()),
    ],
)
def test_sizes_are_the_nearest_to_the_desired_size(present: int, wish: int, sizes: tuple[int, ...]) -> None:
    assert FORMATS[DOUBLES].table_sizes(doubles(wish), present) == sizes


@given(present=st.integers(2, 200), wish=st.integers(2, 12), tiles=SETS)
def test_everybody_has_a_seat_and_nobody_is_alone(present: int, wish: int, tiles: int) -> None:
    sizes = FORMATS[DOUBLES].table_sizes(doubles(wish, set=tiles), present)
    assert sum(sizes) == present
    assert sizes[0] - sizes[-1] <= 1
    assert sizes == tuple(sorted(sizes, reverse=True))
    assert sizes[-1] >= 2
    assert sizes[0] <= (7 if tiles == 9 else 12)


@given(present=st.integers(2, 200), wish=st.integers(2, 5))
def test_kardinal_has_never_more_than_five(present: int, wish: int) -> None:
    sizes = FORMATS[ROUNDS].table_sizes(kardinal(size=wish), present)
    assert sum(sizes) == present
    assert 2 <= sizes[-1] <= sizes[0] <= min(5, sizes[-1] + 1)


@given(tables=st.integers(1, 30), wish=st.integers(2, 7))
def test_numbers_that_divide_evenly_have_the_desired_size(tables: int, wish: int) -> None:
    assert FORMATS[DOUBLES].table_sizes(doubles(wish), tables * wish) == (wish,) * tables


@given(present=st.integers(4, 200), wish=st.integers(2, 7))
def test_duplicate_tables_are_equal_and_two_at_least(present: int, wish: int) -> None:
    sizes = FORMATS[DOUBLES].table_sizes(doubles(wish, duplicate=True), present)
    assert len(set(sizes)) == 1
    assert len(sizes) >= 2
    assert present - sum(sizes) < sizes[0]
    if present >= 2 * wish:
        assert abs(sizes[0] - wish) <= 1


def test_duplicate_prefers_few_byes_to_the_exact_size() -> None:
    assert FORMATS[DOUBLES].table_sizes(doubles(4, duplicate=True), 25) == (5,) * 5
    assert FORMATS[DOUBLES].table_sizes(doubles(4, duplicate=True), 23) == (3,) * 7
    assert FORMATS[DOUBLES].table_sizes(doubles(4, duplicate=True), 3) == (3,)

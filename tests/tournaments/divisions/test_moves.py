"""Rising, falling, staying and filling places, without the site."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from tournaments.formats.divisions import Finished, marks_of, next_season


def shown(*divisions: Finished) -> list[list[str]]:
    return [[f"{one.player}{one.mark[:3]}" for one in group] for group in next_season(divisions)]


def test_the_last_fall_and_the_first_rise() -> None:
    first, second = Finished(4, 1, [11, 12, 13, 14]), Finished(4, 0, [21, 22, 23, 24])
    assert shown(first, second) == [
        ["11sta", "12sta", "13sta", "21ris"],
        ["14fal", "22sta", "23sta", "24sta"],
    ]


def test_the_place_of_a_leaver_is_filled_from_below_down_to_the_last_division() -> None:
    first = Finished(4, 1, [11, 12, 13, 14], leavers=[12])
    second, third = Finished(4, 1, [21, 22, 23, 24]), Finished(4, 0, [31, 32, 33])
    assert shown(first, second, third) == [
        ["11sta", "13sta", "21ris", "22fil"],
        ["14fal", "23sta", "31ris", "32fil"],
        ["24fal", "33sta"],
    ]


def test_a_leaver_who_would_have_fallen_leaves_no_free_place() -> None:
    first, second = Finished(4, 1, [11, 12, 13, 14], leavers=[14]), Finished(4, 0, [21, 22, 23, 24])
    assert shown(first, second) == [["11sta", "12sta", "13sta", "21ris"], ["22sta", "23sta", "24sta"]]


def test_a_relegated_player_stays_if_nobody_below_can_take_the_place() -> None:
    first, second = Finished(4, 1, [11, 12, 13, 14]), Finished(4, 0, [21], leavers=[21])
    assert shown(first, second) == [["11sta", "12sta", "13sta", "14sta"], []]


@pytest.mark.parametrize("cancelled", [0, 1])
def test_between_a_cancelled_season_and_its_neighbours_nobody_rises_or_falls(cancelled: int) -> None:
    orders = [[11, 12, 13, 14], [21, 22, 23, 24], [31, 32, 33, 34]]
    seasons = [Finished(4, 0 if at == 2 else 1, order, is_cancelled=at == cancelled) for at, order in enumerate(orders)]
    first = ["11sta", "12sta", "13sta", "14sta"]
    whole = [first, ["21sta", "22sta", "23sta", "24sta"], ["31sta", "32sta", "33sta", "34sta"]]
    with_second = [first, ["21sta", "22sta", "23sta", "31ris"], ["24fal", "32sta", "33sta", "34sta"]]
    assert shown(*seasons) == (whole if cancelled == 1 else with_second)


def test_nobody_in_a_small_division_both_rises_and_falls() -> None:
    assert marks_of(3, falls=2, rises=2) == ["rises", "rises", "falls"]


@pytest.mark.parametrize("seed", range(40))
def test_over_twenty_seasons_nobody_is_lost_or_placed_twice(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randint(2, 5)
    places = [rng.randint(4, 12) for _division in range(number)]
    falls = [rng.randint(0, 2) for _division in range(number - 1)] + [0]
    groups = [[100 * at + one for one in range(places[at])] for at in range(number)]
    newcomer = 1000
    for _season in range(20):
        for group in groups:
            rng.shuffle(group)
        leavers = {one for one in chain(*groups) if rng.random() < 0.1}
        following = next_season([Finished(*one, leavers) for one in zip(places, falls, groups, strict=True)])
        went_on = [one.player for group in following for one in group]
        assert sorted(went_on) == sorted(set(chain(*groups)) - leavers)
        for at in range(number - 1):  # a division has a free place only if there is nobody below
            below = sum(len(group) for group in following[at + 1 :])
            assert len(following[at]) == places[at] or below == 0
        groups = [[one.player for one in group] for group in following]
        while len(groups[-1]) < places[-1]:
            groups[-1].append(newcomer := newcomer + 1)

"""How a match changes the players' skills, and the numbers shown for them."""

from __future__ import annotations

import random

from openskill.models import PlackettLuce

from ratings.skill import Skill, after_match, is_provisional, number_of


def test_everyone_begins_with_1000() -> None:
    assert number_of(Skill().mu) == 1000


def test_the_winner_gains_and_every_estimate_becomes_more_certain() -> None:
    for people in range(2, 9):
        skills = after_match([Skill()] * people, range(1, people + 1))
        assert [one.mu for one in skills] == sorted((one.mu for one in skills), reverse=True)
        assert skills[0].mu > Skill().mu > skills[-1].mu
        assert all(one.sigma < Skill().sigma for one in skills)


def test_equal_places_of_equals_are_worth_the_same() -> None:
    first, second, third = after_match([Skill()] * 3, [1, 1, 3])
    assert (first.mu, first.sigma) == (second.mu, second.sigma)
    assert first.mu > third.mu


def test_a_surprise_is_worth_more() -> None:
    strong, weak = Skill(mu=35, sigma=2), Skill(mu=20, sigma=2)
    expected, surprise = after_match([strong, weak], [1, 2]), after_match([strong, weak], [2, 1])
    assert expected[0].mu - strong.mu < surprise[1].mu - weak.mu


def test_a_hundred_points_more_win_two_duels_of_three() -> None:
    """As the page says, for two players with small uncertainty."""
    model = PlackettLuce()
    weaker, stronger = model.rating(mu=25, sigma=1), model.rating(mu=27.5, sigma=1)
    assert number_of(27.5) - number_of(25) == 100
    assert 0.64 < model.predict_win([[stronger], [weaker]])[0] < 0.69


def test_ratings_find_out_who_is_stronger() -> None:
    """Each of four players is a class better than the next, and finishes accordingly, but for luck."""
    rng, skills = random.Random(4), [Skill()] * 4
    for _match in range(150):
        luck = [strength + rng.gauss(0, 6) for strength in (9, 6, 3, 0)]
        skills = after_match(skills, [1 + sum(other > own for other in luck) for own in luck])
    numbers = [number_of(one.mu) for one in skills]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] - numbers[3] > 200


def test_a_rating_is_provisional_until_ten_matches() -> None:
    assert is_provisional(9)
    assert not is_provisional(10)

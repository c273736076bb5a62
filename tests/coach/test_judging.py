"""The coach's judgement of single decisions and of whole matches."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from coach.judging import EFFORT, Choice, choices, course_of, imagined, judge
from coach.judging.decisions import Trials, as_kept, mean_of
from coach.judging.imagining import SETTING_OUT, STEPS_FOR_EACH_CHOICE, WALKS
from games.bots.arena import shuffled_deck
from games.bots.levels import choose_in
from games.bots.past import PASTS, walking, worlds_in_proportion
from games.bots.past.walking import STEPS, walk
from games.bots.search import lead
from games.rules import GAMES, Deal, Match, Move, read_move

MOST = 400
"""The most imagined deals for a decision: in these tests it does not matter how certain the coach is."""


@pytest.fixture(autouse=True)
def sooner_done(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, effort in EFFORT.items():
        monkeypatch.setitem(EFFORT, game, effort._replace(max_deals=MOST))
    monkeypatch.setattr(walking, "FIRST_STEPS", 10)


def played(game: str, seats: int = 2, deals: int = 2, level: str = "easy") -> tuple[Match, dict[int, str]]:
    """Return a match after some deals, with its decks."""
    match, rng, decks = Match(game, seats), random.Random(3), {}
    while len(match.deals) < deals and match.result is None:
        deck = shuffled_deck(match, rng)
        deal = match.start_deal(deck)
        decks[len(match.deals)] = " ".join(deck)
        while deal.result is None:
            match.play(choose_in(deal, level, rng))
    return match, decks


def moves_of(match: Match) -> list[tuple[int, str]]:
    return [(deal.number, str(move)) for deal in match.deals for _seat, move in deal.moves]


def first_choice(game: str, seats: int = 2) -> tuple[Deal, Move]:
    match, decks = played(game, seats, 1)
    again = Match(game, seats)
    one = next(one for one in choices(again, decks, moves_of(match)) if judge_quickly(one.deal, one.move))
    return one.deal, one.move


def judge_quickly(deal: Deal, move: Move) -> bool:
    return judge(deal.view(deal.turn), move, deal.worlds(deal.turn, random.Random(1))) is not None


@pytest.mark.parametrize("game", EFFORT)
def test_every_move_is_worth_something_and_the_best_loses_nothing(game: str) -> None:
    deal, move = first_choice(game)
    view = deal.view(deal.turn)
    judged = judge(view, move, deal.worlds(deal.turn, random.Random(5)))
    assert judged is not None
    assert judged.losses[0] == (judged.best, 0.0)
    assert judged.played in dict(judged.losses)
    kept = as_kept(judged, view)
    assert [read_move(text) for text, _loss, _pips in kept["moves"]] == [one for one, _loss in judged.losses]


@pytest.mark.parametrize("game", EFFORT)
def test_the_coach_knows_no_more_than_the_seat(game: str) -> None:
    deal, move = first_choice(game)
    seat = deal.turn
    other = deal.imagine(seat, random.Random(9))
    assert other.hands[1 - seat] != deal.hands[1 - seat]
    one, same = (worlds_in_proportion(its, seat, random.Random(2)) for its in (deal, other))
    assert judge(deal.view(seat), move, one) == judge(other.view(seat), move, same)
    there = Choice(1, 1, 1, deal, move)
    assert there.judged("seed") == there._replace(deal=other).judged("seed")


def test_a_reported_mistake_is_certain() -> None:
    match, decks = played("chicken-foot", deals=1)
    looked_at = (one.judged("seed") for one in choices(Match("chicken-foot", 2), decks, moves_of(match)))
    judged = list(until_the_first_mistake(one for one in looked_at if one))
    mistake = judged.pop()
    assert mistake["mistake"]
    assert mistake["loss"] > max(2 * mistake["error"], EFFORT["chicken-foot"].mistake_loss)
    assert mistake["reason"]["template"].format(**mistake["reason"]["params"])
    assert judged
    assert all(one["reason"] is None for one in judged)
    assert all(one["loss"] >= 0 for one in judged), "the best move has no loss, and no move has a negative one"


def until_the_first_mistake(judged: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in judged:
        yield one
        if one["mistake"]:
            return


def test_the_best_move_is_measured_in_other_deals_than_it_was_chosen_in() -> None:
    deal, _move = first_choice("kardinal")
    one, other, played = (read_move(text) for text in ("draw", "pass", "end"))
    ups_and_downs = {one: [10.0, 0.0] * 50, other: [0.0, 10.0] * 50, played: [0.0] * 100}
    trials = Trials(deal.view(deal.turn), deal.worlds(deal.turn, random.Random(1)), ups_and_downs)
    assert trials.margin((one, other), played) == (0.0, 0.0)
    assert trials.margin((one,), played)[0] == 5.0
    assert trials.rivals_of(one, (one, other, played)) == [one, other]


def test_the_same_seed_gives_the_same_result_from_any_ply() -> None:
    match, decks = played("kardinal", deals=1)
    whole = [one.judged("seed") for one in choices(Match("kardinal", 2), decks, moves_of(match))]
    half = [one.judged("seed") for one in choices(Match("kardinal", 2), decks, moves_of(match), from_ply=6)]
    assert half == [one for one in whole if one is None or one["ply"] >= 6][-len(half) :]


@pytest.mark.parametrize("game", GAMES)
def test_luck_and_skill_add_up_to_the_final_lead(game: str) -> None:
    match, _decks = played(game, deals=2)
    scores = [deal.result.scores for deal in match.deals if deal.result]
    judged = [{"deal": 1, "worth": 2.5, "loss": 4.0}, {"deal": 1, "worth": -3.0, "loss": 0.0}]
    course = course_of(1, scores, judged, high_wins=match.rules.high_wins)
    sign = 1 if match.rules.high_wins else -1
    assert sum(map(sum, course)) == pytest.approx(sum(sign * lead(points, 1) for points in scores))
    assert sum(turn.skill for turn in course) == -4.0


@pytest.mark.parametrize(("alike", "least", "most"), [(1, 0.03, 0.045), (50, 0.13, 0.3)])
def test_similar_deals_do_not_reduce_the_error(alike: int, least: float, most: float) -> None:
    """There are a thousand outcomes in runs of equal ones. If twenty are different, the error is 1 / sqrt(20)."""
    rng = random.Random(4)
    errors = []
    for _ in range(20):
        values = [value for _ in range(1000 // alike) for value in [rng.gauss(0, 1)] * alike]
        errors.append(mean_of(values)[1])
    assert least < sum(errors) / len(errors) < most


def test_deals_in_even_and_odd_places_are_independent() -> None:
    """The best move is determined in one half of the deals and measured in the other."""
    match, decks = played("chicken-foot", deals=1)
    again = choices(Match("chicken-foot", 2), decks, moves_of(match))
    deal = next(one.deal for one in again if len(PASTS["chicken-foot", 1](one.deal, one.deal.turn).choices) > 5)
    seat = deal.turn
    assert WALKS % 2 == 0
    together = list(islice(imagined(deal, seat, random.Random(1)), 3 * WALKS))
    past, unknown, rng = PASTS["chicken-foot", 1](deal, seat), deal.unknown_to(seat), random.Random(1)
    steps = max(STEPS, STEPS_FOR_EACH_CHOICE * len(past.choices))
    for number in range(WALKS):
        alone = deal.lying(unknown, walk(past, unknown, random.Random(rng.random()), steps, SETTING_OUT))
        assert [one.hands for one in together[number::WALKS]] == [one.hands for one in islice(alone, 3)]

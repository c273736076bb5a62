"""Chicken Foot, rule by rule."""

import random

import pytest

from games.rules import GAMES, DealResult, Match, OptionsError, read_tile
from games.rules.variants.chicken_foot.deal import ChickenFootDeal, points
from tests.games.rules.variants.stacked import event, legal, play, refusal, stacked

ALICE = "9-9 9-8 9-7 8-8 6-5 1-0 0-0"
LOW_HANDS = ("0-0 1-0 1-1 2-0 2-1 2-2 3-0", "3-1 3-2 3-3 4-0 4-1 4-2 4-3", "4-4 5-0 5-1 5-2 5-3 5-4 5-5")
BOB = "9-4 9-3 9-2 4-3 3-2 2-1 1-1"


def opened(stock: str = "", alice: str = ALICE, bob: str = BOB) -> Match:
    match = Match("chicken-foot", 2)
    match.start_deal(stacked(alice, bob, stock=stock))
    return match


def with_arms(stock: str = "") -> Match:
    """Return a match with Bob to play on arms 9-4, 9-8, 9-3 and 9-7."""
    match = opened(stock)
    play(match, "9-4@9-9, 9-8@9-9, 9-3@9-9, 9-7@9-9")
    return match


def with_a_foot(stock: str = "") -> Match:
    """Return a match with Bob to play, who has no 8 for Alice's 8-8."""
    match = with_arms(stock)
    play(match, "4-3@9-4, 8-8@9-8")
    return match


@pytest.mark.parametrize(("highest", "most"), [(9, 7), (12, 12), (15, 19), (18, 27)])
def test_cf2_a_set_serves_as_many_as_leave_a_tile_in_the_stock(highest: int, most: int) -> None:
    assert GAMES["chicken-foot"].seats({"set": highest}) == range(2, most + 1)
    with pytest.raises(OptionsError):
        Match("chicken-foot", most + 1, {"set": highest})
    with pytest.raises(OptionsError):
        Match("chicken-foot", 1, {"set": highest})


def test_cf3_each_deal_has_the_next_lower_double() -> None:
    match = Match("chicken-foot", 2, {"set": 12, "high": 3, "low": 1})
    starters = []
    while match.result is None:
        deal = match.start_deal(stacked(highest=12))
        starters.append(deal.view(None).public["starter"])
        while moves := deal.legal_moves():
            match.play(moves[0])
    assert starters == ["3-3", "2-2", "1-1"]


@pytest.mark.parametrize(
    "options", [{"set": 10}, {"high": 10}, {"high": 3, "low": 4}, {"low": -1}, {"high": "9"}, {"set": True}, {"x": 1}]
)
def test_cf3_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionsError):
        Match("chicken-foot", 2, options)


def test_cf3_what_is_left_out_has_its_default() -> None:
    assert Match("chicken-foot", 2).options == {"set": 9, "high": 9, "low": 0}
    assert Match("chicken-foot", 2, {"set": 15, "low": 4}).options == {"set": 15, "high": 15, "low": 4}


def winners(*scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the winners of a match with these deals."""
    game = GAMES["chicken-foot"]
    options = game.complete({"high": len(scores) - 1})
    totals = [sum(its) for its in zip(*scores, strict=True)]
    result = game.outcome(options, totals, [DealResult("out", its) for its in scores])
    assert result is not None
    return result.winners


def test_cf4_the_lowest_total_wins() -> None:
    assert winners((0, 20, 5), (30, 0, 5)) == (2,)


def test_cf5_in_a_tie_more_deals_without_points_win() -> None:
    assert winners((10, 5, 20), (0, 5, 20)) == (0,)


def test_cf5_then_the_lower_of_the_lowest_other_deals_wins() -> None:
    assert winners((4, 3), (6, 7)) == (1,)
    assert winners((0, 5), (4, 0), (6, 5)) == (0,)


def test_cf5_then_the_win_is_shared() -> None:
    assert winners((4, 6, 20), (6, 4, 0)) == (0, 1)
    assert winners((0, 0)) == (0, 1)


def test_cf5_a_tie_between_losers_does_not_matter() -> None:
    assert winners((1, 0, 2), (0, 2, 0)) == (0,)


def test_cf6_the_holder_of_the_double_places_it() -> None:
    match = opened()
    assert match.deal is not None
    assert match.deal.opening == [event("opened", 0, "9-9")]
    assert match.deal.layout == [(0, "9-9", "", 9)]
    assert match.deal.turn == 1  # CF7


def test_cf6_or_else_they_draw_in_turn_until_it_is_drawn_and_keep_what_they_draw() -> None:
    match = opened(stock="5-5 5-4 5-3 9-9", alice="9-8 9-7 8-8 6-5 1-0 0-0 2-0")
    deal = match.deal
    assert deal is not None
    drew = [event("drew", seat, count=1) for seat in (0, 1, 0, 1)]
    assert deal.opening == [*drew, event("opened", 1, "9-9")]
    assert deal.hands[0][7:] == ["5-5", "5-3"]
    assert deal.hands[1][7:] == ["5-4"]
    assert deal.turn == 0  # CF7


def test_cf6_in_later_deals_the_seat_after_the_last_opener_draws_first() -> None:
    match = Match("chicken-foot", 3)
    deal = match.start_deal(stacked("9-8 9-7 9-6 9-5 9-4 9-3 9-2", "9-9 8-7 8-6 8-5 8-4 8-3 8-2"))
    assert match.deals[0].first == 0
    while moves := deal.legal_moves():
        match.play(moves[0])
    deal = match.start_deal(stacked(*LOW_HANDS, stock="9-9 8-8"))
    assert match.deals[1].first == 2
    assert deal.opening == [event("drew", 2, count=1), event("drew", 0, count=1), event("opened", 0, "8-8")]


def test_cf9_all_four_arms_come_first() -> None:
    match = opened()
    assert legal(match) == "9-2@9-9, 9-3@9-9, 9-4@9-9"
    play(match, "9-4@9-9, 9-8@9-9")
    assert legal(match) == "9-2@9-9, 9-3@9-9"
    assert refusal(match, "4-3@9-4") == ("illegal-arms", "All four arms of 9-9 must hold a tile first.")
    assert match.deal is not None
    assert match.deal.view(None).public["must"] == {"kind": "arms", "tile": "9-9", "left": 2}
    play(match, "9-3@9-9, 9-7@9-9")
    assert legal(match) == "3-2@9-3, 4-3@9-3, 4-3@9-4"
    assert refusal(match, "9-2@9-9") == ("illegal-no-end", "9-9 has no open end where 9-2 fits.")


def test_cf10_a_player_who_can_place_must() -> None:
    match = opened()
    for move in ("draw", "pass"):
        assert refusal(match, move)[0] == "illegal-must-place"


def test_cf10_a_drawn_tile_that_fits_may_be_placed_or_kept() -> None:
    match = with_a_foot(stock="8-1 8-2")
    assert legal(match) == "draw"
    assert refusal(match, "pass")[0] == "illegal-must-draw"
    assert play(match, "draw") == [event("drew", 1, count=1)]
    assert legal(match) == "8-1@8-8, pass"
    assert refusal(match, "draw") == ("illegal-drawn-already", "You have already drawn: place 8-1 or pass.")
    deal = match.deal
    assert deal is not None
    assert deal.view(0).public["drawn"] is True
    assert deal.mine(1)["drawn"] == "8-1"
    assert deal.mine(0)["drawn"] is None
    kept = match.copy()
    play(match, "8-1@8-8")
    assert play(kept, "pass") == [event("passed", 1)]
    assert kept.deal is not None
    assert kept.deal.turn == deal.turn == 0


def test_cf10_the_turn_ends_by_itself_when_the_drawn_tile_does_not_fit() -> None:
    match = with_a_foot(stock="5-1 8-2")
    play(match, "draw")
    assert match.deal is not None
    assert match.deal.turn == 0
    assert match.deals[0].moves[-1] == (1, "draw")


def test_cf12_a_double_wants_its_three_toes_first() -> None:
    match = with_arms()
    play(match, "4-3@9-4")
    assert play(match, "8-8@9-8") == [event("placed", 0, "8-8", "9-8"), event("foot", 0, "8-8")]
    assert match.deal is not None
    assert match.deal.view(None).public["must"] == {"kind": "foot", "tile": "8-8", "left": 3}
    assert match.deal.ends() == [{"place": "8-8", "pips": 8, "free": 3}]
    code, sentence = refusal(match, "3-2@9-3")
    assert (code, sentence) == ("illegal-foot", "You must first complete the chicken foot on 8-8.")


def test_cf13_after_the_third_toe_every_end_is_open_again() -> None:
    match = with_a_foot(stock="8-1 8-2 8-3")
    play(match, "draw, 8-1@8-8, draw, 8-2@8-8, draw")
    assert play(match, "8-3@8-8")[-1] == event("foot-done", 1, "8-8")
    assert match.deal is not None
    ends = {end["place"] for end in match.deal.ends()}
    assert ends == {"9-3", "9-7", "4-3", "8-1", "8-2", "8-3"}
    assert match.deal.view(None).public["must"] is None


def test_cf15_the_last_tile_ends_the_deal_even_on_an_unfinished_foot() -> None:
    match = opened(alice="9-9 9-8 9-7 7-6 6-1 5-1 8-8", bob="9-4 9-3 4-3 3-2 2-1 1-0 0-0")
    play(match, "9-4@9-9, 9-8@9-9, 9-3@9-9, 9-7@9-9, 4-3@9-4, 7-6@9-7, 3-2@4-3, 6-1@7-6, 2-1@3-2, 5-1@6-1, 1-0@2-1")
    events = play(match, "8-8@9-8")
    assert events[-1] == event("deal-over")
    assert match.deal is not None
    assert match.deal.result == DealResult("out", (0, 50))  # CF17


def test_cf16_the_deal_is_blocked_when_nobody_can_place_and_the_stock_is_empty() -> None:
    rng = random.Random(16)
    feet = 0
    for _ in range(60):
        deal = Match("chicken-foot", 2).start_deal(rng.sample(stacked(), 55))
        assert isinstance(deal, ChickenFootDeal)
        while moves := deal.legal_moves():
            deal.play(rng.choice(moves))
        fits = {end["pips"] for end in deal.ends()}
        could_place = any(fits & {tile.high, tile.low} for hand in deal.hands for tile in hand)
        assert deal.result is not None
        if deal.result.reason == "blocked":
            assert not deal.stock
            assert not could_place
            feet += deal.must is not None
        else:
            assert not all(deal.hands)
    assert feet, "an unfinished foot included"


def test_cf17_each_scores_the_pips_left_and_fifty_for_the_double_blank() -> None:
    assert points([read_tile("9-5"), read_tile("3-3")]) == 20
    assert points([read_tile("0-0"), read_tile("1-0")]) == 51
    assert points([]) == 0


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("7-7@9-9", "illegal-not-held"),
        ("9-4@8-8", "illegal-not-laid"),
        ("4-3@9-9", "illegal-no-match"),
        ("9-4@L", "illegal-no-such-move"),
        ("end", "illegal-no-such-move"),
        ("discard 9-4", "illegal-no-such-move"),
        ("12-9@9-9", "illegal-no-such-tile"),
    ],
)
def test_a_refusal_says_why(move: str, code: str) -> None:
    assert refusal(opened(), move)[0] == code


def test_nothing_is_played_before_the_first_deal_and_after_the_last() -> None:
    match = Match("chicken-foot", 2, {"high": 0})
    assert refusal(match, "draw")[0] == "illegal-no-deal"
    deal = match.start_deal(stacked())
    with pytest.raises(RuntimeError):
        match.start_deal(stacked())
    while moves := deal.legal_moves():
        match.play(moves[0])
    assert refusal(match, "draw") == ("illegal-deal-over", "The deal is over.")
    with pytest.raises(RuntimeError):
        match.start_deal(stacked())

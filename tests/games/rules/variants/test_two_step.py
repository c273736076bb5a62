"""Two-Step, rule by rule."""

import pytest

from games.rules import GAMES, DealResult, Match, OptionsError
from tests.games.rules.variants.stacked import event, legal, play, refusal, stacked

ALICES_CARD = "6-0 5-0 4-0 3-0 2-0"
BOBS_CARD = "6-1 5-1 4-1 3-1 2-1"
ALICES_HAND = "6-6 3-2 1-0"
BOBS_HAND = "5-5 6-4 4-3"


def opened(*blocks: str, stock: str = "", target: int = 1) -> Match:
    """Return a deal of Alice's card, Bob's card, Alice's hand, Bob's hand (TS5)."""
    match = Match("two-step", 2, {"target": target})
    match.start_deal(stacked(*(blocks or (ALICES_CARD, BOBS_CARD, ALICES_HAND, BOBS_HAND)), stock=stock, highest=6))
    return match


def test_ts2_the_target_is_ten_or_a_lower_one() -> None:
    assert Match("two-step", 2).options == {"target": 10}
    for target in (0, 11, 10.0, "5", None):
        with pytest.raises(OptionsError):
            Match("two-step", 2, {"target": target})
    with pytest.raises(OptionsError):
        Match("two-step", 3)


def test_ts2_one_player_has_the_target_at_the_end_or_ts1_one_more() -> None:
    rules, to_five = Match("two-step", 2).rules, {"target": 5}
    assert all(rules.can_end_with(to_five, totals) for totals in ([5, 0], [4, 5], [6, 4]))
    assert not any(rules.can_end_with(to_five, totals) for totals in ([4, 4], [5, 5], [7, 0], [0, 0], [6, 5]))
    assert rules.can_have(to_five, [4, 4])
    assert not any(rules.can_have(to_five, totals) for totals in ([5, 5], [7, 0]))


def test_ts4_each_has_a_dance_card_with_its_top_face_up_a_hand_and_a_discard_pile() -> None:
    deal = opened().deal
    assert deal is not None
    public = deal.view(None).public
    assert public["cards"] == [{"top": "6-0", "left": 5}, {"top": "6-1", "left": 5}]
    assert public["hands"] == [2, 3]
    assert public["stock"] == 12
    assert public["discards"] == [[], []]


def test_ts6_the_highest_double_of_the_hands_opens_and_ts7_its_holder_goes_on() -> None:
    deal = opened().deal
    assert deal is not None
    assert deal.opening == [event("opened", 0, "6-6")]
    assert (deal.turn, deal.hands) == (0, [["3-2", "1-0"], ["5-5", "6-4", "4-3"]])


def test_ts6_else_the_highest_double_on_top_of_a_card_and_ts11_the_next_is_turned_up() -> None:
    deal = opened("2-2 6-6 4-0 3-0 2-0", "3-3 5-1 4-1 3-1 2-1", "6-5 3-2 1-0", "5-4 6-4 4-3").deal
    assert deal is not None
    assert deal.opening == [event("opened", 1, "3-3"), event("turned-up", 1, "5-1")]
    assert deal.turn == 1
    assert deal.view(None).public["cards"] == [{"top": "2-2", "left": 5}, {"top": "5-1", "left": 4}]


def test_ts6_without_any_double_the_tiles_are_thrown_in() -> None:
    match = opened("6-0 6-6 5-5 3-0 2-0", "6-1 5-1 4-1 3-1 2-1", "6-5 3-2 1-0", "5-4 6-4 4-3")
    assert match.deals[0].result == DealResult("void", (0, 0))
    assert match.deal is not None
    assert match.deal.view(0).public["turn"] is None
    assert match.result is None


def test_ts8_a_turn_begins_by_filling_the_hand_but_not_the_openers_first() -> None:
    match = opened(stock="5-2 6-2 5-3")
    assert play(match, "discard 3-2") == [event("discarded", 0, "3-2")]
    events = play(match, "6-4@L, discard 4-3")
    assert events == [event("discarded", 1, "4-3"), event("filled", 0, count=2)]
    assert match.deal is not None
    assert match.deal.hands[0] == ["1-0", "5-2", "6-2"]


def test_ts9_any_number_of_tiles_on_either_end() -> None:
    match = opened()
    assert legal(match) == "6-0@L, 6-0@R, discard 1-0, discard 3-2"
    play(match, "6-0@L, 1-0@L")
    assert match.deal is not None
    assert match.deal.layout[1:] == [(0, "6-0", "L", 0), (0, "1-0", "L", 1)]
    assert refusal(match, "3-2@R") == ("illegal-no-match", "3-2 does not fit the end that shows 6.")


def test_ts10_tiles_come_from_hand_card_and_discard_pile() -> None:
    match = opened(stock="2-2 3-3")
    play(match, "6-0@L, discard 1-0, 6-4@R, discard 5-5")
    assert legal(match) == "1-0@L, 5-0@L, discard 2-2, discard 3-2, discard 3-3"
    play(match, "1-0@L")
    assert match.deal is not None
    assert match.deal.view(None).public["discards"] == [[], ["5-5"]]
    assert refusal(match, "4-0@L")[0] == "illegal-not-held"  # still face down


def test_ts11_the_next_tile_of_the_card_is_turned_up_at_once() -> None:
    match = opened()
    assert play(match, "6-0@L") == [event("placed", 0, "6-0", "L"), event("turned-up", 0, "5-0")]


def test_ts12_with_an_empty_hand_three_more_may_be_drawn() -> None:
    match = opened(ALICES_CARD, BOBS_CARD, "6-6 6-5 5-2", BOBS_HAND, stock="2-2 1-1 3-3")
    assert refusal(match, "draw") == ("illegal-hand-left", "You may draw only with an empty hand.")
    assert refusal(match, "end")[0] == "illegal-hand-left"
    play(match, "6-5@L, 5-2@L")
    assert legal(match) == "6-0@R, draw, end"
    ended = match.copy()
    assert play(match, "draw") == [event("drew", 0, count=3)]
    assert legal(match) == "2-2@L, 6-0@R, discard 1-1, discard 2-2, discard 3-3"
    assert play(ended, "end") == [event("ended", 0)]  # TS13
    assert ended.deal is not None
    assert ended.deal.turn == 1


def test_ts13_a_tile_that_is_not_in_the_hand_cannot_be_discarded() -> None:
    assert refusal(opened(), "discard 6-0") == ("illegal-not-held", "You do not hold 6-0.")


def win(bobs_plays: str) -> Match:
    """Return a match in which Alice gets rid of her card while Bob plays these moves."""
    match = opened("6-0 0-0 1-0 2-1 3-2", "6-1 5-1 4-1 3-1 4-4", "6-6 4-2 5-3", BOBS_HAND, target=2)
    play(match, f"discard 4-2, {bobs_plays}, 6-0@L, 0-0@L, 1-0@L, 2-1@L, 3-2@L")
    return match


def test_ts14_the_last_tile_of_the_card_ends_the_deal_and_ts1_wins_a_point() -> None:
    match = win("6-1@R, discard 5-5")
    assert match.deals[0].result == DealResult("out", (1, 0))
    assert match.totals == [1, 0]
    assert match.result is None


def test_ts1_it_wins_two_if_the_other_still_has_all_five() -> None:
    match = win("discard 5-5")
    assert match.deals[0].result == DealResult("out", (2, 0))
    assert match.result is not None
    assert (match.result.totals, match.result.winners) == ((2, 0), (0,))  # TS2
    assert match.deal is not None
    assert match.deal.view(None).public["result"]["cards"] == [[], ["6-1", "5-1", "4-1", "3-1", "4-4"]]


def run_the_stock_down(match: Match) -> None:
    """Let both players discard their highest tile without placing any, until the stock and both hands are empty."""
    deal = match.deal
    assert deal is not None
    while deal.result is None and (deal.stock or any(deal.hands)):
        match.play(deal.legal_moves()[-1])


def test_ts15_the_deal_is_void_when_the_stock_is_empty_and_nothing_fits() -> None:
    match = opened("5-0 6-0 4-0 3-0 2-0", "5-1 6-1 4-1 3-1 2-1", "6-6 3-2 1-0", "5-5 5-4 4-3")
    deal = match.deal
    assert deal is not None
    run_the_stock_down(match)
    assert deal.result == DealResult("void", (0, 0))
    assert not deal.stock


def test_ts16_two_idle_turns_with_empty_hands_are_void_even_when_something_fits() -> None:
    match = opened()  # 6-0 and 6-1 on top of the cards always fit 6-6
    deal = match.deal
    assert deal is not None
    run_the_stock_down(match)
    assert deal.result is None
    assert "6-0@L" in deal.legal_moves() or "6-1@L" in deal.legal_moves()
    turn = deal.turn
    play(match, "end")
    assert deal.result is None
    other = match.copy()
    play(match, "end")
    assert match.deals[0].result == DealResult("void", (0, 0))
    play(other, f"6-{1 - turn}@L, end, end")
    assert other.deals[0].result is None, "a tile was placed between"
    play(other, "end")
    assert other.deals[0].result == DealResult("void", (0, 0))


def test_a_void_deal_scores_nothing_and_the_next_one_follows() -> None:
    match = opened("6-0 6-6 5-5 3-0 2-0", "6-1 5-1 4-1 3-1 2-1", "6-5 3-2 1-0", "5-4 6-4 4-3")
    match.start_deal(stacked(ALICES_CARD, highest=6))
    assert [deal.number for deal in match.deals] == [1, 2]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("pass", "illegal-no-such-move"),
        ("6-0@6-6", "illegal-no-such-move"),
        ("6-0@L>6", "illegal-no-such-move"),
        ("9-5@L", "illegal-no-such-tile"),
        ("5-0@L", "illegal-not-held"),
        ("3-2@L", "illegal-no-match"),
    ],
)
def test_a_refusal_says_why(move: str, code: str) -> None:
    assert refusal(opened(), move)[0] == code


def test_the_first_to_reach_the_target_wins_the_match() -> None:
    game = GAMES["two-step"]
    assert game.outcome({"target": 3}, [2, 1], []) is None
    result = game.outcome({"target": 3}, [2, 4], [])
    assert result is not None
    assert result.winners == (1,)

"""Kardinaldomino, rule by rule."""

import random
from typing import Any

import pytest

from games.rules import GAMES, DealResult, Match, OptionsError, read_tile
from games.rules.variants.kardinal import KardinalDeal
from tests.games.rules.variants.stacked import event, legal, play, refusal, stacked


def opened(*hands: str, stock: str = "", options: dict[str, Any] | None = None) -> Match:
    match = Match("kardinal", len(hands), options)
    match.start_deal(stacked(*hands, stock=stock, highest=6))
    return match


ALICE = "6-6 5-0 4-1 3-1 2-0"
BOB = "5-5 4-0 3-0 2-1 1-1"
CLAIRE = "6-1 5-2 4-4 3-3 6-5"


def test_kd1_two_to_five_play() -> None:
    assert GAMES["kardinal"].seats({}) == range(2, 6)
    for seats in (1, 6, True, "2"):
        with pytest.raises(OptionsError):
            Match("kardinal", seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"ending": "never"}, {"limit": 75}, {"games": 0}, {"games": 21}, {"limit": "50"}])
def test_kd2_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionsError):
        Match("kardinal", 2, options)


def outcome(options: dict[str, Any], *scores: tuple[int, ...], reason: str = "out") -> Any:
    game = GAMES["kardinal"]
    totals = [sum(its) for its in zip(*scores, strict=True)]
    return game.outcome(game.complete(options), totals, [DealResult(reason, its) for its in scores])


def test_kd2_to_points_it_ends_when_somebody_is_over_the_limit() -> None:
    assert outcome({"limit": 50}, (50, 0)) is None
    result = outcome({"limit": 50}, (50, 0), (1, 7))
    assert (result.totals, result.winners, result.settlement) == ((51, 7), (1,), None)
    assert outcome({}, (60, 0, 0), (41, 3, 3)).winners == (1, 2)


def test_kd2_for_games_the_differences_are_settled() -> None:
    options = {"ending": "games", "games": 2}
    assert outcome(options, (500, 0, 0)) is None
    result = outcome(options, (20, 0, 5), (10, 10, 5))
    assert (result.totals, result.winners, result.settlement) == ((30, 10, 10), (1, 2), (-40, 20, 20))


def test_kd4_a_void_deal_is_none_of_the_games() -> None:
    assert outcome({"ending": "games", "games": 1}, (0, 0), reason="void") is None


def test_kd3_two_get_seven_tiles_and_more_get_five() -> None:
    for seats, size in ((2, 7), (3, 5), (5, 5)):
        deal = Match("kardinal", seats).start_deal(stacked(highest=6))
        assert len(deal.stock) == 28 - seats * size


def test_kd4_the_highest_double_opens_and_kd5_the_neighbour_to_the_right_goes_on() -> None:
    deal = opened(BOB, CLAIRE, "6-4 5-0 4-1 3-1 2-0").deal
    assert deal is not None
    assert deal.opening == [event("opened", 0, "5-5")]
    assert deal.turn == 2


def test_kd4_without_a_double_the_deal_is_void() -> None:
    match = opened("6-0 5-0 4-1 3-1 2-0", "5-1 4-0 3-0 2-1 1-0", "6-1 5-2 6-4 6-3 6-5")
    assert match.deals[0].result == DealResult("void", (0, 0, 0))
    assert match.totals == [0, 0, 0]


def test_kd6_touching_halves_make_seven_and_kd7_cardinals_go_anywhere_either_way() -> None:
    match = opened(ALICE, BOB, CLAIRE)
    assert legal(match) == "5-2@L>2, 5-2@L>5, 5-2@R>2, 5-2@R>5, 6-1@L>1, 6-1@L>6, 6-1@R>1, 6-1@R>6, draw"
    play(match, "6-1@L>6")
    assert match.deal is not None
    assert match.deal.layout[-1] == (2, "6-1", "L", 6)
    assert legal(match) == "1-1@L, 1-1@R, 2-1@L, 2-1@R"
    play(match, "2-1@R")
    assert [(end["place"], end["pips"]) for end in match.deal.ends()] == [("L", 6), ("R", 2)]
    assert refusal(match, "3-1@R") == ("illegal-no-match", "3-1 does not make seven with the end that shows 2.")


def test_kd8_at_a_blank_only_a_cardinal_can_be_placed() -> None:
    match = opened("6-6 3-3 4-3 5-1 2-0", "1-0 4-0 3-0 2-1 1-1", "6-1 5-2 6-3 6-2 6-5")
    play(match, "6-1@L>1, 1-0@R")  # ends 1 and 0
    assert legal(match) == "4-3@L>3, 4-3@L>4, 4-3@R>3, 4-3@R>4, draw"
    assert refusal(match, "2-0@R")[0] == "illegal-no-match"


def test_kd9_a_player_with_a_fitting_tile_other_than_a_cardinal_must_place() -> None:
    match = opened(ALICE, BOB, CLAIRE)
    play(match, "6-1@L>6")
    for move in ("draw", "pass"):
        assert refusal(match, move)[0] == "illegal-must-place"


def test_kd10_up_to_two_are_drawn_and_then_the_turn_passes() -> None:
    match = opened(ALICE, BOB, "6-5 4-4 3-3 6-4 6-3", stock="6-2 5-4")
    assert legal(match) == "draw"
    assert refusal(match, "pass")[0] == "illegal-must-draw"
    assert play(match, "draw") == [event("drew", 2, count=1)]
    assert legal(match) == "draw"
    play(match, "draw")
    assert legal(match) == "pass"
    assert refusal(match, "draw")[0] == "illegal-drawn-already"
    play(match, "pass")
    assert match.deal is not None
    assert match.deal.turn == 1


def test_kd10_drawing_stops_at_a_fitting_tile_other_than_a_cardinal() -> None:
    match = opened(ALICE, BOB, "6-5 4-4 3-3 6-4 6-3", stock="1-0")
    play(match, "draw")
    assert legal(match) == "1-0@L, 1-0@R"


def test_kd11_cardinals_may_be_held_back_while_there_is_something_to_draw() -> None:
    match = opened(ALICE, BOB, CLAIRE, stock="6-2 5-4")
    play(match, "draw, draw")
    assert legal(match).endswith("6-1@R>6, pass")
    play(match, "pass")


def test_kd11_with_the_stock_empty_and_one_drawn_a_cardinal_must_be_placed() -> None:
    match = opened(
        "6-6 6-4 4-4 4-0 1-0",
        "6-1 5-2 4-3 0-0 5-5",
        "2-0 3-0 5-0 6-0 2-2",
        "6-2 5-3 5-4 4-2 3-2",
        "2-1 1-1 3-1 4-1 5-1",
    )
    play(match, "2-1@L, 5-3@L, draw, draw, pass")
    assert match.deal is not None
    assert (match.deal.turn, len(match.deal.stock)) == (1, 1)
    play(match, "draw")
    assert all(">" in move for move in match.deal.legal_moves())
    assert refusal(match, "pass")[0] == "illegal-must-place-cardinal"
    assert refusal(match, "draw")[0] == "illegal-stock-empty"


@pytest.mark.parametrize("seats", [2, 3])
def test_kd12_to_kd15_how_the_deal_ends(seats: int) -> None:
    rng = random.Random(seats)
    reasons = set()
    for _ in range(300):
        deal = Match("kardinal", seats).start_deal(rng.sample(stacked(highest=6), 28))
        while moves := deal.legal_moves():
            deal.play(rng.choice(moves))
        assert deal.result is not None
        left = [seat for seat, hand in enumerate(deal.hands) if hand]
        if deal.result.reason == "out":
            assert len(left) < 2  # KD15
        elif deal.result.reason == "blocked":
            assert len(left) > 1
            assert not deal.stock
        reasons.add((deal.result.reason, len(left) == 1))
        extra = sum(tile.value for tile in deal.stock) if len(left) == 1 else 0  # KD14
        if deal.result.reason != "void":
            pips = [sum(tile.value for tile in hand) for hand in deal.hands]  # KD13
            assert deal.result.scores == tuple(its + extra * (seat in left) for seat, its in enumerate(pips))
    assert {("out", True), ("blocked", False)} <= reasons


def lone_player(hand: str, stock: str) -> Match:
    """Return a match in which only Alice has tiles and has drawn two, at two ends that show 6."""
    match = opened(ALICE, "6-1 5-2 4-4 3-3 6-5")
    deal = match.deal
    assert isinstance(deal, KardinalDeal)
    deal.hands = [[read_tile(text) for text in hand.split()], []]
    deal.stock = [read_tile(text) for text in stock.split()]
    deal.turn, deal.drawn = 0, 2
    return match


def test_kd12_a_lone_player_who_passes_ends_the_deal_and_kd14_gets_the_stock() -> None:
    match = lone_player("2-0", "5-4 3-0")
    assert legal(match) == "pass"
    play(match, "pass")
    assert match.deals[0].result == DealResult("out", (14, 0))
    assert match.deal is not None
    assert match.deal.view(None).public["result"]["stock"] == ["3-0", "5-4"]


def test_kd14_the_stock_counts_for_a_lone_double_blank_too() -> None:
    match = lone_player("0-0", "5-4 3-0")
    play(match, "pass")
    assert match.deals[0].result == DealResult("out", (12, 0))


def test_kd12_a_lone_player_who_places_goes_on() -> None:
    match = lone_player("5-1 2-0 3-2", "5-4 3-0")
    assert play(match, "5-1@L") == [event("placed", 0, "5-1", "L")]
    assert match.deal is not None
    assert (match.deal.turn, match.deal.view(None).public["drawn"]) == (0, 0)
    assert legal(match) == "2-0@L, 3-2@L"


def test_kd15_it_is_out_when_nobody_has_tiles_left() -> None:
    match = lone_player("5-1", "5-4 3-0")
    assert play(match, "5-1@L") == [event("placed", 0, "5-1", "L"), event("went-out", 0), event("deal-over")]
    assert match.deals[0].result == DealResult("out", (0, 0))


def test_kd12_players_who_are_out_are_skipped() -> None:
    match = opened(ALICE, BOB, CLAIRE)
    deal = match.deal
    assert isinstance(deal, KardinalDeal)
    deal.hands[2] = [read_tile("6-1")]
    assert play(match, "6-1@L>6")[-1] == event("went-out", 2)
    play(match, "2-1@R")
    assert deal.turn == 0
    match.play(deal.legal_moves()[0])
    assert deal.turn == 1
    assert deal.view(None).public["out"] == [2]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("discard 6-1", "illegal-no-such-move"),
        ("6-1@6-6", "illegal-no-such-move"),
        ("9-5@L", "illegal-no-such-tile"),
        ("5-0@L", "illegal-not-held"),
        ("6-1@L", "illegal-no-facing"),
        ("6-5@L>6", "illegal-facing"),
        ("6-5@L", "illegal-no-match"),
        ("pass", "illegal-must-draw"),
    ],
)
def test_a_refusal_says_why(move: str, code: str) -> None:
    assert refusal(opened(ALICE, BOB, CLAIRE), move)[0] == code

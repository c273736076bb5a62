"""The legal moves computed a second time, in the simplest way, from the layout and the hand on turn."""

import random

import pytest

from games.rules import GAMES, Deal, Match, Tile

CARDINALS = {"6-1", "5-2", "4-3", "0-0"}


def chicken_foot_ends(deal: Deal) -> dict[str, int]:
    """Return the tiles that may be served now, with the numbers that they show (CF8, CF9, CF12, CF13, CF14)."""
    starter = deal.layout[0].tile
    placed_on = {laid.tile: sum(other.place == laid.tile for other in deal.layout) for laid in deal.layout}
    if placed_on[starter] < 4:
        return {starter: starter.high}
    for laid in deal.layout[1:]:
        if laid.tile.is_double and placed_on[laid.tile] < 3:
            return {laid.tile: laid.tile.high}
    return {laid.tile: laid.out for laid in deal.layout[1:] if not laid.tile.is_double and not placed_on[laid.tile]}


def chicken_foot(deal: Deal, since: list[str]) -> list[str]:
    hand = deal.hands[deal.turn][-1:] if since else deal.hands[deal.turn]
    ends = chicken_foot_ends(deal)
    placings = [f"{tile}@{place}" for tile in hand for place, pips in ends.items() if pips in tile.halves]
    if since:
        return [*placings, "pass"]
    return placings or ["draw" if deal.stock else "pass"]


def line_ends(deal: Deal) -> dict[str, int]:
    ends = dict.fromkeys("LR", deal.layout[0].out)
    for laid in deal.layout[1:]:
        ends[laid.place] = laid.out
    return ends


def two_step(deal: Deal, since: list[str]) -> list[str]:
    hand = deal.hands[deal.turn]
    public = deal.view(None).public
    sources = [*hand, *public["discards"][deal.turn][-1:], public["cards"][deal.turn]["top"]]
    placings = [f"{tile}@{place}" for tile in sources for place, pips in line_ends(deal).items() if pips in tile.halves]
    if hand:
        return [*placings, *(f"discard {tile}" for tile in hand)]
    return [*placings, "end", *(["draw"] if deal.stock else [])]


def kardinal_placings(deal: Deal, tile: Tile) -> list[str]:
    if tile in CARDINALS:
        return [f"{tile}@{place}>{out}" for place in "LR" for out in tile.halves]
    return [f"{tile}@{place}" for place, pips in line_ends(deal).items() if 7 - pips in tile.halves]


def kardinal(deal: Deal, since: list[str]) -> list[str]:
    fitting = [tile for tile in deal.hands[deal.turn] if kardinal_placings(deal, tile)]
    placings = [move for tile in fitting for move in kardinal_placings(deal, tile)]
    if any(tile not in CARDINALS for tile in fitting):
        return placings
    if deal.stock and len(since) < 2:
        return [*placings, "draw"]
    if len(since) == 2 or not fitting:
        return [*placings, "pass"]
    return placings


PLAINLY = {"chicken-foot": chicken_foot, "two-step": two_step, "kardinal": kardinal}


def draws_of_this_turn(match: Match) -> list[str]:
    """Return the `draw` moves of the seat on turn in this turn."""
    deal, draws = match.deal, []
    assert deal is not None
    for seat, move in reversed(match.deals[-1].moves):
        if seat != deal.turn or move != "draw":
            break
        draws.append(str(move))
    return draws


@pytest.mark.parametrize(
    ("game", "seats", "options", "deals"),
    [
        ("chicken-foot", 2, {}, 10),
        ("chicken-foot", 4, {}, 10),
        ("chicken-foot", 7, {}, 10),
        ("chicken-foot", 12, {"set": 12}, 4),
        ("chicken-foot", 5, {"set": 15}, 3),
        ("chicken-foot", 27, {"set": 18}, 2),
        ("two-step", 2, {}, 40),
        ("kardinal", 3, {"ending": "games"}, 20),
        ("kardinal", 4, {"ending": "games", "games": 20}, 20),
        ("kardinal", 5, {"ending": "games", "games": 20}, 20),
    ],
)
def test_the_legal_moves_follow_from_the_table_and_the_hand(
    game: str, seats: int, options: dict[str, int], deals: int
) -> None:
    rng = random.Random(seats)
    match = Match(game, seats, options)
    tiles = GAMES[game].tiles(match.options)
    while match.result is None and len(match.deals) < deals:
        deal = match.start_deal(rng.sample(tiles, len(tiles)))
        while moves := deal.legal_moves():
            assert moves == sorted(PLAINLY[game](deal, draws_of_this_turn(match)))
            match.play(rng.choice(moves))

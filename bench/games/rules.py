"""Moves per second of the rules: random matches in one thread, listing the legal moves at every step.

Seconds are processor time, and runs alternate, so that other programs matter less. Each result comes with its ratio to
two baselines in the same run: the package `dominoes` (block dominoes, in which passing counts as a move as well), and a
bare loop of the same game on tuples, without events, views or errors.

    python bench/games/rules.py [--seconds 5]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import dominoes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from games.rules import GAMES, Match

TABLES = (("chicken-foot", 4), ("chicken-foot", 2), ("two-step", 2), ("kardinal", 4), ("kardinal", 2))
ROUNDS = 20


def match_moves(game: str, seats: int, rng: random.Random) -> int:
    """Play one random match; return its number of moves."""
    match = Match(game, seats)
    tiles = GAMES[game].tiles(match.options)
    moves = 0
    while match.result is None:
        deal = match.start_deal(rng.sample(tiles, len(tiles)))
        while legal := deal.legal_moves():
            match.play(rng.choice(legal))
            moves += 1
    return moves


def bare_moves(rng: random.Random) -> int:
    """Play one random deal of block dominoes with four seats, as simply as possible; return its number of moves."""
    deck = [(high, low) for high in range(7) for low in range(high + 1)]
    rng.shuffle(deck)
    hands = [deck[seat * 7 : seat * 7 + 7] for seat in range(4)]
    left = right = deck[0][0]
    moves = turn = passes = 0
    while passes < 4:
        hand = hands[turn]
        legal = [(tile, end) for tile in hand for end in (left, right) if end in tile]
        passes = 0 if legal else passes + 1
        if legal:
            tile, end = rng.choice(legal)
            hand.remove(tile)
            out = sum(tile) - end
            if end == left:
                left = out
            else:
                right = out
            if not hand:
                return moves + 1
        moves += 1
        turn = (turn + 1) % 4
    return moves


def package_moves(rng: random.Random) -> int:
    """Play one random deal of the package `dominoes`; return its number of moves."""
    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*rng.choice(game.valid_moves))
    return len(game.moves)


def moves_per_second(play: Callable[[random.Random], int], seconds: float, rng: random.Random) -> float:
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += play(rng)
    return moves / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules.")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each line")
    seconds = parser.parse_args().seconds
    plays: dict[str, Callable[[random.Random], int]] = {"bare loop": bare_moves, "dominoes": package_moves}
    plays |= {f"{game}, {seats} seats": partial(match_moves, game, seats) for game, seats in TABLES}
    rng = random.Random(1)
    best = dict.fromkeys(plays, 0.0)  # slower rounds were disturbed by other programs
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], moves_per_second(play, seconds / ROUNDS, rng))
    for name, speed in best.items():
        bare, package = speed / best["bare loop"], speed / best["dominoes"]
        print(f"{name:22}{speed:>9,.0f} moves/s   {bare:.2f} of the bare loop   {package:.2f} of dominoes")


if __name__ == "__main__":
    main()

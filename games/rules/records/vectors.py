"""Test vectors: positions and matches with the expected moves and results, and how the rules differ from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.deal import Deal
from games.rules.json_input import ShapeError, expect, member, quoted
from games.rules.match import Match
from games.rules.moves import Move, MoveError, read_move
from games.rules.records import record
from games.rules.records.position import play_all, read_start


def perft(deal: Deal, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves, counting those that end the deal sooner."""
    moves = deal.legal_moves()
    while depth > 1 and len(moves) == 1:  # no branch: continue without recursion
        deal = deal.copy()
        deal.play(moves[0])
        moves = deal.legal_moves()
        depth -= 1
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        branch = deal.copy()
        branch.play(move)
        count += perft(branch, depth - 1)
    return count


def differences(vector: Any) -> list[str]:
    """Return how the rules differ from a vector of either kind. Raises `ShapeError` if it is of neither."""
    expect(vector, dict, "A vector")
    if "perft" in vector:
        return _check_position(vector)
    if "deals" in vector:
        return record.check(vector) or list(_wrong_legal_moves(vector))
    raise ShapeError('A vector has "perft" or "deals".')


def _check_position(vector: dict[str, Any]) -> list[str]:
    deal = read_start(vector)
    try:
        play_all(deal, member(vector, "moves", list))
    except MoveError as error:
        return [f"A move cannot be played: {error}"]
    counts = [perft(deal, depth) for depth in range(1, len(member(vector, "perft", list)) + 1)]
    turn = None if deal.result else deal.turn
    found = {"turn": turn, "legal": deal.legal_moves(), "perft": counts}
    return [
        f'"{key}" is {quoted(value)} by the rules, not {quoted(vector.get(key))}.'
        for key, value in found.items()
        if vector.get(key) != value
    ]


def _wrong_legal_moves(vector: dict[str, Any]) -> Iterator[str]:
    """Yield, for each deal of a playable record, the first move whose legal moves are listed wrongly."""
    match = Match(vector["game"], vector["seats"], vector["options"], record.version_in(vector))
    for number, written in enumerate(vector["deals"], 1):
        deal = match.start_deal(written["deck"])
        found = []
        for _, text in written["moves"]:
            found.append(deal.legal_moves())
            match.play(read_move(text))
        yield from _first_difference(found, member(written, "legal", list), number)


def _first_difference(found: list[list[Move]], written: list[Any], number: int) -> Iterator[str]:
    if len(found) != len(written):
        yield f'deal {number}: "legal" must have {len(found)} lists, one for each move.'
        return
    for index, (legal, listed) in enumerate(zip(found, written, strict=True), 1):
        if legal != listed:
            yield f"deal {number}, move {index}: legal is {quoted(legal)} by the rules, not {quoted(listed)}."
            return

"""Positions as JSON: how a deal started, and the moves played so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.rules.deal import Deal
from games.rules.game import Game
from games.rules.json_input import ShapeError, member, move_pair, quoted, texts
from games.rules.match import read_deck
from games.rules.moves import read_move
from games.rules.records.record import version_in
from games.rules.registry import rules_of


def read_position(position: Any) -> Deal:
    """Return the deal after the moves played so far. Raises `ShapeError`, `OptionsError`, `DeckError` or
    `MoveError`."""
    deal = read_start(position)
    play_all(deal, member(position, "moves", list))
    return deal


def read_start(position: Any) -> Deal:
    """Return the deal before its first move. Raises as `read_position`."""
    game = rules_of(member(position, "game", str), version_in(position))
    options = game.complete(member(position, "options", dict))
    seats = member(position, "seats", int)
    game.check_seats(seats, options)
    number = _deal_number(game, options, member(position, "number", int))
    first = member(position, "first", int)
    if not 0 <= first < seats:
        raise ShapeError(f'"first" must be a seat, 0 to {seats - 1}.')
    return game.deal.start(options, seats, number, read_deck(game.tiles(options), texts(position, "deck")), first)


def _deal_number(game: Game, options: dict[str, Any], number: int) -> int:
    last = game.last_deal(options)
    if number < 1 or (last is not None and number > last):
        raise ShapeError(f'"number" must be 1 to {last}.' if last else '"number" must be 1 or more.')
    return number


def play_all(deal: Deal, pairs: Iterable[Any]) -> None:
    for pair in pairs:
        seat, text = move_pair(pair)
        move = read_move(text)
        if deal.result is None and seat != deal.turn:
            raise ShapeError(f"Seat {deal.turn} is on turn, not seat {quoted(seat)}, for {move}.")
        deal.play(move)

"""Stacked decks, and moves given as a line of text."""

import pytest

from games.rules import Event, IllegalMove, Match, Tile, full_set, read_move, read_tile


def stacked(*blocks: str, stock: str = "", highest: int = 9) -> list[Tile]:
    """Return a deck that begins with these blocks and then `stock`; the rest follows in the order of the set."""
    front = [read_tile(text) for block in (*blocks, stock) for text in block.split()]
    return [*front, *(tile for tile in full_set(highest) if tile not in front)]


def play(match: Match, moves: str) -> list[Event]:
    """Play moves separated by commas; return the events of the last one."""
    events: list[Event] = []
    for text in moves.split(","):
        events = match.play(read_move(text.strip()))
    return events


def legal(match: Match) -> str:
    assert match.deal is not None
    return ", ".join(match.deal.legal_moves())


def refusal(match: Match, text: str) -> tuple[str, str]:
    """Return the code and the sentence with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        match.play(read_move(text))
    return refused.value.code, str(refused.value)


def event(kind: str, seat: int | None = None, tile: str = "", place: str | None = None, count: int = 0) -> Event:
    return Event(kind, seat, read_tile(tile) if tile else None, place, count)

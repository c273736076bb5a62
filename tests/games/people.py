"""Tables for tests, and a house that acts without Celery."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games import services
from games.models import Seat, Table
from games.rules import GAMES, Move
from games.services import Play
from games.state.live_tables import LiveTables, live_tables


def short(game: str) -> dict[str, Any]:
    """Return the options of a short match of two: those of the game's first sample table."""
    return dict(GAMES[game].samples[0].options)


def seated_table(players: Sequence[Player], *, bots: Sequence[str] = (), **overrides: Any) -> Table:
    """Return a running table with `players` on the first seats and then `bots`; all have contributed."""
    choices: dict[str, Any] = {"game": "chicken-foot", "options": {}, "seconds": 60} | overrides
    table = services.open_table(owner=players[0], bots=[*[""] * len(players), *bots], **choices)
    for player in players[1:]:
        services.join(table_id=table.pk, player=player, invitation=table.invitation)
    for number, player in enumerate(players):
        services.contribute(table_id=table.pk, player_id=player.pk, contribution=bytes([number] * 16))
    table.refresh_from_db()
    return table


def legal_moves(table_id: str) -> list[Move]:
    with live_tables.hold(table_id) as live:
        live.refresh()
        assert live.match.deal is not None
        return live.match.deal.legal_moves()


def next_move(table_id: str, tables: LiveTables = live_tables, rng: random.Random | None = None) -> Play | None:
    """Return a legal move of the player on turn, as they would send it; None between deals."""
    with tables.hold(table_id) as live:
        live.refresh()
        if live.turn is None:
            return None
        assert live.match.deal is not None
        player_id = live.seats[live.turn].player_id
        assert player_id is not None
        return Play(table_id, player_id, (rng or random.Random(1)).choice(live.match.deal.legal_moves()), live.ply)


def next_moves(
    table_ids: Iterable[str], tables: LiveTables = live_tables, rng: random.Random | None = None
) -> list[Play]:
    """Return the next move at each of the tables where a deal is being played."""
    moves = [next_move(table_id, tables, rng) for table_id in table_ids]
    return [move for move in moves if move]


def play_any(table_id: str, rng: random.Random) -> None:
    """Play any legal move for the seat on turn."""
    table = Table.objects.get(pk=table_id)
    assert table.turn is not None
    text = rng.choice(legal_moves(table_id))
    play(table, table.turn, text)


def play(table: Table, seat: int, text: str, ply: int | None = None) -> None:
    """Play a move for the player on `seat`."""
    player_id = table.seats.get(number=seat).player_id
    assert player_id is not None
    services.play(table_id=table.pk, player_id=player_id, text=text, ply=table.ply if ply is None else ply)


def let_the_house_act(table_id: str, *, most: int = 5000) -> Table:
    """Let the house do everything that comes due, until only a player's own clock is running, if any; return the
    table."""
    for _ in range(most):
        table = Table.objects.get(pk=table_id)
        if table.due_at is None or table.due_at > timezone.now() + timedelta(seconds=5):
            return table
        services.act(table_id=table_id, ply=table.ply, now=table.due_at)
    raise AssertionError("The house does not come to an end.")


def let_time_run_out(table_id: str) -> Table:
    """Let the clock of the player on turn run out, and the house act."""
    table = Table.objects.get(pk=table_id)
    services.act(table_id=table_id, ply=table.ply, now=table.due_at)
    return Table.objects.get(pk=table_id)


def play_to_the_end(table_id: str, rng: random.Random) -> Table:
    """Play a match to its end: people at random, the house for the rest."""
    while step(table_id, rng):
        pass
    return Table.objects.get(pk=table_id)


def step(table_id: str, rng: random.Random) -> bool:
    """Do the next thing at a running table; return False if nothing is left."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        ply, due_at = live.ply, live.due_at
        sitter = None if live.turn is None else live.seats[live.turn]
        legal = live.match.deal.legal_moves() if live.match.deal else []
    if sitter and sitter.player_id and not sitter.is_played_by_the_house:
        services.play(table_id=table_id, player_id=sitter.player_id, text=rng.choice(legal), ply=ply)
    elif due_at:
        services.act(table_id=table_id, ply=ply, now=due_at)
    return due_at is not None


def seat_of(table: Table, player: Player) -> Seat:
    return Seat.objects.get(table=table, player=player)

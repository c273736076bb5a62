"""Runs as a separate process during the kill tests: plays moves at many tables at once, and prints what is stored."""

from __future__ import annotations

import json
import random

from accounts.models import Player
from games.models import Table
from games.services import Ready, play_together
from tests.games.people import next_moves, seated_table

TABLES = 6
BETH, CARL = "Beth", "Carl"


def play_on() -> None:
    """Print a line of JSON, a list of (table, ply, move), after each transaction."""
    rng = random.Random()
    beth, _ = Player.objects.get_or_create(username=BETH)
    carl, _ = Player.objects.get_or_create(username=CARL)
    running = Table.objects.filter(owner=beth, status=Table.Status.RUNNING)
    tables = [table.pk for table in running] or [seated_table([beth, carl], seconds=3600).pk for _ in range(TABLES)]
    while True:
        moves = next_moves(tables, rng=rng)
        ended = set(tables) - {move.table_id for move in moves}
        ready = [Ready(table_id, player.pk) for table_id in ended for player in (beth, carl)]
        outcomes = play_together([*moves, *ready])
        played = [move for move, outcome in zip(moves, outcomes, strict=False) if outcome is None]
        print(json.dumps([(move.table_id, move.ply, move.text) for move in played]), flush=True)

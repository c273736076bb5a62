"""Compare how somebody played with what a bot would have played, knowing no more than they did.

Where the moves differ, bots play on from both to the end of the deal, with everyone's real tiles. The difference in
points is what was given away, and to whom. One deal proves little; a habit over many matches does.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from games import bots
from games.models import Move as MoveRow
from games.models import Table
from games.rules.deal import Deal
from games.rules.match import Match
from games.rules.moves import Move, read_move
from games.state.stored import read_match

LEVEL = "medium"

MOST_PLAYED_ON = 25
"""How many differences of a match are played on at most, so that a worker is done within seconds."""

LONGEST_DEAL = 500
"""How many moves bots may play; they end a deal long before that. Longer ones are ignored."""


@dataclass(slots=True)
class Comparison:
    """The counts for one seat."""

    choices: int = 0
    agreed: int = 0
    seconds: list[float] = field(default_factory=list)
    given_away: int = 0
    helped: Counter[int] = field(default_factory=Counter)
    """By seat."""

    @property
    def median_seconds(self) -> float | None:
        return round(median(self.seconds), 1) if self.seconds else None


def compare(table: Table, seat: int) -> Comparison | None:
    """Replay a finished match beside a bot; return None while it runs, or while others play with the same tiles."""
    if not table.is_laid_open:
        return None
    rows = read_match(table.pk)
    decks = rows.decks
    found, played_on = Comparison(), 0
    match = Match(table.game, table.seat_count, table.options, table.rules_version)
    before: MoveRow | None = None
    for row in rows.moves:
        while len(match.deals) < row.deal:
            match.start_deal(decks[len(match.deals) + 1].split())
        assert match.deal is not None
        move = read_move(row.text)
        if row.seat == seat and row.by == MoveRow.By.PLAYER and len(match.deal.legal_moves()) > 1:
            found.choices += 1
            if before is not None and before.deal == row.deal:
                found.seconds.append((row.played_at - before.played_at).total_seconds())
            other = bots.choose(match.deal.view(seat), LEVEL, random.Random(f"{table.pk}:{row.ply}"))
            found.agreed += other == move
            if other != move and played_on < MOST_PLAYED_ON:
                played_on += 1
                _weigh(found, match, seat, move, other, f"{table.pk}:{row.ply}")
        match.play(move)
        before = row
    return found


def _weigh(found: Comparison, match: Match, seat: int, move: Move, other: Move, seed: str) -> None:
    """Add what the move cost its player and what each other seat gained."""
    assert match.deal is not None
    real, instead = _played_on(match.deal, move, seed), _played_on(match.deal, other, seed)
    if real is None or instead is None:
        return
    sign = 1 if match.rules.high_wins else -1
    for one in range(match.seats):
        gain = sign * (real[one] - instead[one])
        if one == seat:
            found.given_away -= gain
        else:
            found.helped[one] += gain


def _played_on(deal: Deal, move: Move, seed: str) -> list[int] | None:
    """Return the scores of a deal that bots play to the end after a move; None if it takes too long."""
    twin, rng = deal.copy(), random.Random(seed)
    twin.play(move)
    for _ in range(LONGEST_DEAL):
        if twin.result is not None:
            return list(twin.result.scores)
        twin.play(bots.choose(twin.view(twin.turn), LEVEL, rng))
    return None

"""Finished matches that are written down, not played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import Player
from games.models import Seat, SeatStay, Table
from games.models.chains import Chain
from ratings import services

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
GAME = "chicken-foot"


def match(
    *people: Player | None, totals: Sequence[int] = (), minute: int = 0, game: str = GAME, **columns: Any
) -> Table:
    """Return a match that these people finished so many minutes after noon, with low totals winning in Chicken Foot;
    None is a bot. By default the first has the fewest points, the second more, and so on."""
    points = list(totals or range(0, 10 * len(people), 10))
    best = max(points) if game == "two-step" else min(points)
    table = Table.objects.create(
        **{
            "game": game,
            "seat_count": len(people),
            "seconds": 30,
            "owner": next(one for one in people if one),
            "chain": _chain(),
            "status": Table.Status.FINISHED,
            "finished_at": NOON + timedelta(minutes=minute),
            "totals": points,
            "result": {"totals": points, "winners": [seat for seat, one in enumerate(points) if one == best]},
            **columns,
        }
    )
    for number, player in enumerate(people):
        bot = "" if player else Seat.Bot.EASY
        Seat.objects.create(table=table, number=number, player=player, bot=bot)
        SeatStay.objects.create(table=table, seat=number, player=player, bot=bot, from_ply=0)
    return table


def _chain() -> Chain:
    chain = Chain.of(b"\0" * 32)
    chain.save()
    return chain


def counted(game: str = GAME, minutes: int = 1000) -> int:
    """Count all matches that have finished; return how many were checked."""
    looked_at = 0
    while many := services.catch_up(game=game, now=NOON + timedelta(minutes=minutes)):
        looked_at += many
    return looked_at

"""When the house acts at a live table, and what everyone sees of that: neither may tell of hidden tiles."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.rules import Move
from games.state.live_tables import LiveTable


def due_at(live: LiveTable, now: datetime) -> datetime | None:
    """When the house acts: at once for a bot, when the time is over for a player, never while the table is paused."""
    if live.is_paused:
        return None
    pause = house_pause(live)
    if pause is not None:
        return now + timedelta(seconds=pause)
    return None if live.match.result else now + timedelta(seconds=live.seconds)


def house_pause(live: LiveTable) -> float | None:
    """Seconds until the house acts without anyone's time being over; None if it does not."""
    if live.match.result:
        return None
    if live.turn is None:
        return settings.DEAL_PAUSE if _somebody_plays(live) else settings.BOT_PAUSE
    sitter = live.seats[live.turn]
    if sitter.bot:
        return settings.BOT_PAUSE
    if sitter.away or sitter.left:
        return settings.AWAY_PAUSE
    return settings.FORCED_PAUSE if hurried_move(live, live.turn) else None


def _somebody_plays(live: LiveTable) -> bool:
    return any(not sitter.is_played_by_the_house for sitter in live.seats)


def hurried_move(live: LiveTable, seat: int) -> Move | None:
    """Return the move that the house makes for a player after a short pause, as everyone will see that it was the only
    one. Where hidden tiles decide that, the player's time runs as if there were a choice."""
    assert live.match.deal is not None
    forced = live.match.deal.openly_forced()
    kinds = {"pass", "end", "draw"} if live.seats[seat].auto_draw else {"pass", "end"}
    return forced if forced and forced.kind in kinds else None


def shown_end(live: LiveTable) -> datetime | None:
    """Return when the time on the clock is over.

    It shows a player's full time even if the house is about to make a forced move: that it is forced may be known
    only once it is made.
    """
    seat = live.turn
    if live.due_at is None or seat is None or live.seats[seat].is_played_by_the_house or not hurried_move(live, seat):
        return live.due_at
    return live.due_at + timedelta(seconds=live.seconds - settings.FORCED_PAUSE)

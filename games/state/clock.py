"""Decides when the house acts at a live table, and what the clock shows. Neither may give away hidden tiles."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Table
from games.rules import Move
from games.state.live_tables import LiveTable
from live.visits import is_quiet

SHORTEST, LONGEST = 0.6, 2.0
"""How long a bot seems to think, as a multiple of `BOT_PAUSE`."""

MOST_TO_LOOK_AT = 60
"""A bot with this many combinations of an open end and a tile in hand seems to think longest."""

VARIETY = 0.3 * (LONGEST - SHORTEST)
"""How much longer a bot may seem to think by chance, as a multiple of `BOT_PAUSE`."""
HURRY = 0.2
"""The share of `AWAY_PAUSE` by which the house may act earlier for somebody who is away."""

REST = timedelta(minutes=5)
"""How long the house rests at a table, unless somebody comes to the site."""


def due_at(live: LiveTable, now: datetime, pause: float | None) -> datetime | None:
    """Return when the house acts: after its `house_pause` if it has one, else when the player's time runs out; None if
    the table is paused or the match is over."""
    if live.is_paused:
        return None
    if pause is not None:
        return now + timedelta(seconds=pause)
    return None if live.match.result else now + timedelta(seconds=live.seconds)


def house_pause(live: LiveTable) -> float | None:
    """Return the seconds after which the house acts of its own accord, or None if it only acts when time runs out."""
    if live.match.result:
        return None
    if live.turn is None:
        return settings.DEAL_PAUSE if _somebody_plays(live) else settings.BOT_PAUSE
    sitter = live.seats[live.turn]
    if sitter.bot:
        return settings.BOT_PAUSE * apparent_thinking_time(live)
    if sitter.away or sitter.left:
        return settings.AWAY_PAUSE - _time_to_spare(live)
    return settings.FORCED_PAUSE if automatic_move(live, live.turn) else None


def waits_for_people(live: LiveTable) -> bool:
    """Return whether a person may act before the house does: play, or be ready for the next deal."""
    return _somebody_plays(live) if live.turn is None else not live.seats[live.turn].is_played_by_the_house


def apparent_thinking_time(live: LiveTable) -> float:
    """Return how long a bot seems to think, as a multiple of `BOT_PAUSE`: only a moment if everyone sees that it has no
    choice, otherwise longer the more tiles and ends it has, and a little different for each move.

    Apart from chance, this only depends on what everyone can see, now or from the move itself; otherwise it would give
    away hidden tiles.
    """
    deal = live.match.deal
    assert deal is not None
    if deal.openly_forced():
        return SHORTEST
    to_look_at = len(deal.ends()) * len(deal.hands[deal.turn])
    busy = min(1.0, to_look_at / MOST_TO_LOOK_AT)
    return SHORTEST + VARIETY * _mood(live) + (LONGEST - SHORTEST - VARIETY) * busy


def _time_to_spare(live: LiveTable) -> float:
    """Return by how many seconds the house acts earlier on its turn than it could at the latest."""
    assert live.match.deal is not None
    assert live.turn is not None
    if not live.seats[live.turn].bot:
        return settings.AWAY_PAUSE * HURRY * (1 - _mood(live))
    return 0.0 if live.match.deal.openly_forced() else settings.BOT_PAUSE * VARIETY * (1 - _mood(live))


def _mood(live: LiveTable) -> float:
    """Return a number between 0 and 1 for the next move at a table, always the same, which nobody can predict.

    Messages say to the microsecond when a move was made, and choosing it takes longer the more moves the hand has.
    Whoever knew when the pause was over could tell one from the other.
    """
    drawn = salted_hmac("games.state.clock", f"{live.id} {live.ply}", algorithm="sha256").digest()
    return int.from_bytes(drawn[:4]) / 2**32


def rests(live: LiveTable) -> bool:
    """Return whether the house may rest: on a demo site, at a table where it plays alone, while nobody is on the
    site."""
    return settings.DEMO and live.status == Table.Status.RUNNING.value and not _somebody_plays(live) and is_quiet()


def _somebody_plays(live: LiveTable) -> bool:
    return any(not sitter.is_played_by_the_house for sitter in live.seats)


def automatic_move(live: LiveTable, seat: int) -> Move | None:
    """Return the move that the house makes for a player after a short pause, if everyone can see that it is the only
    one.

    Where that depends on hidden tiles, the player's time runs as if there were a choice.
    """
    assert live.match.deal is not None
    forced = live.match.deal.openly_forced()
    kinds = {"pass", "end", "draw"} if live.seats[seat].auto_draw else {"pass", "end"}
    return forced if forced and forced.kind in kinds else None


def shown_end(live: LiveTable) -> datetime | None:
    """Return when the time shown on the clock runs out.

    It is the player's full time even if the house is about to make a forced move, since nobody may know beforehand that
    it is forced. For the house's own turns it is the end of the longest pause that can be.
    """
    seat = live.turn
    if live.due_at is None or seat is None:
        return live.due_at
    if live.seats[seat].is_played_by_the_house:
        return live.due_at + timedelta(seconds=_time_to_spare(live))
    if not automatic_move(live, seat):
        return live.due_at
    return live.due_at + timedelta(seconds=live.seconds - settings.FORCED_PAUSE)

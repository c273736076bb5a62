"""When the house acts at a live table, and what the clock shows. Neither may give away hidden tiles."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Table
from games.rules import Move
from games.state.live_tables import LiveTable
from live.visits import is_quiet

SHORTEST, LONGEST = 0.6, 2.0
"""How long a bot seems to think, as a multiple of `BOT_PAUSE`."""

MUCH = 60
"""So many ends for each tile in hand, taken together, are much to look at."""

GOLDEN = 0.618
"""Its multiples are spread evenly between whole numbers."""

REST = timedelta(minutes=5)
"""How long the house rests at a table, unless somebody comes."""


def due_at(live: LiveTable, now: datetime, pause: float | None) -> datetime | None:
    """Return when the house acts: soon for a bot, after its `house_pause`, when time runs out for a player, never
    (None) while paused."""
    if live.is_paused:
        return None
    if pause is not None:
        return now + timedelta(seconds=pause)
    return None if live.match.result else now + timedelta(seconds=live.seconds)


def house_pause(live: LiveTable) -> float | None:
    """Return the seconds until the house acts without anyone's time running out, or None if it does not."""
    if live.match.result:
        return None
    if live.turn is None:
        return settings.DEAL_PAUSE if _somebody_plays(live) else settings.BOT_PAUSE
    sitter = live.seats[live.turn]
    if sitter.bot:
        return settings.BOT_PAUSE * pondering(live)
    if sitter.away or sitter.left:
        return settings.AWAY_PAUSE
    return settings.FORCED_PAUSE if hurried_move(live, live.turn) else None


def waits_for_people(live: LiveTable) -> bool:
    """Return whether somebody may do first what the house would do: be ready for the next deal, or play."""
    return _somebody_plays(live) if live.turn is None else not live.seats[live.turn].is_played_by_the_house


def pondering(live: LiveTable) -> float:
    """Return how long a bot seems to think, as a multiple of the usual: a moment where everyone sees that it has no
    choice, and longer the more there is to look at.

    That is judged by what everyone can see, now or from the move itself, and differs a little from move to move: it
    would give away hidden tiles if it depended on them.
    """
    deal = live.match.deal
    assert deal is not None
    if deal.openly_forced():
        return SHORTEST
    to_look_at = len(deal.ends()) * len(deal.hands[deal.turn])
    mood = live.ply * GOLDEN % 1
    return SHORTEST + (LONGEST - SHORTEST) * (0.3 * mood + 0.7 * min(1.0, to_look_at / MUCH))


def rests(live: LiveTable) -> bool:
    """Return whether the house may rest: on a demo site, where it plays by itself and nobody is there to watch."""
    return settings.DEMO and live.status == Table.Status.RUNNING.value and not _somebody_plays(live) and is_quiet()


def _somebody_plays(live: LiveTable) -> bool:
    return any(not sitter.is_played_by_the_house for sitter in live.seats)


def hurried_move(live: LiveTable, seat: int) -> Move | None:
    """Return the move that the house makes for a player after a short pause, if all can see that it is the only one.

    Where that depends on hidden tiles, the player's time runs as if there were a choice.
    """
    assert live.match.deal is not None
    forced = live.match.deal.openly_forced()
    kinds = {"pass", "end", "draw"} if live.seats[seat].auto_draw else {"pass", "end"}
    return forced if forced and forced.kind in kinds else None


def shown_end(live: LiveTable) -> datetime | None:
    """Return when the time shown on the clock runs out.

    It is the player's full time even if the house is about to make a forced move, since nobody may know beforehand that
    it is forced.
    """
    seat = live.turn
    if live.due_at is None or seat is None or live.seats[seat].is_played_by_the_house or not hurried_move(live, seat):
        return live.due_at
    return live.due_at + timedelta(seconds=live.seconds - settings.FORCED_PAUSE)

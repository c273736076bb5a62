"""Bots that fill up tables for people who find nobody to sit with, if the organisers want that.

They are entries that sit out unless they are needed; more are created when there are too few.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Seat
from tournaments.formats import SeatedTable, Sentence, Who
from tournaments.formats.rolling.seating import PATIENCE, allowed_sizes
from tournaments.formats.sentence import gettext_noop
from tournaments.formats.tables.sizes import preferred_size
from tournaments.life.entering import bot_names, create_bots
from tournaments.life.seating import rng_of
from tournaments.models import Entry, Round, Tournament

FILLED_UP = gettext_noop("{who} had waited for a minute, with too few others who were free: bots fill up the table.")


def fill_up(tournament: Tournament, round_: Round, free: Sequence[Entry], now: datetime) -> SeatedTable | None:
    """Return a table of the free players and bots, once somebody has waited long enough and they are too few."""
    people = [entry for entry in free if entry.player_id is not None]
    plan = tournament.terms.plan
    has_waited = any(entry.free_since and entry.free_since <= now - PATIENCE for entry in people)
    if not has_waited or len(free) >= allowed_sizes(plan)[0]:
        return None
    bots = _idle_bots(tournament, round_, preferred_size(plan) - len(free))
    seats = sorted(entry.pk for entry in [*free, *bots])
    rng_of(tournament, round_.number, f"bots {round_.boards.count() + 1}").shuffle(seats)
    why = Sentence(FILLED_UP, {"who": tuple(Who(entry.pk) for entry in people)})
    return SeatedTable(tuple(seats), (why,))


def _idle_bots(tournament: Tournament, round_: Round, number: int) -> list[Entry]:
    """Return `number` fill-up bots that are not playing, creating any that are missing."""
    playing = round_.places.filter(board__is_done=False).values("entry")
    waiting = tournament.entries.filter(
        presence=Entry.Presence.RESTING, player=None, status=Entry.Status.ENTERED, seed__gt=0
    )
    idle = list(waiting.exclude(pk__in=playing).order_by("seed")[:number])
    missing = number - len(idle)
    if missing:
        created = create_bots(tournament, bot_names(tournament, missing), Seat.Bot.MEDIUM)
        Entry.objects.filter(pk__in=[entry.pk for entry in created]).update(presence=Entry.Presence.RESTING)
        idle += created
    return idle

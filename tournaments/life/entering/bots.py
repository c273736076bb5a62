"""Entering bots, and finding names for them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import count, islice

from django.db import transaction
from django.utils import timezone

from games.models import Seat
from games.state.live_tables import BOT_NAMES
from tournaments.base.locking import locked, write
from tournaments.life.entering.admission import check_is_open, late_seed, next_round
from tournaments.models import Entry, Tournament
from tournaments.strengths import handicaps

Status = Entry.Status


@transaction.atomic
def enter_bots(*, tournament_id: str, names: Iterable[str], level: str = Seat.Bot.MEDIUM) -> list[Entry]:
    """Enter bots, checked in. Raises UserError (not-open)."""
    tournament = locked(tournament_id)
    check_is_open(tournament)
    entries = create_bots(tournament, names, level)
    write(tournament)
    return entries


def create_bots(tournament: Tournament, names: Iterable[str], level: str) -> list[Entry]:
    """Create entries of bots, checked in; once the tournament is running, their seeds follow all others."""
    now, late = timezone.now(), tournament.status == Tournament.Status.RUNNING
    first = late_seed(tournament) if late else 0
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            bot=level,
            status=Status.WAITING if tournament.has_teams else Status.ENTERED,
            bot_name=name,
            checked_in_at=now,
            contribution=secrets.token_hex(16),
            entered_at=now,
            seed=first + number if late else 0,
            first_round=next_round(tournament) if late else 1,
        )
        for number, name in enumerate(names)
    )
    if late:
        handicaps.fix(tournament)
    return entries


def bot_names(tournament: Tournament, number: int) -> list[str]:
    """Return `number` names that nobody in the tournament has."""
    taken = {entry.name for entry in tournament.entries.select_related("player")}
    names = (name if lap == 1 else f"{name} {lap}" for lap in count(1) for name in BOT_NAMES)
    return list(islice((name for name in names if name not in taken), number))

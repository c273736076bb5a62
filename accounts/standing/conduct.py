"""Automatic sanctions for players who leave matches or hold them up: graduated and temporary."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Lapse, Player, Sanction
from accounts.standing.sanctions import impose

COUNTS_FOR = timedelta(days=7)

PAUSES = (timedelta(minutes=30), timedelta(hours=4), timedelta(hours=24))
"""How long a player is paused from public tables after the third lapse within a week, the fourth, and every later one.
The first has no consequences; the second brings a warning."""


@transaction.atomic
def note_lapse(*, player_id: int, cause: str, about: str, now: datetime) -> None:
    """Record a lapse, at most one for each `about`, and impose the sanction for the number of recent ones."""
    player = Player.objects.select_for_update().get(pk=player_id)
    _lapse, is_new = Lapse.objects.get_or_create(player=player, about=about, defaults={"cause": cause, "at": now})
    if not is_new:
        return
    number = Lapse.objects.filter(player=player, at__gt=now - COUNTS_FOR).count()
    if number == 2:
        impose(player=player, kind=Sanction.Kind.WARNING, cause=cause, now=now)
    elif number > 2:
        until = now + PAUSES[min(number - 3, len(PAUSES) - 1)]
        impose(player=player, kind=Sanction.Kind.NO_PUBLIC_TABLES, cause=cause, now=now, until=until)

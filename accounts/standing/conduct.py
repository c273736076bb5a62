"""What follows when players leave matches or hold them up: graded, for a while, and without a moderator."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Lapse, Player, Sanction
from accounts.standing.sanctions import impose

COUNTS_FOR = timedelta(days=7)

PAUSES = (timedelta(minutes=30), timedelta(hours=4), timedelta(hours=24))
"""How long one is paused from public tables: after the third lapse within a week, the fourth, and every further one.
The first has no consequences, the second brings a warning."""


@transaction.atomic
def note_lapse(*, player_id: int, cause: str, about: str, now: datetime) -> None:
    """Count a lapse, once for the same `about`, and impose what follows from how many there were lately."""
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

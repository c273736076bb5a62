"""Pausing an event, and letting it go on with its time given back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control.acting import checked_reason, locked_as_seen, note
from tournaments.life.pausing import mind_pause, shift
from tournaments.models import Act, Tournament


def pause(*, tournament_id: str, by: Player, reason: str, seen: str = "", now: datetime | None = None) -> Act:
    """Nothing happens until it goes on: no move, no round, no time that runs out. Raises UserError (stale, no-reason,
    not-running, paused)."""
    why = checked_reason(reason)
    with transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "clock")
        if tournament.status != Tournament.Status.RUNNING:
            raise UserError("not-running", _("The tournament is not running."))
        if tournament.paused_at is not None:
            raise UserError("paused", _("The tournament is paused already."))
        write(tournament, paused_at=now or timezone.now(), next_at=None)
        act = note(tournament, by, "pause", {}, reason=why)
    mind_pause(tournament_id=tournament_id)
    return act


def go_on(*, tournament_id: str, by: Player, seen: str = "", now: datetime | None = None) -> Act:
    """Rounds and breaks end as much later as the pause was long, but the dates of rounds hold as long as they are not
    past; players have the full time for their move.

    Raises UserError (stale, not-paused)."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "clock")
        if tournament.paused_at is None:
            raise UserError("not-paused", _("The tournament is not paused."))
        gap = max(now - tournament.paused_at, timedelta())
        shift(tournament, gap, now)
        write(tournament, paused_at=None, next_at=now)
        act = note(tournament, by, "go-on", {"minutes": round(gap.total_seconds() / 60)})
    mind_pause(tournament_id=tournament_id)
    return act

"""Freezing a tournament while moderators look into it: nothing happens in it, and its organisers cannot resume it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.standing import Moderator
from common.database.commits import do_after_commit
from common.errors import UserError
from tournaments import notices
from tournaments.base import log
from tournaments.base.locking import locked, write
from tournaments.life.pausing import apply_pause, shift
from tournaments.models import Tournament

FROZEN = log.register(log.LineKind("freeze", _("The moderators froze the tournament.")))
THAWED = log.register(log.LineKind("thaw", _("The moderators unfroze the tournament.")))


def freeze(*, tournament_id: str, by: Moderator, now: datetime) -> None:
    """Freeze a tournament, with its clocks and matches. Idempotent. Raises UserError (over)."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
            raise UserError("over", _("This tournament is over."))
        if tournament.frozen_at is None:
            write(tournament, frozen_at=now, paused_at=tournament.paused_at or now, next_at=None)
            log.note(tournament, by, FROZEN, {})
            notices.check_in_changes(tournament)
        do_after_commit(apply_pause, tournament_id=tournament_id)


def thaw(*, tournament_id: str, by: Moderator, now: datetime) -> None:
    """Let a frozen tournament go on with the time given back, unless its organisers had paused it. Idempotent."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.frozen_at is not None:
            was_paused = tournament.paused_at != tournament.frozen_at
            if was_paused:
                write(tournament, frozen_at=None)
            else:
                shift(tournament, now - tournament.frozen_at, now)
                is_planned = tournament.status == Tournament.Status.DRAFT
                write(tournament, frozen_at=None, paused_at=None, next_at=None if is_planned else now)
            log.note(tournament, by, THAWED, {})
            notices.check_in_changes(tournament)
        do_after_commit(apply_pause, tournament_id=tournament_id)

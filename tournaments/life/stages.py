"""The stages before the start, entered on request instead of by the clock: announcement, registration, check-in; and
cancelling."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from tournaments import notices
from tournaments.base.locking import locked, write
from tournaments.life import ending, starting
from tournaments.models import Tournament

Status = Tournament.Status


@transaction.atomic
def announce(*, tournament_id: str, now: datetime | None = None) -> None:
    """Announce the tournament; registration opens at its time. Raises UserError (not-a-draft, bad-times)."""
    tournament = locked(tournament_id)
    check_can_announce(tournament, now or timezone.now())
    write(tournament, status=Status.ANNOUNCED, next_at=tournament.registration_at)
    notices.announced(tournament)


def check_can_announce(tournament: Tournament, now: datetime) -> None:
    """Raise UserError (not-a-draft, bad-times) if the tournament cannot be announced."""
    if tournament.status != Status.DRAFT:
        raise UserError("not-a-draft", _("This tournament is already announced."))
    if tournament.starts_at <= now:
        raise UserError("bad-times", _("The start is in the past. Choose another time first."))


@transaction.atomic
def open_registration(*, tournament_id: str) -> None:
    """Open registration before its time. Raises UserError (not-announced)."""
    tournament = locked(tournament_id)
    check_can_open_registration(tournament)
    starting.open_registration(tournament)


def check_can_open_registration(tournament: Tournament) -> None:
    """Raise UserError (not-announced) if registration cannot be opened."""
    if tournament.status != Status.ANNOUNCED:
        raise UserError("not-announced", _("Registration can be opened when the tournament is announced."))


@transaction.atomic
def open_check_in(*, tournament_id: str) -> None:
    """Open check-in before its time. Raises UserError (not-registering)."""
    tournament = locked(tournament_id)
    check_can_open_check_in(tournament)
    starting.open_check_in(tournament)


def check_can_open_check_in(tournament: Tournament) -> None:
    """Raise UserError (not-registering) if check-in cannot be opened."""
    if tournament.status != Status.REGISTRATION:
        raise UserError("not-registering", _("Check-in can be opened while registration is open."))


@transaction.atomic
def cancel(*, tournament_id: str, because: str) -> None:
    """Cancel the tournament and notify everyone. Raises UserError (over)."""
    tournament = locked(tournament_id)
    check_can_cancel(tournament)
    ending.cancel(tournament, because, timezone.now())


def check_can_cancel(tournament: Tournament) -> None:
    """Raise UserError (over) if the tournament can no longer be cancelled."""
    if tournament.is_over:
        raise UserError("over", _("This tournament is over."))

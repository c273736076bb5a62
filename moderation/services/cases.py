"""Claim, release and close cases. One moderator at a time works on a case."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from moderation import notices
from moderation.models import Case
from moderation.services.judging import check_may_judge


@transaction.atomic
def claim(*, case_id: int, by: Player, now: datetime) -> Case:
    """Claim a case. Idempotent. A claim that is twelve hours old can be taken over.

    Raises UserError (no-such-case, closed, not-allowed, own-case, taken).
    """
    case = _locked_open(case_id)
    check_may_judge(by, case)
    if case.claimed_by_id == by.pk:
        return case
    if not Case.objects.free(now).filter(pk=case_id).exists():
        raise UserError("taken", _("%(name)s is looking into this already.") % {"name": case.claimed_by})
    return _claimed(case, by, now)


@transaction.atomic
def release(*, case_id: int, by: Player) -> Case:
    """Give a case back to the queue. Raises UserError (no-such-case, closed, not-yours)."""
    case = _locked_open(case_id)
    _check_is_yours(case, by)
    return _claimed(case, None, None)


@transaction.atomic
def close(*, case_id: int, by: Player, outcome: str, now: datetime) -> Case:
    """Close a case, and tell its reporters in general words. Raises UserError (no-such-case, closed, not-yours,
    bad-field)."""
    case = _locked_open(case_id)
    _check_is_yours(case, by)
    if outcome not in Case.Outcome.values:
        raise UserError("bad-field", _("Choose an outcome."))
    case.closed_at, case.closed_by, case.outcome = now, by, outcome
    case.save(update_fields=["closed_at", "closed_by", "outcome"])
    notices.tell_outcome(case)
    return case


def check_holds(case_id: int, by: Player) -> Case:
    """Return the case, locked, if it is open and claimed by the moderator; call it in the transaction of an act.

    Raises UserError (no-such-case, closed, not-yours, not-allowed, own-case).
    """
    case = _locked_open(case_id)
    _check_is_yours(case, by)
    check_may_judge(by, case)
    return case


def _locked_open(case_id: int) -> Case:
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise UserError("no-such-case", _("There is no such case."))
    if not case.is_open:
        raise UserError("closed", _("This case is closed."))
    return case


def _check_is_yours(case: Case, by: Player) -> None:
    if case.claimed_by_id != by.pk:
        raise UserError("not-yours", _("Claim the case first, so that no two moderators work on it."))


def _claimed(case: Case, by: Player | None, now: datetime | None) -> Case:
    case.claimed_by, case.claimed_at = by, now
    case.save(update_fields=["claimed_by", "claimed_at"])
    return case

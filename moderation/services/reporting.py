"""Receive a report, which joins the open case on the same matter or opens a new one."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from common.limits import is_within_both
from moderation.evidence.subject import Subject
from moderation.models import Case, Matter, Report
from moderation.services.trust import WEIGHTS, weight_of

LONGEST_TEXT = 500
A_MOMENT = timedelta(minutes=1)


def report(
    *, subject: Subject, kind: str, text: str, reporter: Player | None, address: str | None, now: datetime
) -> Report:
    """Send a report to the moderators; without an account, `reporter` is None. `address` is only counted, not stored.

    Raises UserError (bad-field, too-long, no-text, yourself, too-many).
    """
    text = " ".join(text.split())
    if kind not in Matter.values:
        raise UserError("bad-field", _("Choose what it is about."))
    if len(text) > LONGEST_TEXT:
        sentence = _("This is too long: %(longest)d characters at most.")
        raise UserError("too-long", sentence % {"longest": LONGEST_TEXT})
    if kind == Matter.OTHER and not text:
        raise UserError("no-text", _("Say in a few words what happened."))
    if reporter is not None and reporter == subject.player:
        raise UserError("yourself", _("You cannot report yourself."))
    if not is_within_both("reports", player_id=reporter.pk if reporter else None, address=address):
        sentence = _("You have sent many reports in a short time. We look at them all; please send this one later.")
        raise UserError("too-many", sentence)
    return _send(subject, kind, text, reporter, now)


@transaction.atomic
def _send(subject: Subject, kind: str, text: str, reporter: Player | None, now: datetime) -> Report:
    case = _case_of(subject, kind, now)
    if reporter is not None and (sent := _just_sent(case, subject, kind, text, reporter, now)) is not None:
        return sent
    is_first = reporter is None or not case.reports.filter(reporter=reporter).exists()
    weight = weight_of(kind, reporter, now) if is_first else 0
    case.weight += weight
    case.sorts_at = case.opened_at - timedelta(hours=case.weight)
    if WEIGHTS[Matter(kind)] > WEIGHTS[Matter(case.kind)]:
        case.kind = kind
    case.save(update_fields=["weight", "sorts_at", "kind"])
    return Report.objects.create(
        case=case,
        reporter=reporter,
        kind=kind,
        subject_kind=subject.kind,
        subject_id=subject.id,
        text=text,
        weight=weight,
        evidence=dict(subject.evidence),
        sent_at=now,
    )


def _just_sent(case: Case, subject: Subject, kind: str, text: str, reporter: Player, now: datetime) -> Report | None:
    """Return the same report by the same player from a moment ago, such as a double click sends."""
    same = case.reports.filter(reporter=reporter, kind=kind, text=text, sent_at__gt=now - A_MOMENT)
    return same.filter(subject_kind=subject.kind, subject_id=subject.id).first()


def _case_of(subject: Subject, kind: str, now: datetime) -> Case:
    """Return the open case on the matter, locked, or create one."""
    new = {
        "subject_kind": subject.kind,
        "subject_id": subject.id,
        "player": subject.player,
        "kind": kind,
        "opened_at": now,
        "sorts_at": now,
    }
    locked = Case.objects.select_for_update()
    case, _is_new = locked.get_or_create(merge_key=subject.merge_key, closed_at=None, defaults=new)
    return case

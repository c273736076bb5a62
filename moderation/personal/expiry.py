"""How long traces, and the evidence of closed cases, are kept."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.personal.expiry import Rule, deleting, register
from moderation.models import Act, Case, Note, Report, Trace
from moderation.personal.holdings import forget_evidence

CASES_AT_ONCE = 100


def _evidence(before: datetime) -> int:
    """Erase the texts and the evidence of a batch of cases that were closed before a date; return how many."""
    reports = Report.objects.filter(~Q(evidence={}) | ~Q(text=""), case=OuterRef("pk"))
    acts = Act.objects.filter(~Q(reason="") | ~Q(note=""), case=OuterRef("pk"))
    notes = Note.objects.filter(case=OuterRef("pk"))
    written = Exists(reports) | Exists(acts) | Exists(notes)
    closed = Case.objects.filter(written, closed_at__lt=before).order_by("pk")
    batch = list(closed.values_list("pk", flat=True)[:CASES_AT_ONCE])
    with transaction.atomic():
        forget_evidence(batch)
    return len(batch)


register(
    Rule(
        "traces",
        _("keyed hashes of addresses and browsers, by which moderators see accounts of one person"),
        deleting(lambda before: Trace.objects.filter(seen_at__lt=before)),
    )
)
register(Rule("evidence", _("reports, and what moderators wrote about them, after the case is closed"), _evidence))

"""Weighs a report by its kind and by the trust in its reporter."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from moderation.models import Case, Matter, Report

WEIGHTS = {
    Matter.DANGER: 10_000,  # before everything else, whoever reports it
    Matter.ABUSE: 24,
    Matter.CHEATING: 18,
    Matter.NAME: 12,
    Matter.SPAM: 12,
    Matter.OTHER: 12,
    Matter.STALLING: 6,
}
"""Each point moves a case forward by an hour."""

WITHOUT_ACCOUNT = 0.25
GUEST = 0.5
NEWCOMER = 0.5
LEAST, MOST = 0.1, 1.5

NEW_FOR = timedelta(days=1)
REMEMBERED_FOR = timedelta(days=365)


def weight_of(kind: str, reporter: Player | None, now: datetime) -> int:
    """Return the weight of a report of this kind; at least one point."""
    return max(1, round(WEIGHTS[Matter(kind)] * trust_in(reporter, now)))


def trust_in(reporter: Player | None, now: datetime) -> float:
    """Return the trust in a reporter: 1 at first, or less for guests, newcomers and visitors; it falls with false
    reports and rises with justified ones."""
    if reporter is None:
        return WITHOUT_ACCOUNT
    sent = Report.objects.filter(reporter=reporter.pk, case__closed_at__gt=now - REMEMBERED_FOR)
    outcomes = list(sent.values_list("case__outcome", flat=True))
    justified, false = outcomes.count(Case.Outcome.ACTED), outcomes.count(Case.Outcome.FALSE)
    earned = (2 + justified) / (2 + 3 * false)
    return min(MOST, max(LEAST, earned * _beginning(reporter, now)))


def _beginning(reporter: Player, now: datetime) -> float:
    if reporter.is_guest:
        return GUEST
    return NEWCOMER if now - reporter.date_joined < NEW_FOR else 1.0

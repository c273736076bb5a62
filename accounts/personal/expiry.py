"""Rules for how long data is kept, which one daily task applies in batches.

Each app registers its rules in its module `personal.expiry`; the page on privacy lists them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils.functional import Promise

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""How many rows a rule deletes or changes in one transaction, so that nobody waits long for the lock."""

SECONDS = 20.0
"""How long a rule may take in one run; the next run continues."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How long a sort of data is kept; `forget` erases one batch of rows older than a date and returns their number."""

    slug: str
    label: str | Promise
    forget: Callable[[datetime], int]

    @property
    def days(self) -> int:
        days: int = settings.KEEP_DAYS[self.slug]
        return days


RULES: dict[str, Rule] = {}


def register(*rules: Rule) -> None:
    for rule in rules:
        assert rule.slug not in RULES, rule.slug
        RULES[rule.slug] = rule


def deleting(rows: Callable[[datetime], QuerySet]) -> Callable[[datetime], int]:
    """Return a function that deletes a batch of the rows that are older than a date."""

    def forget(before: datetime) -> int:
        batch = list(rows(before).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        if batch:
            rows(before).model._base_manager.filter(pk__in=batch).delete()
        return len(batch)

    return forget


def apply_all(*, now: datetime) -> None:
    """Apply every rule, even if others fail; the next run retries those."""
    for rule in RULES.values():
        try:
            apply(rule, now)
        except Exception:
            logger.exception("the rule %r could not be applied", rule.slug)


def apply(rule: Rule, now: datetime) -> int:
    """Apply a rule until nothing is left or the time is up; return how many rows expired."""
    before, until, forgotten = now - timedelta(days=rule.days), time.monotonic() + SECONDS, 0
    while time.monotonic() < until and (some := rule.forget(before)):
        forgotten += some
    return forgotten

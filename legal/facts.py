"""Facts for the page on privacy, taken from the settings and the rules of expiry so that they stay true."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise

from accounts.personal.expiry import RULES


@dataclass(frozen=True, slots=True)
class Kept:
    label: str | Promise
    days: int


def kept() -> list[Kept]:
    """Return how many days each sort of data is kept, the shortest time first."""
    return sorted((Kept(rule.label, rule.days) for rule in RULES.values()), key=lambda one: one.days)


def days_of_grace() -> int:
    """Return how many days after the request an account is deleted."""
    days: int = settings.KEEP_DAYS["deletion"]
    return days

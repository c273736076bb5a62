"""The club directory. Strangers can find a private club by its name only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Case, Count, F, Q, QuerySet, Value, When

from accounts.models import Player
from clubs.forms import SearchForm
from clubs.models import Club
from common.markdown import plain


def listed(reader: Player | None, *, q: str = "", language: str = "", order: str = "") -> QuerySet[Any]:
    """Return the clubs that match, each with `size` (members) and `is_veiled` (private, and the reader is not a
    member)."""
    inside = Q(pk__in=Club.objects.open_to(reader).values("pk"))
    clubs = Club.objects.alive().annotate(
        is_veiled=Case(When(inside, then=Value(False)), default=Value(True), output_field=BooleanField()),
        size=Count("memberships"),
    )
    if q:
        clubs = clubs.filter(Q(name__icontains=q) | Q(about__icontains=q, is_veiled=False))
    if language:
        clubs = clubs.filter(language=language, is_veiled=False)
    return clubs.order_by("is_veiled", *_order(order), "name", "pk")


def _order(order: str) -> list[Any]:
    """Return the ordering; veiled clubs are ordered by name alone, so that their position gives nothing away."""
    if order == SearchForm.NAME:
        return []
    column = "size" if order == SearchForm.MEMBERS else "active_at"
    return [Case(When(is_veiled=False, then=F(column))).desc(nulls_last=True)]


def excerpt(club: Club) -> str:
    return plain(club.about)


def days_since_active(club: Club, now: datetime) -> int:
    return max(0, (now - club.active_at).days)

"""Columns for people: moderators and players, who may be gone later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable
    from django.utils.functional import _StrPromise

    from accounts.models import Player

    PersonField = models.ForeignKey[Player | Combinable | None, Player | None]


def person(label: str | _StrPromise, related_name: str = "+") -> PersonField:
    """Return a column that is emptied when the player is deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=label,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name=related_name,
    )

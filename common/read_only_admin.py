"""Admin pages that are there to be looked through: whatever services rule is changed by them alone."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """In front of an admin's or an inline's base class."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

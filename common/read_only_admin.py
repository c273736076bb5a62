"""Read-only admin pages, for models that only services may change."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """Mixin that forbids adding, changing and deleting; list it before the admin or inline class."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

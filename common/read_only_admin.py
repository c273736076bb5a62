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

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse to filter by fields that cannot be edited and that no filter offers. Otherwise a secret could be found
        out piece by piece."""
        name = lookup.partition("__")[0]
        secrets = {field.name for field in self.model._meta.fields if not field.editable}  # type: ignore[attr-defined]
        offered = {self.date_hierarchy, *self.list_filter}  # type: ignore[attr-defined]
        return name not in secrets - offered and super().lookup_allowed(lookup, value, request)  # type: ignore[misc]

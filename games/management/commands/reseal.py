"""`manage.py reseal`: re-encrypt with the newest key everything that has another key, or none."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db.models import Model

from common.sealed import Sealed

AT_ONCE = 500


class Command(BaseCommand):
    help = "Encrypts all secrets and decks with the first of the TILE_KEYS; afterwards the others are not needed."

    def handle(self, *args: Any, **options: Any) -> None:
        for model in apps.get_models():
            columns = [field.name for field in model._meta.local_fields if isinstance(field, Sealed)]
            if columns:
                self.stdout.write(f"{model._meta.db_table}: {reseal(model, columns)} rows")


def reseal(model: type[Model], columns: list[str]) -> int:
    """Rewrite every row, in batches; return how many there were. May run while the site is open."""
    rows, last = 0, 0
    while batch := list(model._base_manager.filter(pk__gt=last).order_by("pk").only("pk", *columns)[:AT_ONCE]):
        model._base_manager.bulk_update(batch, columns)
        rows, last = rows + len(batch), batch[-1].pk
    return rows

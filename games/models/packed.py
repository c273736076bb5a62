"""The deals and moves of a match that has long been over, in one compressed row."""

from __future__ import annotations

from django.db import models


class PackedMatch(models.Model):
    """A match's former rows of Deal and Move; only games/state/stored.py writes and reads it."""

    table = models.OneToOneField("games.Table", primary_key=True, on_delete=models.CASCADE, related_name="packed")
    content = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return self.table_id

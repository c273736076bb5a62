"""Signal receivers that mark matches for a recount when their results change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from games.signals import result_changed
from ratings import services


@receiver(result_changed)
def results_have_changed(table_ids: Collection[str], **kwargs: Any) -> None:
    services.mark_for_recount(tables=table_ids)

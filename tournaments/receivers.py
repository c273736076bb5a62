"""The signal receiver for tables that are over."""

from __future__ import annotations

import logging
from typing import Any

from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.signals import table_finished
from tournaments.models import Board

logger = logging.getLogger(__name__)


@receiver(table_finished)
def table_is_over(table_id: str, **kwargs: Any) -> None:
    """Ask the table's tournament to advance; if the request is lost, the sweep finds the result."""
    from tournaments.tasks import advance

    tournament_id = Board.objects.filter(table=table_id).values_list("round__tournament", flat=True).first()
    if tournament_id is None:
        return
    try:
        advance.apply_async((tournament_id,), retry=False, expires=60)
    except OperationalError as error:
        logger.warning("could not ask tournament %s to advance; the sweep will: %s", tournament_id, error)

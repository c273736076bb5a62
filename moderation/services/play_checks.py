"""Compare matches with bots in the background: requested on the desk, computed by a worker, stored."""

from __future__ import annotations

import logging
from datetime import datetime

from celery import current_app
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts.models import Player
from common.errors import UserError
from games.models import Seat, Table
from moderation.lookups import play
from moderation.models import PlayCheck

logger = logging.getLogger(__name__)

TASK = "moderation.tasks.check_play"

NEWEST = 6
"""How many of a player's newest finished matches are compared."""


def ask(player: Player) -> None:
    """Queue a comparison of a player's newest matches for a worker. Raises UserError (later)."""
    try:
        current_app.send_task(TASK, (player.pk,), retry=False, expires=3600)
    except OperationalError as error:
        logger.warning("could not queue a comparison: %s", error)
        raise UserError("later", _("The workers cannot be reached just now. Please try again later.")) from error


def compute(*, player_id: int, now: datetime) -> int:
    """Compare those of the newest matches that are not compared yet; return how many. Idempotent."""
    known = PlayCheck.objects.filter(player=player_id).values("table")
    seats = Seat.objects.filter(player=player_id, table__status=Table.Status.FINISHED, table__is_sealed=False)
    newest = seats.order_by("-table__finished_at", "pk").values_list("pk", flat=True)[:NEWEST]
    todo = Seat.objects.filter(pk__in=list(newest)).exclude(table__in=known).select_related("table")
    return sum(_compare(seat, now) for seat in todo)


def _compare(seat: Seat, now: datetime) -> bool:
    found = play.compare(seat.table, seat.number)
    if found is None or seat.player_id is None:
        return False
    people = dict(Seat.objects.filter(table=seat.table, player__isnull=False).values_list("number", "player"))
    PlayCheck.objects.update_or_create(
        table=seat.table,
        player_id=seat.player_id,
        defaults={
            "choices": found.choices,
            "agreed": found.agreed,
            "median_seconds": found.median_seconds,
            "given_away": found.given_away,
            "helped": {str(people[one]): points for one, points in found.helped.items() if one in people},
            "computed_at": now,
        },
    )
    return True

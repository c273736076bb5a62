"""Packing matches that have long been over: one compressed row instead of hundreds."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from lzma import LZMAError

from django.conf import settings
from django.db import transaction

from games.models import Deal, Move, PackedMatch, Table, TableQuerySet
from games.state.stored import StoredMatch, is_same, pack, read_match, unpack

logger = logging.getLogger(__name__)

AT_ONCE = 100
SECONDS = 20.0
"""How long one run may take; the next run continues."""


def pack_finished(*, now: datetime) -> int:
    """Pack matches that have been over for PACK_AFTER_DAYS, the oldest first; return how many.

    May run twice, late or never. A match that cannot be packed stays as it is.
    """
    if not settings.PACK_AFTER_DAYS:
        return 0
    until, last, packed = time.monotonic() + SECONDS, "", 0
    due = _due(now - timedelta(days=settings.PACK_AFTER_DAYS))
    while ids := list(due.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        for table_id in ids:
            if time.monotonic() > until:
                return packed
            packed += pack_match(table_id=table_id)
        last = ids[-1]
    return packed


def _due(before: datetime) -> TableQuerySet:
    """Return the matches whose deals are still rows. Looking for those without a packed row would mean reading all."""
    unpacked = Deal.objects.values("table").distinct().order_by()
    return Table.objects.finished().filter(pk__in=unpacked, finished_at__lt=before, is_sealed=False)


@transaction.atomic
def pack_match(*, table_id: str) -> bool:
    """Pack one match that is over and unsealed, if it can be unpacked unchanged; return whether it was packed now."""
    table = Table.objects.select_for_update(of=("self",)).filter(pk=table_id).first()
    if table is None or table.status != Table.Status.FINISHED or table.is_sealed:
        return False
    rows = read_match(table_id)
    if not rows.moves or rows.moves[0].pk is None:
        return False
    packed = pack(table_id, rows)
    packed.save(force_insert=True)
    packed.refresh_from_db()
    if not _holds(packed, rows):
        packed.delete()
        logger.warning("the match at table %s was not packed, because it would not be the same afterwards", table_id)
        return False
    Move.objects.filter(table=table_id).delete()
    Deal.objects.filter(table=table_id).delete()
    return True


def _holds(packed: PackedMatch, rows: StoredMatch) -> bool:
    try:
        return is_same(unpack(packed), rows)
    except (ValueError, LZMAError):
        return False

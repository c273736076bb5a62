"""The section on a club's page with its running tables and those that wait for players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.models import Player
from clubs.models import Club
from common.database.compiled import compiled_once
from games import services
from games.models import Table
from games.pages.lobby import MOST_SHOWN, UNFINISHED, listed, rows_of


def tables_of(club: Club, reader: Player | None) -> dict[str, Any]:
    """Return the section's context, for a reader who may see the members' area."""
    rows = rows_of(_unfinished_of(club.pk), reader)
    may_sit = services.may_sit(reader, Table.Visibility.CLUB, club)
    waiting = [row for row in rows if row.table.status == Table.Status.OPEN and row.free]
    running = [row for row in rows if row.table.status == Table.Status.RUNNING]
    return {"may_sit": may_sit, "waiting": waiting, "running": running}


@compiled_once
def _unfinished_of(club: int) -> QuerySet[Table]:
    tables = Table.objects.filter(club=club, status__in=UNFINISHED, is_sealed=False)
    return listed(tables).order_by("-opened_at")[:MOST_SHOWN]

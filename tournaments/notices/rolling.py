"""Notices of tournaments with rolling tables, which do not mention rounds."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext_lazy as _

from accounts.notices import Group, Kind, register
from tournaments.models import Board, Entry, Tournament
from tournaments.notices.telling import tell

TABLE = register(
    Kind(
        slug="tournament-next-table",
        label=_("At rolling tables, my next table is ready"),
        sentence=_("{tournament}: your table is ready."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
MISSED = register(
    Kind(
        slug="tournament-missed-table",
        label=_("At rolling tables, I missed a table"),
        sentence=_("{tournament}: the house played your seat to the end of the table. Say when you are back."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)


def missed(tournament: Tournament, boards: Sequence[Board], entries: Collection[int]) -> None:
    """Tell those of the entries who had a seat at one of the tables that the house played it."""
    players = Entry.objects.filter(pk__in=entries, player__isnull=False).values_list("player", flat=True)
    last = max(board.number for board in boards)
    tell(MISSED, tournament, players, key=f"{tournament.pk} table {last}")

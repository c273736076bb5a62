"""What tables hold about players, and how a player leaves all of them for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from accounts.models import Player
from accounts.personal.deletion import erases, leaves
from accounts.personal.holdings import Holding, Row, Then, columns, exports, register
from common.errors import UserError
from games import services
from games.models import Removal, Seat, SeatStay, Table, TableQuerySet
from games.records.export import record_of

PLAYED_WITH_OTHERS = "The match belongs to all who played it; its record stays whole."

register(
    Holding(Table, "owner", Then.KEPT, why=PLAYED_WITH_OTHERS, section="tables"),
    Holding(Seat, "player", Then.KEPT, why=PLAYED_WITH_OTHERS, section="matches"),
    Holding(SeatStay, "player", Then.KEPT, why=PLAYED_WITH_OTHERS, section="stays_at_seats"),
    Holding(Removal, "player", Then.DELETED, section="removals"),
)


def _matches(player: Player) -> Iterator[Row]:
    """Yield the player's matches, with the record of those that are over and that everyone may see."""
    seats = Seat.objects.filter(player=player).order_by("table__opened_at", "pk")
    for seat in seats.select_related("table__chain").iterator():
        table = seat.table
        row = {"table": table.pk, "game": table.game, "status": table.status, "seat": seat.number, "left": seat.left}
        row |= {"contribution": seat.contribution, "connection": seat.connection}
        yield row | {"record": record_of(table)} if table.is_laid_open else row


exports("tables", columns(Table, "owner", "id", "game", "status", "visibility", "opened_at", "finished_at"))
exports("matches", _matches)
exports("stays_at_seats", columns(SeatStay, "player", "table", "seat", "from_ply", "until_ply"))
exports("removals", columns(Removal, "player", "table"))


@leaves
def leave_tables(player: Player, now: datetime) -> None:
    """Close the player's open tables, leave those of others, and let the house play on at running ones."""
    played = Table.objects.exclude(visibility=Table.Visibility.SET)
    for table_id in _ids(played.open().filter(owner=player)):
        _unless_it_changed(partial(services.close, table_id=table_id, by=player))
    for table_id in _ids(played.open().of(player)):
        _unless_it_changed(partial(services.leave, table_id=table_id, player=player))
    for table_id in _ids(played.running().filter(seats__player=player, seats__left=False)):
        _unless_it_changed(partial(services.leave_for_good, table_id=table_id, player_id=player.pk))


def _ids(tables: TableQuerySet) -> list[str]:
    return list(tables.order_by("pk").values_list("pk", flat=True))


def _unless_it_changed(leave: Callable[[], None]) -> None:
    """Leave a table, unless its match has begun or ended meanwhile; the next attempt finds what remains."""
    try:
        leave()
    except UserError as refusal:
        if refusal.code not in ("not-open", "not-running", "not-seated", "paused"):
            raise


@erases
def connections_and_names(player: Player, neutral: str) -> None:
    """Erase the marks of the player's internet connection, and make running tables read the neutral name."""
    Seat.objects.filter(player=player).exclude(connection="").update(connection="")
    for table_id in _ids(Table.objects.running().of(player)):
        services.reload_seats(table_id=table_id)

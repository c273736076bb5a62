"""The three SQL statements of a move. It is the hottest path, and the ORM would take most of its time."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from games.models import Table

_READ = "SELECT status, ply, deal_number, seats_version FROM games_table WHERE id = %s"
_APPEND = "INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
_WRITE = "UPDATE games_table SET ply = %s, turn = %s, due_at = %s WHERE id = %s"


class Row(NamedTuple):
    """The columns that identify a state of the table; everything else follows from them."""

    status: str
    ply: int
    deal_number: int
    seats_version: int


def read_row(table_id: str) -> Row:
    """Read a table's state. Raises Table.DoesNotExist."""
    return _row(_READ, table_id)


def lock_row(table_id: str) -> Row:
    """Do the same as `read_row`, locking the row until the transaction ends (in SQLite the transaction itself
    locks)."""
    return _row(f"{_READ} FOR UPDATE" if connection.features.has_select_for_update else _READ, table_id)


def _row(statement: str, table_id: str) -> Row:
    with connection.cursor() as cursor:
        cursor.execute(statement, [table_id])
        found = cursor.fetchone()
    if found is None:
        raise Table.DoesNotExist(table_id)
    return Row(*found)


def append_move(*, table_id: str, ply: int, deal: int, seat: int, text: str, by: str, now: datetime) -> None:
    """Store a move. Raises IntegrityError if there already is one with that ply."""
    _execute(_APPEND, table_id, ply, deal, seat, str(text), str(by), _timestamp(now))


def write_turn(*, table_id: str, ply: int, turn: int, due_at: datetime | None) -> None:
    _execute(_WRITE, ply, turn, _timestamp(due_at), table_id)


def _execute(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _timestamp(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)

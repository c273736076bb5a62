"""The SQL statements of moves. It is the hottest path, and the ORM would take most of its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from common.database.prepared import prepared_cursor
from games.models import Table

_READ = "SELECT status, ply, deal_number, seats_version FROM games_table WHERE id = %s"
_READ_SOME = "SELECT id, status, ply, deal_number, seats_version FROM games_table WHERE id "
_APPEND = "INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
_WRITE = "UPDATE games_table SET ply = %s, turn = %s, due_at = %s WHERE id = %s"
_STORE = """
WITH appended AS (
    INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::int[], %s::text[], %s::text[], %s::timestamptz[])
)
UPDATE games_table SET ply = new.ply, turn = new.turn, due_at = new.due_at
FROM unnest(%s::int[], %s::int[], %s::timestamptz[], %s::text[]) AS new(ply, turn, due_at, id)
WHERE games_table.id = new.id
"""
"""Does the same in PostgreSQL, in one round trip, with the columns of all rows as parameters."""
_MOVE_COLUMNS, _TURN_COLUMNS = 7, 4


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
    with prepared_cursor(connection) as cursor:
        cursor.execute(statement, [table_id])
        found = cursor.fetchone()
    if found is None:
        raise Table.DoesNotExist(table_id)
    return Row(*found)


def lock_free_rows(table_ids: Sequence[str]) -> dict[str, Row]:
    """Read and lock the states of those tables whose rows nobody else has locked, without waiting for any."""
    if not table_ids:
        return {}
    skipping = " FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    return _read_some(sorted(table_ids), f" ORDER BY id{skipping}")


def read_due_rows(table_ids: Sequence[str], now: datetime) -> dict[str, Row]:
    """Read the states of those tables where something is due."""
    return _read_some(table_ids, " AND due_at <= %s", _timestamp(now)) if table_ids else {}


def _read_some(table_ids: Sequence[str], rest: str, *parameters: Any) -> dict[str, Row]:
    chosen: list[Any] = list(table_ids)
    condition = f"IN ({', '.join(['%s'] * len(chosen))})"
    if connection.vendor == "postgresql":
        chosen, condition = [chosen], "= ANY(%s)"
    with prepared_cursor(connection) as cursor:
        cursor.execute(_READ_SOME + condition + rest, [*chosen, *parameters])
        return {table_id: Row(*state) for table_id, *state in cursor.fetchall()}


class Writes:
    """What the moves of a transaction write, kept together until its end."""

    def __init__(self) -> None:
        self._moves: list[tuple[Any, ...]] = []
        self._turns: dict[str, tuple[Any, ...]] = {}

    def append_move(self, *, table_id: str, ply: int, deal: int, seat: int, text: str, by: str, now: datetime) -> None:
        self._moves.append((table_id, ply, deal, seat, str(text), str(by), _timestamp(now)))

    def write_turn(self, *, table_id: str, ply: int, turn: int, due_at: datetime | None) -> None:
        """Update a table's row; of several such updates of one table, the last counts."""
        self._turns[table_id] = (ply, turn, _timestamp(due_at), table_id)

    def forget_turn(self, table_id: str) -> None:
        """Leave a table's row to an update that has already been made, and says more."""
        self._turns.pop(table_id, None)

    def execute(self) -> None:
        """Store the moves and update the rows. Raises IntegrityError if there already is a move with its ply."""
        moves, turns = self._moves, list(self._turns.values())
        if not moves and not turns:
            return
        with prepared_cursor(connection) as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(_STORE, _columns(moves, _MOVE_COLUMNS) + _columns(turns, _TURN_COLUMNS))
            else:
                _execute_all(cursor, _APPEND, moves)
                _execute_all(cursor, _WRITE, turns)


@contextmanager
def writing() -> Iterator[Writes]:
    """Run the block in a transaction, with what its moves write at its end."""
    with transaction.atomic():
        writes = Writes()
        yield writes
        writes.execute()


def _columns(rows: Sequence[tuple[Any, ...]], number: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(number)]


def _execute_all(cursor: Any, statement: str, rows: list[tuple[Any, ...]]) -> None:
    if len(rows) == 1:
        cursor.execute(statement, rows[0])
    elif rows:
        cursor.executemany(statement, rows)


def _timestamp(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)

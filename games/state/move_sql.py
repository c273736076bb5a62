"""The SQL statements of moves and deals. This is the hottest path, and the ORM would take most of its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction
from psycopg.pq import TransactionStatus

from common.database.prepared import prepared_cursor
from games.models import Deal, Table
from games.models.copies import ONLY

_READ = "SELECT status, ply, deal_number, seats_version FROM games_table WHERE id = %s"
_READ_SOME = "SELECT id, status, ply, deal_number, seats_version FROM games_table WHERE id "
_APPEND = "INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
_WRITE = "UPDATE games_table SET ply = %s, deal_number = %s, turn = %s, due_at = %s WHERE id = %s"
_MOVE_COLUMNS = ("table_id", "ply", "deal", "seat", "text", "by", "played_at")
_ROW_COLUMNS = ("ply", "deal", "turn", "due_at", "id")
_STORE = """
WITH appended AS (
    INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at) SELECT * FROM json_to_recordset(%s)
    AS move(table_id text, ply int, deal int, seat int, text text, by text, played_at timestamptz)
)
UPDATE games_table SET ply = new.ply, deal_number = new.deal, turn = new.turn, due_at = new.due_at
FROM json_to_recordset(%s) AS new(ply int, deal int, turn int, due_at timestamptz, id text)
WHERE games_table.id = new.id
"""
"""Does what `_APPEND` and `_WRITE` do, for PostgreSQL in one round trip, with all moves and rows as JSON: adapting an
array for each column would take psycopg twice the CPU time of everything else."""
_TRUSTED_COLUMNS = (*_ROW_COLUMNS, "old_status", "old_ply", "old_deal", "old_seats")
_STORE_TRUSTED = """
WITH answer AS (
    SELECT count(*) = %s AS is_yes FROM (
        SELECT games_table.id
        FROM games_table JOIN json_to_recordset(%s)
            AS old(id text, old_status text, old_ply int, old_deal int, old_seats int) ON games_table.id = old.id
        WHERE (status, ply, deal_number, seats_version) = (old_status, old_ply, old_deal, old_seats)
        ORDER BY games_table.id FOR UPDATE OF games_table SKIP LOCKED
    ) AS as_trusted
), appended AS (
    INSERT INTO games_move (table_id, ply, deal, seat, text, by, played_at) SELECT * FROM json_to_recordset(%s)
    AS move(table_id text, ply int, deal int, seat int, text text, by text, played_at timestamptz)
    WHERE (SELECT is_yes FROM answer)
)
UPDATE games_table SET ply = new.ply, deal_number = new.deal, turn = new.turn, due_at = new.due_at
FROM json_to_recordset(%s) AS new(ply int, deal int, turn int, due_at timestamptz, id text)
WHERE games_table.id = new.id AND (SELECT is_yes FROM answer)
"""
"""Does what `_STORE` does if all rows are as they are remembered, and nobody else has locked any; otherwise nothing."""

_COPY = "SELECT name, is_restored FROM games_copy WHERE id = %s"
_READY = "UPDATE games_seat SET ready = %s WHERE table_id = %s AND number = %s"
_SEATS = "UPDATE games_table SET seats_version = seats_version + 1 WHERE id = %s"
_DEAL = "INSERT INTO games_deal (table_id, number, deck, first, reason) VALUES (%s, %s, %s, %s, '')"
_OVER = "UPDATE games_deal SET reason = %s, scores = %s WHERE table_id = %s AND number = %s"
_TOTALS = "UPDATE games_table SET totals = %s WHERE id = %s"


class Row(NamedTuple):
    """The columns that identify a state of the table; everything else follows from them."""

    status: str
    ply: int
    deal_number: int
    seats_version: int


class Changed(Exception):
    """A row is not as it was remembered, or is locked by somebody else. Nothing has been stored."""


class CopyRow(NamedTuple):
    """The columns of the site's copy."""

    name: str
    is_restored: bool


def read_copy() -> CopyRow | None:
    """Read which copy of the site's data this is; None before it has a name."""
    with prepared_cursor(connection) as cursor:
        cursor.execute(_COPY, [ONLY])
        found = cursor.fetchone()
    return found and CopyRow(found[0], bool(found[1]))


def insert_deal(*, table_id: str, number: int, deck: str, first: int) -> int:
    """Store a new deal; return its row's id."""
    sealed = Deal._meta.get_field("deck").get_db_prep_save(deck, connection)
    row = (table_id, number, sealed, first)
    with prepared_cursor(connection) as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"{_DEAL} RETURNING id", row)
            return int(cursor.fetchone()[0])
        cursor.execute(_DEAL, row)
        return int(cursor.lastrowid)


def read_row(table_id: str) -> Row:
    """Read a table's state. Raises Table.DoesNotExist."""
    return _row(_READ, table_id)


def lock_row(table_id: str) -> Row:
    """Read a table's state and lock its row until the transaction ends (in SQLite the transaction itself locks). Raises
    Table.DoesNotExist."""
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
    """The writes of a transaction's moves, collected until its end."""

    def __init__(self) -> None:
        self.timestamp = _text_of if connection.vendor == "sqlite" else _timestamp
        self._moves: list[tuple[Any, ...]] = []
        self._rows: dict[str, tuple[Any, ...]] = {}
        self._others: dict[str, list[tuple[Any, ...]]] = {}
        """The parameters of all other statements, which concern the end of a deal, in order."""
        self._trusted: dict[str, Row] = {}

    def trust(self, table_id: str, row: Row) -> None:
        """Assume that a table's row is as it is remembered; the database only compares it when the moves are stored.

        Anything else in the transaction needs a `check` first. Only for PostgreSQL.
        """
        self._trusted[table_id] = row

    def check(self) -> None:
        """Lock the trusted rows and compare them with what is remembered. Raises Changed."""
        trusted, self._trusted = self._trusted, {}
        if lock_free_rows(list(trusted)) != trusted:
            raise Changed

    def savepoint(self) -> transaction.Atomic:
        """Return a block for other statements, which may be rolled back as a whole. Raises Changed."""
        self.check()
        return transaction.atomic()

    def append_move(self, *, table_id: str, ply: int, deal: int, seat: int, text: str, by: str, now: datetime) -> None:
        self._moves.append((table_id, ply, deal, seat, str(text), str(by), self.timestamp(now)))

    def write_row(self, *, table_id: str, ply: int, deal: int, turn: int | None, due_at: datetime | None) -> None:
        """Update a table's row; of several such updates of one table, only the last is made."""
        self._rows[table_id] = (ply, deal, turn, self.timestamp(due_at), table_id)

    def forget_row(self, table_id: str) -> None:
        """Drop the update of a table's row, which the caller updates more fully. Raises Changed."""
        self.check()
        self._rows.pop(table_id, None)

    def write_ready(self, *, table_id: str, seat: int, deal: int) -> None:
        """Store that a player has seen the end of a deal."""
        self._add(_READY, deal, table_id, seat)
        self._add(_SEATS, table_id)

    def write_result(self, *, table_id: str, deal: int, reason: str, scores: Sequence[int]) -> None:
        """Store how a deal ended."""
        self._add(_OVER, reason, _json(scores), table_id, deal)

    def write_totals(self, *, table_id: str, totals: Sequence[int]) -> None:
        self._add(_TOTALS, _json(totals), table_id)

    def _add(self, statement: str, *parameters: Any) -> None:
        self._others.setdefault(statement, []).append(parameters)

    def execute(self) -> None:
        """Store the moves and update the rows. Raises Changed, and IntegrityError if there already is a move with the
        same ply."""
        if self._others or self._trusted.keys() != self._rows.keys():  # refusals need a check as well
            self.check()
        moves, rows = self._moves, list(self._rows.values())
        if not moves and not rows and not self._others:
            return
        with prepared_cursor(connection) as cursor:
            if self._trusted:
                self._store_trusted(cursor, moves, rows)
            elif connection.vendor == "postgresql" and (moves or rows):
                cursor.execute(_STORE, [_objects(_MOVE_COLUMNS, moves), _objects(_ROW_COLUMNS, rows)])
            else:
                _execute_all(cursor, _APPEND, moves)
                _execute_all(cursor, _WRITE, rows)
            for statement, parameters in self._others.items():
                _execute_all(cursor, statement, parameters)

    def _store_trusted(self, cursor: Any, moves: list[tuple[Any, ...]], rows: list[tuple[Any, ...]]) -> None:
        """Store moves and rows in one statement. If it is the transaction's only one, run it in autocommit mode, since
        a single statement is atomic in PostgreSQL anyway."""
        driver = connection.connection
        if driver.pgconn.transaction_status == TransactionStatus.IDLE and not connection.savepoint_ids:
            driver.autocommit = True  # as Django does at the end of every transaction anyway
        known = _objects(_TRUSTED_COLUMNS, [(*row, *self._trusted[row[-1]]) for row in rows])
        cursor.execute(_STORE_TRUSTED, [len(rows), known, _objects(_MOVE_COLUMNS, moves), known])
        if cursor.rowcount != len(rows):
            raise Changed


@contextmanager
def writing() -> Iterator[Writes]:
    """Run the block in a transaction, and execute the collected writes of its moves at the end."""
    with transaction.atomic():
        writes = Writes()
        yield writes
        writes.execute()


def _objects(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    """Return rows as JSON objects, with the columns as keys."""
    return msgspec.json.encode([dict(zip(columns, row, strict=True)) for row in rows]).decode()


def _execute_all(cursor: Any, statement: str, rows: list[tuple[Any, ...]]) -> None:
    if len(rows) == 1:
        cursor.execute(statement, rows[0])
    elif rows:
        cursor.executemany(statement, rows)


def _json(value: Sequence[int]) -> Any:
    return connection.ops.adapt_json_value(list(value), None)


def _timestamp(moment: datetime | None) -> Any:
    """Return a moment in the form that the database driver expects."""
    return connection.ops.adapt_datetimefield_value(moment)


def _text_of(moment: datetime | None) -> Any:
    """Return a moment as text for SQLite, in a quarter of the time that `_timestamp` takes; each move stores two."""
    return str(moment.replace(tzinfo=None)) if moment is not None and moment.tzinfo is UTC else _timestamp(moment)

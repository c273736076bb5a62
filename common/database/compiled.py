"""Queries that Django compiles to SQL only once, and that are then run again with other values.

Compiling a query takes Django longer than answering it takes SQLite. A page for a signed-in player makes about twenty
queries, and opening a socket about five. Queries are still written with the ORM.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import wraps
from math import ceil, log2
from typing import Any, ParamSpec, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Func, IntegerField, Model, QuerySet
from django.db.models.query import FlatValuesListIterable, ValuesListIterable

from common.database.prepared import prepared_cursor

P = ParamSpec("P")
Row = TypeVar("Row")
T = TypeVar("T")

NUMBER = Func("pk", function="COUNT", output_field=IntegerField())
"""The number of rows, for `values_list`; Django's own `Count` would group them."""

MOST = 50
"""The most compiled forms of one query that are kept; when there are more, all are forgotten."""

VALUES = (int, str, datetime)
"""The types of arguments whose values may differ from call to call without another compilation."""


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A query as SQL. `places` maps positions among its parameters to the numbers of the arguments that go there.

    Tuples are fetched directly, with a prepared statement. All other rows are made by Django's own compiler, which is
    given the finished SQL.
    """

    queryset: QuerySet[Any, Any]
    compiler: Any
    sql: str
    params: tuple[Any, ...]
    places: dict[int, int]
    converters: dict[int, Any]

    def ask(self, values: tuple[Any, ...]) -> list[Any]:
        connection = connections[self.queryset.db]
        params = list(self.params)
        for position, number in self.places.items():
            params[position] = _adapted(connection, values[number])
        kind = None if self.compiler.has_extra_select else self.queryset._iterable_class
        if kind is ValuesListIterable:
            return self._tuples(connection, params)
        if kind is FlatValuesListIterable:
            return [value for (value,) in self._tuples(connection, params)]
        return self._instances(connection, params)

    def _tuples(self, connection: Any, params: list[Any]) -> list[tuple[Any, ...]]:
        with prepared_cursor(connection) as cursor:
            cursor.execute(self.sql, params)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        if not self.converters:
            return rows
        return [tuple(row) for row in self._compiler_for(connection).apply_converters(rows, self.converters)]

    def _instances(self, connection: Any, params: list[Any]) -> list[Any]:
        compiler = self._compiler_for(connection)
        compiler.as_sql = lambda *_args, **_options: (self.sql, tuple(params))
        compiler.get_converters = lambda _expressions: self.converters
        asked: Any = self.queryset.all()
        asked.query.get_compiler = lambda *_args, **_options: compiler
        return list(asked)

    def _compiler_for(self, connection: Any) -> Any:
        compiler = copy.copy(self.compiler)
        compiler.connection = connection
        return compiler


def compiled_once(build: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """Turn a function that builds a query into one that returns its rows and compiles the query only once.

    Arguments that are numbers, texts or times may differ from call to call, and must appear in the query unchanged. For
    arguments of other types, such as a flag, a choice or a tuple, each value gets a compiled query of its own. So the
    query must depend on nothing but the arguments, and not on the current time either. The result raises TypeError or
    ValueError where it notices that this is not so.
    """
    built: Callable[..., QuerySet[Any, Row]] = build
    compiled: dict[Hashable, Callable[[tuple[Any, ...]], list[Row]]] = {}

    @wraps(build)
    def ask(*values: P.args, **_named: P.kwargs) -> list[Row]:
        key = tuple(_kind(value) for value in values)
        asked = compiled.get(key)
        if asked is None:
            if len(compiled) >= MOST:
                compiled.clear()
            found = _compile(build, values)
            asked = compiled[key] = found.ask if found else lambda values: list(built(*values))
        return asked(values)

    return ask


def padded(values: Collection[T]) -> list[T]:
    """Return the values with the last one repeated, so that lists of similar length share one compiled form of `IN`."""
    found = list(values)
    return found + found[-1:] * (2 ** ceil(log2(max(len(found), 1))) - len(found))


def _kind(value: object) -> Hashable:
    """Return what values that share a compiled query have in common: their type, or for some types the value itself."""
    if isinstance(value, Model):
        raise TypeError("Pass the primary key of a row, not the row: each row would be compiled separately.")
    if isinstance(value, bool | Enum) or not isinstance(value, VALUES):
        return value
    return next(kind for kind in VALUES if isinstance(value, kind))


def _compile(build: Callable[..., QuerySet[Any, Any]], values: tuple[Any, ...]) -> _Compiled | None:
    """Build the query twice, with different stand-ins for its values, and see where these end up.

    Return None if Django would not ask the database because the result must be empty: then there is no SQL from which
    to tell whether that depends on the values.
    """
    stand_ins = [tuple(_stand_in(value, number, turn) for number, value in enumerate(values)) for turn in range(2)]
    querysets = [build(*each) for each in stand_ins]
    connection = connections[querysets[0].db]
    compilers = [each.query.get_compiler(connection=connection) for each in querysets]
    try:
        (sql, params), (other_sql, other_params) = (compiler.as_sql() for compiler in compilers)
    except EmptyResultSet:
        return None
    adapted = [[_adapted(connection, value) for value in each] for each in stand_ins]
    pairs = {pair: number for number, pair in enumerate(zip(*adapted, strict=True)) if pair[0] != pair[1]}
    both = list(zip(params, other_params, strict=True))
    places = {position: pairs[pair] for position, pair in enumerate(both) if pair in pairs}
    is_changed = any(pair not in pairs and pair[0] != pair[1] for pair in both)
    if sql != other_sql or is_changed or set(places.values()) != set(pairs.values()):
        raise ValueError(f"{build.__qualname__} does not use its arguments unchanged: {sql}")
    compiler = compilers[0]
    columns = [column for column, _sql, _alias in compiler.select[: compiler.col_count]]
    return _Compiled(querysets[0], compiler, sql, tuple(params), places, compiler.get_converters(columns))


def _stand_in(value: object, number: int, turn: int) -> Any:
    """Return a value of the same kind that fits into every column, different for each argument and each turn."""
    kind = _kind(value)
    if kind is int:
        return 20_000 + 100 * number + turn
    if kind is str:
        return f"stand-in {number}, {turn}"
    if kind is datetime:
        return datetime(2001, 1, 1, tzinfo=UTC) + timedelta(days=number, hours=turn)
    return value


def _adapted(connection: Any, value: Any) -> Any:
    """Return a value in the form in which it appears among the parameters of a query."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value

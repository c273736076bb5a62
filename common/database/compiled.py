"""Queries that Django compiles to SQL once and then runs again with other values.

To compile a query takes Django longer than SQLite takes to answer it; a page of somebody who is signed in makes
some twenty, and a socket some five. The rule that a query follows stays where it is, in the query.
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
"""What may be another value each time."""


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A query as SQL; `places` has the number of an argument for each position among its parameters that takes one.

    Tuples come from the database by the shortest way, by a statement that it has prepared. Of anything else Django's
    own compiler makes the rows, and is told what the SQL is.
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
    """Have a function that makes a query return its rows instead, and make that query only once.

    Its arguments are numbers, texts and times, which may differ each time and have to be in the query just as they
    are; of anything else, such as a flag, a choice or a tuple, every value makes a query of its own. So the query may
    depend on nothing but the arguments, not on the hour either. Raises TypeError or ValueError where that is not so.
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
    """Return what all values have in common that can take one another's place in a query."""
    if isinstance(value, Model):
        raise TypeError("Pass the key of a row, not the row: each would make a query of its own.")
    if isinstance(value, bool | Enum) or not isinstance(value, VALUES):
        return value
    return next(kind for kind in VALUES if isinstance(value, kind))


def _compile(build: Callable[..., QuerySet[Any, Any]], values: tuple[Any, ...]) -> _Compiled | None:
    """Make the query twice, with other stand-ins for its values, and see where they end up. Return None if Django
    does not ask, since there cannot be an answer: then nobody can see whether that depends on the values."""
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
        raise ValueError(f"{build.__qualname__} does not take its arguments as they are: {sql}")
    compiler = compilers[0]
    columns = [column for column, _sql, _alias in compiler.select[: compiler.col_count]]
    return _Compiled(querysets[0], compiler, sql, tuple(params), places, compiler.get_converters(columns))


def _stand_in(value: object, number: int, turn: int) -> Any:
    """Return a value of the same kind that fits into every column; another one for each argument and each turn."""
    kind = _kind(value)
    if kind is int:
        return 20_000 + 100 * number + turn
    if kind is str:
        return f"stand-in {number}, {turn}"
    if kind is datetime:
        return datetime(2001, 1, 1, tzinfo=UTC) + timedelta(days=number, hours=turn)
    return value


def _adapted(connection: Any, value: Any) -> Any:
    """Return a value as it is among the parameters of a query."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value

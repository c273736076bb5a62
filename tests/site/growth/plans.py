"""The database's query plans: whether a query scans a whole large table."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection

SCAN = re.compile(r"SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?")


MANY = 500
"""More rows than any page needs from one table."""


def large_tables(least: int) -> set[str]:
    """Return the names of all tables with at least this many rows."""
    models = [model for model in apps.get_models() if model._meta.managed]
    return {model._meta.db_table for model in models if model._base_manager.count() >= least}


@contextmanager
def whole_reads(large: Collection[str]) -> Iterator[dict[str, list[str]]]:
    """Collect the queries that scan one of these tables, each with the step of its plan that does so."""
    found: dict[str, list[str]] = {}

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
        if sql.startswith("SELECT") and not many:
            read = _on_postgresql(sql, params) if connection.vendor == "postgresql" else _on_sqlite(sql, params)
            if whole := sorted(one for one in read if one.split()[0] in large):
                found[sql] = whole
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield found


def _explained(how: str, sql: str, params: Any) -> list[Any]:
    wrappers, connection.execute_wrappers = connection.execute_wrappers, []
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"{how} {sql}", params)
            return list(cursor.fetchall())
    finally:
        connection.execute_wrappers = wrappers


def _on_sqlite(sql: str, params: Any) -> Iterator[str]:
    """Yield every table that is scanned. Reading it in the order of an index with a limit does not count."""
    names = dict(re.findall(r'"(\w+)"\s+(?:AS\s+)?"?([UVW]\d+|T\d+)"?', sql))
    alias = {alias: table for table, alias in names.items()}
    for *_ids, detail in _explained("EXPLAIN QUERY PLAN", sql, params):
        if scan := SCAN.match(detail):
            name, index = scan.groups()
            if not (index and "LIMIT" in sql):
                yield f"{alias.get(name, name)} ({detail})"


def _on_postgresql(sql: str, params: Any) -> Iterator[str]:
    """Yield every table of which many rows are read, for whatever purpose."""
    ((plan,),) = _explained("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)", sql, params)
    plan = json.loads(plan) if isinstance(plan, str) else plan
    yield from _read(plan[0]["Plan"])


def _read(plan: Mapping[str, Any]) -> Iterator[str]:
    rows = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    if "Relation Name" in plan and rows > MANY:
        yield f"{plan['Relation Name']} ({plan['Node Type']} {plan.get('Index Name', '')}: {rows} rows)"
    for inner in plan.get("Plans", ()):
        yield from _read(inner)

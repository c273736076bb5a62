"""The request and the table that the running code is about, which every log line names."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_request: ContextVar[str] = ContextVar("request", default="")
_table: ContextVar[str] = ContextVar("table", default="")

TABLE_PATH = re.compile(r"/table/([2-9a-hjkmnp-z]{10})/")


@contextmanager
def about(request: str, table: str = "") -> Iterator[None]:
    """Name a request or task, and perhaps a table, in everything that is logged inside the block."""
    tokens = _request.set(request), _table.set(table)
    try:
        yield
    finally:
        _request.reset(tokens[0])
        _table.reset(tokens[1])


def request_id() -> str:
    return _request.get()


def table_id() -> str:
    return _table.get()


def table_of(path: str) -> str:
    """Return the id of the table in a path, or an empty string."""
    found = TABLE_PATH.search(path)
    return found[1] if found else ""


class Named(logging.Filter):
    """A log filter that adds `request_id` and `table_id` to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _request.get()
        record.table_id = _table.get()
        return True

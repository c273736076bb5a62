"""Which request, and which table, the running code is about: every log line names them."""

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
    """Name a request or task, and perhaps a table, in what is logged meanwhile."""
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
    """Return the id of the table that an address is about, or an empty string."""
    found = TABLE_PATH.search(path)
    return found[1] if found else ""


class Named(logging.Filter):
    """Adds `request_id` and `table_id` to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _request.get()
        record.table_id = _table.get()
        return True

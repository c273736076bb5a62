"""Pagination by cursor: stable while rows come and go, and as fast for the last page as for the first."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.db.models import Q, QuerySet
from ninja import Field, Query, Schema

from common.errors import UserError

T = TypeVar("T")
MOST = 100
LONGEST_CURSOR = 200


class Asked(Schema):
    """The query parameters for a page of a list."""

    cursor: Annotated[str, Field(max_length=LONGEST_CURSOR, description="`next` of the previous page.")] = ""
    limit: Annotated[int, Field(ge=1, le=MOST, description="The maximum number of items.")] = 20


PageAsked = Annotated[Asked, Query()]


class Page(Schema, Generic[T]):
    """One page of a list; `next` is the cursor of the following one, null on the last."""

    items: list[T]
    next: str | None


def page_of(
    rows: QuerySet[Any], asked: Asked, shown: Callable[[Any], Any], *, by: str = "pk", newest_first: bool = False
) -> dict[str, Any]:
    """Return a page of `rows`, ordered by the column `by` and then by key. Raises UserError (bad-cursor)."""
    sign, beyond = ("-", "lt") if newest_first else ("", "gt")
    rows = rows.order_by(f"{sign}{by}", f"{sign}pk")
    if asked.cursor:
        value, key = _read(asked.cursor)
        after = Q(**{f"{by}__{beyond}": value}) | Q(**{by: value, f"pk__{beyond}": key})
        try:
            with transaction.atomic():
                found = list(rows.filter(after)[: asked.limit + 1])
        except (TypeError, ValueError, ValidationError, OverflowError, DataError) as error:
            raise _bad_cursor() from error
    else:
        found = list(rows[: asked.limit + 1])
    items = found[: asked.limit]
    last = items[-1] if len(found) > asked.limit else None
    following = None if last is None else _written(_value(last, by), last.pk)
    return {"items": [shown(row) for row in items], "next": following}


def _value(row: Any, by: str) -> Any:
    value = getattr(row, by)
    return value.isoformat() if isinstance(value, datetime) else value


def _written(value: Any, key: Any) -> str:
    return urlsafe_b64encode(json.dumps([value, key]).encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[Any, Any]:
    try:
        value, key = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (Error, ValueError, TypeError, RecursionError) as error:
        raise _bad_cursor() from error
    if not all(_is_plain(one) for one in (value, key)):
        raise _bad_cursor()
    return value, key


def _is_plain(value: Any) -> bool:
    """Return whether every database accepts the value, whatever it means."""
    return value.isprintable() if isinstance(value, str) else type(value) is int and abs(value) < 2**63


def _bad_cursor() -> UserError:
    return UserError("bad-cursor", "This cursor does not belong to this list: begin with the first page.")

"""Statements that PostgreSQL prepares once for each connection."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.database.prepared import prepared_cursor

ASK = "SELECT 1 + %s"
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="Only PostgreSQL prepares statements.")


def prepared() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 + %%'", [])
        return [statement for (statement,) in cursor.fetchall()]


@pytest.mark.django_db
def test_it_is_a_cursor_like_others_whose_statements_are_counted() -> None:
    with CaptureQueriesContext(connection) as asked:
        for number in range(3):
            with prepared_cursor(connection) as cursor:
                cursor.execute(ASK, [number])
                assert cursor.fetchone() == (1 + number,)
    assert len([query for query in asked if "1 + " in query["sql"]]) == 3


@on_postgresql
@pytest.mark.django_db
def test_a_statement_is_prepared_once_and_no_other_is() -> None:
    with connection.cursor() as cursor:
        cursor.execute(ASK, [1])
    assert prepared() == []
    for number in range(3):
        with prepared_cursor(connection) as cursor:
            cursor.execute(ASK, [number])
            assert cursor.fetchone() == (1 + number,)
    assert prepared() == ["SELECT 1 + $1"]

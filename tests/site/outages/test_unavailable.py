"""While the database is locked or down, pages say so and when to try again; a bug is still a server error."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from accounts.models import Player
from config.faults import AGAIN_AFTER
from config.urls import handler500 as handler500

pytestmark = pytest.mark.django_db(transaction=True)


def away(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the server closed the connection unexpectedly")


def broken(request: HttpRequest) -> HttpResponse:
    raise LookupError("a fault of ours")


urlpatterns = [path("away/", away), path("broken/", broken)]


@pytest.fixture
def patient_client(client: Client) -> Client:
    client.raise_request_exception = False
    return client


@pytest.mark.urls(__name__)
def test_an_unavailable_database_is_not_reported_as_a_bug(patient_client: Client) -> None:
    answer = patient_client.get("/away/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(AGAIN_AFTER))
    assert "try again in ten seconds" in answer.text


@pytest.mark.urls(__name__)
def test_a_bug_is_still_a_server_error(patient_client: Client) -> None:
    answer = patient_client.get("/broken/")
    assert answer.status_code == 500
    assert "it is our fault" in answer.text


@pytest.fixture
def lock_held_by_another() -> Iterator[None]:
    """Hold the lock for longer than this test waits for it."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has one lock for all")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        connection.cursor().execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
        connection.cursor().execute("PRAGMA busy_timeout = 20000")


def test_writers_are_asked_to_try_again_later(
    alice: Player, patient_client: Client, lock_held_by_another: None
) -> None:
    answer = patient_client.post("/guest/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(AGAIN_AFTER))

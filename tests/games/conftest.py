"""Fixtures for tables and their sockets."""

import threading
from collections.abc import Iterator

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection

from games.state.live_tables import live_tables
from live import allowance, consumers


@pytest.fixture(autouse=True)
def empty_memory() -> Iterator[None]:
    yield
    live_tables.forget()
    allowance.forget()


@pytest.fixture(scope="session", autouse=True)
def closed_connections(django_db_setup: None) -> Iterator[None]:
    """Close the connections that socket threads keep, without which the test database cannot be dropped."""
    yield
    count = consumers._threads._max_workers
    all_there = threading.Barrier(count)

    def close() -> None:
        all_there.wait(5)
        connection.close()

    for closing in [consumers._threads.submit(close) for _ in range(count)]:
        closing.result(10)
    SyncToAsync.single_thread_executor.submit(lambda: connection.close()).result(10)

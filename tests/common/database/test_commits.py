"""Functions that run after a commit cannot make its caller fail."""

from __future__ import annotations

import logging
from functools import partial

import pytest
from django.db import transaction

from common.database.commits import do_after_commit

pytestmark = pytest.mark.django_db(transaction=True)


def divide(number: int, *, by: int) -> float:
    return number / by


def test_an_error_is_logged_and_does_not_stop_other_functions(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []
    with transaction.atomic():
        do_after_commit(divide, 1, by=0)
        do_after_commit(partial(divide, 1), by=0)
        do_after_commit(done.append, 1)
        assert done == []
    assert done == [1]
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(said) == 2
    assert "divide" in said[0]


def test_nothing_is_done_after_a_rollback() -> None:
    done: list[int] = []
    with transaction.atomic():
        do_after_commit(done.append, 1)
        transaction.set_rollback(True)
    assert done == []


def test_without_a_transaction_it_is_done_at_once() -> None:
    done: list[int] = []
    do_after_commit(done.append, 1)
    assert done == [1]

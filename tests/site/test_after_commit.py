"""On-commit functions run in tests without commits as they would on the site."""

import pytest
from django.db import transaction

pytestmark = pytest.mark.usefixtures("after_commit")


def test_on_commit_functions_run_after_the_outermost_transaction() -> None:
    done: list[str] = []
    with transaction.atomic():
        transaction.on_commit(lambda: done.append("outer"))
        with transaction.atomic():
            transaction.on_commit(lambda: done.append("inner"))
        assert done == []
    assert done == ["outer", "inner"]


def test_without_a_transaction_it_is_done_at_once() -> None:
    done: list[str] = []
    transaction.on_commit(lambda: done.append("at once"))
    assert done == ["at once"]


def test_on_commit_functions_do_not_run_after_a_rollback() -> None:
    done: list[str] = []

    def fail() -> None:
        with transaction.atomic():
            transaction.on_commit(lambda: done.append("never"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with transaction.atomic():
        pass
    assert done == []


def test_on_commit_functions_may_register_more() -> None:
    done: list[str] = []

    def first() -> None:
        with transaction.atomic():
            transaction.on_commit(lambda: done.append("second"))
        done.append("first")

    with transaction.atomic():
        transaction.on_commit(first)
    assert done == ["second", "first"]


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_is_left_alone() -> None:
    done: list[str] = []
    with transaction.atomic():
        with transaction.atomic():
            transaction.on_commit(lambda: done.append("done"))
        assert done == []
    assert done == ["done"]

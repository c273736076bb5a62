"""Calls that are made after a commit, and whose errors must not affect the caller."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def do_after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function once the current transaction commits. If it raises an error, the error is logged and the other
    functions that wait for the commit are called nevertheless.

    Do not pass a `functools.partial` to `transaction.on_commit` instead: to log an error, Django needs the function's
    `__qualname__`, which a partial does not have.
    """

    @wraps(function)
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)

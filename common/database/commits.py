"""What is done after a commit and must not fail it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def do_after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function once the current transaction commits. If it raises an error, that is logged, and whatever else
    waits for the commit is done all the same.

    Give `transaction.on_commit` no `functools.partial` for this: Django names the function in its log, and a partial
    one has no name, so that naming it raises another error.
    """

    @wraps(function)
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)

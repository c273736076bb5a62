"""Functions that run at the same time, each in a thread of its own, as requests do."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection

from common.errors import UserError


def at_once(*doings: Callable[[], object]) -> list[str]:
    """Run each function in a thread of its own, started together; return how each ended."""
    start = threading.Barrier(len(doings))
    ends: list[str] = []

    def run(doing: Callable[[], object]) -> None:
        start.wait(10)
        try:
            doing()
        except UserError as refusal:
            ends.append(refusal.code)
        else:
            ends.append("done")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[doing]) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(ends)

"""A Redis that hangs: it accepts connections but never answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hanging_redis() -> Iterator[str]:
    """Yield its URL."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"

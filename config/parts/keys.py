"""The keys of a site: given by its operator, or generated and kept in files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

SHORTEST = 32


def kept_secret_key(path: Path) -> str:
    """Return the key from the file, creating it if necessary. Processes that start together all get the same key."""
    if not path.exists():
        _write_once(path, get_random_secret_key())
    return path.read_text()


def _write_once(path: Path, key: str) -> None:
    with NamedTemporaryFile("w", dir=path.parent) as file:
        file.write(key)
        file.flush()
        with suppress(FileExistsError):
            os.link(file.name, path)


def tile_keys(given: Sequence[str], kept_in: Path, *, is_for_others: bool) -> list[str]:
    """Return the given keys, or else a generated one that is kept in a file.

    With `is_for_others`, the operator must set them, since all processes need the same ones and a backup is useless
    without them. Raises ImproperlyConfigured.
    """
    if any(len(key) < SHORTEST for key in given):
        raise ImproperlyConfigured(f"Each of the TILE_KEYS needs at least {SHORTEST} characters.")
    if not given and is_for_others:
        raise ImproperlyConfigured(
            "Set TILE_KEYS, for example to the output of `openssl rand -hex 32`. It encrypts tiles in the database. "
            "Every process of the site needs the same value. Keep a copy apart from the backups: they need it too."
        )
    return list(given) or [kept_secret_key(kept_in)]


def make_private(database: str) -> None:
    """Make an SQLite database's file, and the files beside it, readable only by their owner."""
    if database == ":memory:":
        return
    path = Path(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    for file in path.parent.glob(f"{path.name}*"):
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)

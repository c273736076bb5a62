"""A generated secret key, kept in a file, for sites that are not given one."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.management.utils import get_random_secret_key


def kept_secret_key(path: Path) -> str:
    """Return the key from the file, creating it if necessary. Processes that start at once all get the same key."""
    if not path.exists():
        _write_once(path, get_random_secret_key())
    return path.read_text()


def _write_once(path: Path, key: str) -> None:
    with NamedTemporaryFile("w", dir=path.parent) as file:
        file.write(key)
        file.flush()
        with suppress(FileExistsError):
            os.link(file.name, path)

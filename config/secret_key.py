"""A secret key that is made once and kept in a file, for a site that was not given one."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.management.utils import get_random_secret_key


def kept_secret_key(path: Path) -> str:
    """Processes that start together for the first time all get the same key: the first link wins."""
    if not path.exists():
        _write_once(path, get_random_secret_key())
    return path.read_text()


def _write_once(path: Path, key: str) -> None:
    with NamedTemporaryFile("w", dir=path.parent) as file:
        file.write(key)
        file.flush()
        with suppress(FileExistsError):
            os.link(file.name, path)

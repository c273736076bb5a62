"""An empty, fully migrated database, which is created once and copied for each site and test run that needs one.

Migrating an empty database takes ten times as long as everything else before the first test.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from run.trial.environment import ROOT, site_environment

KEPT = ROOT / ".empty_databases"
IMPORTED_BY_MIGRATIONS = ("common", "action_log")


def empty_database() -> Path:
    """Return the SQLite file of a site that has never been open. Copy it before use."""
    KEPT.mkdir(exist_ok=True)
    file = KEPT / f"{_digest()}.sqlite3"
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test runs may begin at once
        if not file.exists():
            for outdated in KEPT.glob("*.sqlite3"):
                outdated.unlink()
            _migrate_into(file)
    return file


def _migrate_into(file: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="boneyard-empty-") as folder:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, env=site_environment(Path(folder)), cwd=ROOT, check=True)
        shutil.copyfile(Path(folder, "boneyard.sqlite3"), file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def _digest() -> str:
    """Return a digest of everything that determines a new database."""
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(_sources()):
        digest.update(f"{file.relative_to(ROOT)} ".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    yield ROOT / "requirements.txt"
    yield from ROOT.glob("*/migrations/*.py")
    for package in IMPORTED_BY_MIGRATIONS:
        yield from (ROOT / package).rglob("*.py")

"""A site without a given secret key generates one, once."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.parts.keys import kept_secret_key


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    key = kept_secret_key(path)
    assert len(key) >= 50
    assert kept_secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(kept_secret_key, [tmp_path / "secret_key"] * 8))
    assert len(keys) == 1

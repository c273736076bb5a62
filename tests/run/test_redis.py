"""Tests which Redis server starts: the machine's own, else the one from the wheel, else a sentence says what to do."""

import os
import subprocess
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from run import redis
from run.redis import NoRedis, redis_server


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the only one on PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def with_server(folder: Path, name: str) -> str:
    server = folder / name
    server.write_text("#!/bin/sh\n")
    server.chmod(0o755)
    return str(server)


def test_a_server_on_path_comes_first_and_valkey_before_redis(bare: Path) -> None:
    older = with_server(bare, "redis-server")
    assert redis_server() == older
    newer = with_server(bare, "valkey-server")
    assert redis_server() == newer


def test_the_server_in_the_wheel_runs(bare: Path) -> None:
    server = redis_server()
    assert os.access(server, os.X_OK)
    said = subprocess.run([server, "--version"], capture_output=True, text=True, check=True).stdout
    assert "v=9." in said


def test_without_any_server_one_sentence_says_what_to_do(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(redis, "files", not_installed)
    with pytest.raises(NoRedis, match=r"install valkey-server or redis-server, or set REDIS_URL=.*\.$"):
        redis_server()

"""The output of the installation: while it runs, when it is stopped, and when it fails; with the real pip, offline."""

import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from run.trial.whole_site import until

PINS = re.compile(r"^(?:asgiref|sqlparse)==(?:.*\\\n)*.*$", re.MULTILINE)
NO_NETWORK = {"PIP_NO_INDEX": "1", "PIP_RETRIES": "0"}
FAILED = "The packages of {} could not be installed; the output of pip is above.\n"
STOPPED = "\nStopped. The next `make` continues from here.\n"


def command(pinned: Path) -> list[str]:
    return [sys.executable, "-m", "run.install", str(pinned)]


def install(pinned: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **NO_NETWORK, **environment}
    return subprocess.run(
        command(pinned), env=variables, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )


@pytest.fixture
def two_there(tmp_path: Path) -> Path:
    """Return a file that pins two packages that are already installed."""
    pinned = tmp_path / "two.txt"
    pins = PINS.findall((settings.BASE_DIR / "requirements.txt").read_text())
    assert len(pins) == 2
    pinned.write_text("\n".join(pins) + "\n")
    return pinned


@pytest.fixture
def one_missing(tmp_path: Path) -> Path:
    """Return a file that pins a package that does not exist."""
    pinned = tmp_path / "missing.txt"
    pinned.write_text(f"boneyard-has-no-such-package==1.0 --hash=sha256:{'0' * 64}\n")
    return pinned


@pytest.fixture
def silent_index() -> Iterator[str]:
    """Return the address of an index of packages that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


def test_it_says_what_it_does_and_how_far_it_is(two_there: Path) -> None:
    done = install(two_there)
    assert (done.returncode, done.stderr) == (0, "")
    about, *packages = done.stdout.splitlines()
    assert about == f"Installing 2 packages from {two_there} (only this time; takes a minute or two)"
    assert sorted(packages) == ["  1/2 asgiref", "  2/2 sqlparse"]


def test_on_a_terminal_each_line_takes_the_place_of_the_one_before(two_there: Path) -> None:
    ours, its = pty.openpty()
    with subprocess.Popen(command(two_there), stdout=its, env={**os.environ, **NO_NETWORK}, cwd=settings.BASE_DIR):
        pass
    os.close(its)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    assert re.search(r"a minute or two\)\r\n\r\x1b\[K  1/2 asgiref\r\x1b\[K  2/2 sqlparse", said)


def test_what_cannot_be_installed_ends_in_a_sentence_below_what_pip_said(one_missing: Path) -> None:
    done = install(one_missing)
    assert done.returncode == 1
    assert "No matching distribution found for boneyard-has-no-such-package==1.0" in done.stderr
    assert done.stderr.endswith(FAILED.format(one_missing))
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file or directory"), (b"\xff", "it is not a text")], ids=["missing", "no-text"]
)
def test_a_file_that_cannot_be_read_is_named(content: bytes | None, why: str, tmp_path: Path) -> None:
    pinned = tmp_path / "file.txt"
    if content is not None:
        pinned.write_bytes(content)
    done = install(pinned)
    assert (done.returncode, done.stderr) == (1, f"{pinned} cannot be read: {why}.\n")


def test_without_a_file_it_says_how_it_is_called() -> None:
    command = [sys.executable, "-m", "run.install"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "Name one file of pinned packages: python -m run.install requirements.txt\n"


def test_ctrl_c_ends_it_with_a_sentence_and_takes_pip_with_it(
    one_missing: Path, silent_index: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    environment = {**os.environ, "PIP_INDEX_URL": silent_index, "PIP_CONFIG_FILE": os.devnull}
    with log.open("w") as said:
        process = subprocess.Popen(
            command(one_missing),
            stdout=said,
            stderr=said,
            env=environment,
            cwd=settings.BASE_DIR,
            start_new_session=True,
        )
    until(lambda: len(children_of(process.pid)) == 1, 60)
    until(lambda: "Installing 1 packages" in log.read_text(), 60)
    [pip] = children_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    assert process.wait(60) == 1
    assert log.read_text().endswith(STOPPED)
    assert "Traceback" not in log.read_text()
    until(lambda: not is_there(pip), 60)


def children_of(pid: int) -> list[int]:
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in said.stdout.split()]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

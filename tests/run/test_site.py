"""`python -m run` as a whole: it comes up, mends itself, and leaves nothing behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings

PROGRAMS = ["redis", "web", "worker", "beat"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    """A zombie is not: its parent, not ours to hurry, only has not looked yet."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


class Site:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": str(folder / "var"),
            "PORT": str(self.port),
            "DEMO": "0",
        }
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, env=self.environment, cwd=settings.BASE_DIR
            )

    @staticmethod
    def command() -> list[str]:
        return [sys.executable, "-m", "run"]

    def pids(self, program: str) -> list[int]:
        return [int(pid) for pid in re.findall(rf"{program} +\| started \(process (\d+)\)", self.log.read_text())]

    def all_pids(self) -> list[int]:
        return [pid for program in PROGRAMS for pid in self.pids(program)]

    def is_open(self) -> bool:
        return " is open: " in self.log.read_text()

    def answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/account/login/") as page:
                return page.status == 200
        except OSError:
            return False


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    try:
        until(site.is_open)
        yield site
    finally:
        site.process.kill()
        site.process.wait()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_killed_comes_back(site: Site, program: str) -> None:
    os.kill(site.pids(program)[-1], signal.SIGKILL)
    until(lambda: len(site.pids(program)) == 2)
    until(site.answers)


def test_a_taken_port_is_said_in_one_sentence(site: Site) -> None:
    second = subprocess.run(site.command(), env=site.environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert second.returncode == 1
    assert re.fullmatch(rf"Port {site.port} of 127\.0\.0\.1 cannot be used .*PORT={site.port + 1}`\.\n", second.stderr)


def test_two_sites_do_not_share_their_data(site: Site) -> None:
    elsewhere = {**site.environment, "PORT": str(free_port())}
    second = subprocess.run(site.command(), env=elsewhere, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert second.returncode == 1
    assert second.stderr.startswith("Boneyard runs already with the data in ")


def test_ctrl_c_stops_everything_and_leaves_nothing_behind(site: Site) -> None:
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=30) == 0
    assert not any(is_there(pid) for pid in site.all_pids())


def test_nothing_outlives_a_manager_that_is_killed(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        until(site.is_open)
    finally:
        site.process.kill()
        site.process.wait()
    until(lambda: not any(is_there(pid) for pid in site.all_pids()))

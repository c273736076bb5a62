"""`python -m run` as a whole: it starts, repairs itself, and leaves nothing behind."""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from run.__main__ import here
from run.attack import in_bulk
from run.attack.attacks import SHORT, attack
from run.ports import free_port
from run.trial.visitors import Visitor
from run.trial.whole_site import COMMAND, PROGRAMS, WholeSite, until, whole_site

pytestmark = pytest.mark.xdist_group("the whole site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    with whole_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def is_there(pid: int) -> bool:
    """Return whether a process is running; a zombie is not, its parent just has not noticed yet."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def pids_of_all(site: WholeSite) -> list[int]:
    return [pid for program in PROGRAMS for pid in site.pids(program)]


def another_run(site: WholeSite, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**site.environment, **environment}
    return subprocess.run(COMMAND, env=variables, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_killed_comes_back(site: WholeSite, program: str) -> None:
    os.kill(site.pids(program)[-1], signal.SIGKILL)
    until(lambda: len(site.pids(program)) == 2)
    until(site.answers)


def test_no_backup_is_restored_while_any_of_its_programs_runs(site: WholeSite, tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "restore", str(tmp_path / "backup"), "--replace"]
    done = subprocess.run(
        command, env=site.environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "The site is running, so nothing was changed" in done.stderr
    for program in set(PROGRAMS) - {"redis"}:
        assert any("in-use" in str(file.resolve()) for file in Path(f"/proc/{site.pids(program)[-1]}/fd").iterdir())


def test_a_taken_port_is_said_in_one_sentence(site: WholeSite) -> None:
    second = another_run(site)
    assert second.returncode == 1
    assert re.fullmatch(rf"Port {site.port} of 127\.0\.0\.1 cannot be used .*PORT={site.port + 1}`\.\n", second.stderr)


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("PORT", "abc", "PORT=abc cannot be read."),
        ("PORT", "70000", "PORT=70000 is not a valid port: choose a number up to 65535."),
    ],
)
def test_a_value_that_cannot_be_read_is_named(site: WholeSite, variable: str, value: str, said: str) -> None:
    second = another_run(site, **{variable: value})
    assert (second.returncode, second.stderr) == (1, f"{said}\n")


def test_ctrl_c_while_it_gets_ready_leaves_a_sentence(tmp_path: Path) -> None:
    site = WholeSite(tmp_path)
    until(lambda: "brings the database up to date" in site.log)
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(30) == 1
    assert "Traceback" not in site.log
    assert site.log.endswith("Stopped before the site was open. Nothing is lost.\n")


def test_sockets_that_go_while_they_connect_leave_nothing_in_the_log(site: WholeSite) -> None:
    """Cut a connection ever later: before it is let in, while its table is looked up, while it is greeted."""
    table = Visitor(site.url).opens_a_table("two-step")
    for address in (f"/ws/table/{table}/", "/ws/table/nothing/", "/ws/lobby/", "/ws/me/", "/ws/nowhere/"):
        for number in range(60):
            cut_off(site.port, address, after=number / 2_000)
    until(site.answers)
    said = "\n".join(line for line in site.log.splitlines() if " web " in line)  # others have been killed before
    assert "has no attribute" not in said
    assert "closed protocol" not in said
    assert "Traceback" not in said


def cut_off(port: int, address: str, *, after: float) -> None:
    """Ask for a socket, and break the connection off without a word."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(
            f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        time.sleep(after)


def test_it_bears_many_hostile_visitors(site: WholeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundredth of what `make attack` sends."""
    for name, number in (("MESSAGES", 600), ("REQUESTS", 200), ("IDLE", 50), ("DEAF", 5)):
        monkeypatch.setattr(in_bulk, name, number)
    many = [in_bulk.hostile_messages, in_bulk.hostile_requests]
    many += [in_bulk.idle_sockets, in_bulk.deaf_visitors]
    assert attack(site, many, str) == []


def test_two_sites_do_not_share_their_data(site: WholeSite) -> None:
    second = another_run(site, PORT=str(free_port()))
    assert second.returncode == 1
    assert second.stderr.startswith("Boneyard is already running in ")


def test_nothing_outlives_ctrl_c_nor_a_kill_and_the_next_run_says_how_to_sign_in(tmp_path: Path) -> None:
    with whole_site(tmp_path) as first:
        first.process.send_signal(signal.SIGINT)
        assert first.process.wait(timeout=30) == 0
        assert not any(is_there(pid) for pid in pids_of_all(first))
    with whole_site(tmp_path, DEMO="1") as again:
        assert "sign in as Demo with the password play-dominoes" in again.log
        again.kill()
        until(lambda: not any(is_there(pid) for pid in pids_of_all(again)))


def test_several_web_processes_share_the_port_and_one_table(tmp_path: Path) -> None:
    """Whoever answers, the page is the same, and while one of them is gone the other answers."""
    with whole_site(tmp_path, WEB_PROCESSES="2") as site:
        pids = [pid for program in ("web-1", "web-2") for pid in site.pids(program)]
        assert len(pids) == 2
        os.kill(pids[0], signal.SIGSTOP)
        try:
            assert all(site.answers() for _ in range(5))
        finally:
            os.kill(pids[0], signal.SIGCONT)


def test_what_once_broke_the_site_does_no_more(site: WholeSite) -> None:
    """In its short form; `make attack` tries all of it."""
    said: list[str] = []
    assert attack(site, SHORT, said.append) == []
    assert len(said) == len(SHORT) + 1


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])  # noqa: S104
def test_the_site_is_asked_whether_it_answers_where_it_listens(address: str) -> None:
    with socket.create_server((address, 0)) as listener:
        assert here(listener) == "127.0.0.1"

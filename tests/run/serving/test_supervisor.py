"""The supervisor with small programs: those that die are restarted, and those that should stop do."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable

import pytest

from run.serving import supervisor as keeping
from run.serving.supervisor import Program, Supervisor


class Log:
    """The output, and a way to wait for it."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []

    def say(self, name: str, line: str) -> None:
        self.lines.append((name, line))

    def said_by(self, name: str) -> list[str]:
        return [line for who, line in self.lines if who == name]

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not holds():
                await asyncio.sleep(0.01)


@pytest.fixture
def log() -> Log:
    return Log()


def program(name: str, code: str) -> Program:
    return Program(name, [sys.executable, "-uc", code])


PATIENT = "import os, time; print(os.getpid()); time.sleep(60)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('no'); time.sleep(60)"


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pids_of(log: Log, name: str) -> list[int]:
    return [int(line) for line in log.said_by(name) if line.isdigit()]


def endings_of(log: Log, name: str) -> list[str]:
    return [line for line in log.said_by(name) if line.startswith("ended")]


async def test_a_killed_program_is_restarted(log: Log) -> None:
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", PATIENT))
    await log.until(lambda: len(pids_of(log, "web")) == 1)
    os.kill(pids_of(log, "web")[0], signal.SIGKILL)
    await log.until(lambda: len(pids_of(log, "web")) == 2)
    assert "ended (SIGKILL), starts again in 0.2 s" in log.said_by("web")
    await supervisor.stop()


async def test_a_program_that_keeps_ending_is_restarted_after_longer_pauses(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PAUSES", (0.01, 0.02))
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", "raise SystemExit(3)"))
    await log.until(lambda: len(endings_of(log, "web")) >= 3)
    assert endings_of(log, "web")[:3] == [
        f"ended (exit code 3), starts again in {pause} s" for pause in (0.01, 0.02, 0.02)
    ]
    await supervisor.stop()


async def test_stopping_ends_all_programs_in_reverse_order(log: Log) -> None:
    supervisor = Supervisor(log.say)
    for name in ["redis", "web", "worker"]:
        supervisor.start(program(name, PATIENT))
    await log.until(lambda: all(pids_of(log, name) for name in ["redis", "web", "worker"]))
    await supervisor.stop()
    assert [who for who, line in log.lines if line == "ended"] == ["worker", "web", "redis"]
    assert not any(is_there(pid) for name in ["redis", "web", "worker"] for pid in pids_of(log, name))


async def test_a_program_that_ignores_sigterm_is_killed(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "GRACE", 0.2)
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", STUBBORN))
    await log.until(lambda: "no" in log.said_by("web"))
    await supervisor.stop()
    assert log.said_by("web")[-1] == "ended"


async def test_nothing_is_restarted_after_stopping(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PAUSES", (0.05,))
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", "pass"))
    await log.until(lambda: len(log.said_by("web")) >= 2)
    await supervisor.stop()
    said = len(log.lines)
    await asyncio.sleep(0.2)
    assert len(log.lines) == said


async def test_a_program_that_is_being_started_is_stopped_as_well(log: Log) -> None:
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", PATIENT))
    await asyncio.sleep(0)  # its task has started, but not its process
    await asyncio.wait_for(supervisor.stop(), 5)
    assert not any(is_there(pid) for pid in pids_of(log, "web"))


async def test_a_program_that_cannot_be_started_is_tried_again(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PAUSES", (0.01,))
    failures = [OSError("Cannot allocate memory")]

    async def launch(asked: Program) -> keeping.Running:
        if failures:
            raise failures.pop()
        return await keeping.execute(asked)

    supervisor = Supervisor(log.say, launch)
    supervisor.start(program("web", PATIENT))
    await log.until(lambda: len(pids_of(log, "web")) == 1)
    assert log.said_by("web")[0] == "failed (OSError: Cannot allocate memory), starts again in 0.01 s"
    await supervisor.stop()
    assert not any(is_there(pid) for pid in pids_of(log, "web"))


async def test_a_line_that_is_too_long_ends_only_its_program(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PAUSES", (0.01,))
    monkeypatch.setattr(keeping, "LONGEST_LINE", 100)
    supervisor = Supervisor(log.say)
    supervisor.start(program("web", f"import os; print(os.getpid()); print('x' * 100_000); {PATIENT}"))
    await log.until(lambda: len(pids_of(log, "web")) == 2)
    await supervisor.stop()
    assert not any(is_there(pid) for pid in pids_of(log, "web"))

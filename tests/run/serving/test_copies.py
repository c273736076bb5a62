"""Programs that are forks of one process: what they share is safe to share, and they start and end like any other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from run.serving import copies

pytestmark = pytest.mark.skipif(not copies.IS_POSSIBLE, reason="Here each program loads the site by itself.")


def said_by(code: str, folder: Path) -> list[str]:
    """Run code in a separate process; return the lines that it prints."""
    environment = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


LOADED = """
import os, sys, threading
from run.serving import copies
copies.load()
print(threading.active_count(), "twisted.internet.reactor" in sys.modules)
for number in os.listdir("/proc/self/fd"):
    try:
        print(os.readlink(f"/proc/self/fd/{number}"))
    except OSError:
        pass
"""


def test_no_thread_and_no_connection_is_shared(tmp_path: Path) -> None:
    about, *files = said_by(LOADED, tmp_path)
    assert about == "1 False"
    assert files
    assert not [file for file in files if "socket:" in file or "eventpoll" in file or "sqlite3" in file]


ENDED = """
import asyncio, sys
from run.serving import copies
from run.serving.supervisor import Program, Supervisor

async def main():
    ended = asyncio.Event()
    def say(name, line):
        print(f"{name}: {line}", flush=True)
        if line.startswith("ended ("):
            ended.set()
    supervisor = Supervisor(say, launch=copies.copy)
    supervisor.start(Program("one", [sys.executable, "-m", "run.printer_that_is_not_there"]))
    supervisor.start(Program("two", [sys.executable, "-m", "http.server", "0"]))
    await ended.wait()
    await supervisor.stop()

asyncio.run(main())
"""


def test_a_forks_output_and_end_are_noticed(tmp_path: Path) -> None:
    said = said_by(ENDED, tmp_path)
    assert any(line.startswith("one: ended (exit code 1)") for line in said)
    assert any("No module named run.printer_that_is_not_there" in line for line in said)
    assert next(line for line in said if line.endswith(": ended")) == "two: ended"


COPIED_BESIDE_A_THREAD = """
import asyncio, sys, threading
from run.serving import copies
from run.serving.supervisor import Program

threading.Thread(target=threading.Event().wait, name="somebody at work", daemon=True).start()
try:
    asyncio.run(copies.copy(Program("web", [sys.executable, "-m", "this"])))
except RuntimeError as refusal:
    print(refusal)
"""


def test_a_process_with_other_threads_is_not_forked(tmp_path: Path) -> None:
    """A fork would wait for the lock forever, for instance when a page imports a module."""
    said = said_by(COPIED_BESIDE_A_THREAD, tmp_path)
    assert said == ["A process with running threads cannot be forked: somebody at work."]

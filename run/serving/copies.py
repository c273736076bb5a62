"""Running the site's programs as forks of one process that has loaded the site, so that they share its memory.

Otherwise each would load the same hundred megabytes; a fork only takes memory for what it changes.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import runpy
import signal
import sys
import threading
from importlib import import_module
from multiprocessing.context import ForkProcess

from run.serving.supervisor import LONGEST_LINE, Program, Running, begin, execute

IS_POSSIBLE = sys.platform == "linux"
"""On macOS, system libraries do not survive a fork."""

SHARED = (
    "config.asgi",
    "config.celery",
    "config.urls",
    "celery.bin.celery",
    "celery.bin.worker",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.redis",
)
"""Modules that at least two programs need. None of them may open a connection or start a thread, as these cannot be
shared. For that reason Twisted, whose reactor opens file descriptors, is left to the web process."""


def load() -> None:
    """Load everything that the forks are to share.

    The garbage collector is kept away from it: collections would leave free slots, which the forks would fill, and
    write marks into every object. Both would make the kernel copy shared pages.
    """
    gc.disable()
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # already run during preparation; here they would touch all shared memory
    for name in SHARED:
        import_module(name)
    _prepare_translations()
    gc.freeze()
    gc.enable()


def _prepare_translations() -> None:
    from django.conf import settings
    from django.utils import translation

    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("")


class Copy:
    """A program that runs in a fork of this process, with the interface of an asyncio process."""

    def __init__(self, process: ForkProcess, stdout: asyncio.StreamReader) -> None:
        self.stdout = stdout
        self._process = process
        self._has_ended = asyncio.Event()
        assert process.pid
        self.pid = process.pid
        asyncio.get_running_loop().add_reader(process.sentinel, self._note_end)

    def _note_end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self._has_ended.set()

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()

    async def wait(self) -> int:
        await self._has_ended.wait()
        return self._process.exitcode or 0


async def copy(program: Program) -> Running:
    """Start a program as a fork of this process if its command is `python -m`, or else by its command."""
    if program.command[:2] != [sys.executable, "-m"]:
        return await execute(program)
    _check_that_no_thread_works()
    readable, writable = os.pipe()
    process = multiprocessing.get_context("fork").Process(target=_become, args=(program, writable))
    process.start()
    os.close(writable)
    said = asyncio.StreamReader(limit=LONGEST_LINE)
    protocol = asyncio.StreamReaderProtocol(said)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(readable, "rb"))
    return Copy(process, said)


def _check_that_no_thread_works() -> None:
    """Raise RuntimeError if another thread might hold a lock, which would never be released in the fork. The threads in
    which asyncio waits for processes to end hold none."""
    working = [one.name for one in threading.enumerate() if one is not threading.current_thread()]
    if names := [name for name in working if "waitpid" not in name]:
        raise RuntimeError(f"A process with running threads cannot be forked: {', '.join(names)}.")


def _become(program: Program, output: int) -> None:
    """Run a program in this process, which has just been forked."""
    begin(program)
    _forget_the_loop()
    os.setsid()
    for number in (1, 2):
        os.dup2(output, number)
    sys.argv = program.command[2:]
    runpy.run_module(program.command[2], run_name="__main__", alter_sys=True)


def _forget_the_loop() -> None:
    """Leave the event loop and its signal handlers to the parent process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    asyncio.set_event_loop(None)

"""A supervisor for programs: it starts them, relays their output, restarts those that die, and stops them all together.

Existing tools do not fit: honcho, which runs a Procfile, ends all programs as soon as one dies, while supervisor and
circus are daemons with configuration files, which `make run` would have to write and clean up.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

Say = Callable[[str, str], None]

GRACE = 10.0
"""Seconds that a program gets to terminate before it is killed."""

PAUSES = (0.2, 0.5, 1.0, 1.5)
"""Seconds before a restart. They grow each time a program dies again soon, but remain too short to be noticed."""

SETTLED = 30.0
"""A program that has run for this many seconds counts as healthy again."""

LONGEST_LINE = 2**22
"""The longest line of a program's output, in bytes."""

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Program:
    name: str
    command: list[str]
    files: Sequence[int] = ()
    """File descriptors of ours that the program inherits under the same numbers."""
    niceness: int = 0


class Running(Protocol):
    """A running program, with the interface of an asyncio process."""

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | None: ...
    @property
    def stdout(self) -> asyncio.StreamReader | None: ...
    def terminate(self) -> None: ...
    async def wait(self) -> int: ...


Launch = Callable[[Program], Awaitable[Running]]
"""A way to start a program in its own session, so that Ctrl-C in a terminal reaches only the supervisor."""


def end_with_parent() -> None:
    """Make this process terminate with its parent, even if that is killed with SIGKILL."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def on_signals(action: Callable[[], object]) -> None:
    """Call `action` on SIGINT and SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, action)


def begin(program: Program) -> None:
    """Prepare this process for becoming a program."""
    end_with_parent()
    if program.niceness:
        os.nice(program.niceness)


async def execute(program: Program, environment: Mapping[str, str] | None = None) -> Running:
    """Start a program by its command. Without an `environment` it inherits ours."""
    return await asyncio.create_subprocess_exec(
        *program.command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=LONGEST_LINE,
        start_new_session=True,
        env=environment,
        pass_fds=program.files,
        preexec_fn=partial(begin, program),
    )


class Supervisor:
    def __init__(self, say: Say, launch: Launch = execute) -> None:
        self._say = say
        self._launch = launch
        self._stopping = asyncio.Event()
        self._keepers: dict[str, asyncio.Task[None]] = {}
        self._processes: dict[str, Running] = {}

    def start(self, program: Program) -> None:
        self._keepers[program.name] = asyncio.create_task(self._keep(program))

    async def stop(self) -> None:
        """Stop the programs in reverse order of their start, since later ones depend on earlier ones."""
        self._stopping.set()
        for name in reversed(self._keepers):
            await self._end(name)
            self._say(name, "ended")

    def pid(self, name: str) -> int | None:
        """Return the process id of a program, or None while it is not running."""
        process = self._processes.get(name)
        return process.pid if process and process.returncode is None else None

    async def _keep(self, program: Program) -> None:
        clock = asyncio.get_running_loop().time
        falls = 0
        while not self._stopping.is_set():
            started = clock()
            how = await self._run_or_fail(program)
            falls = 0 if clock() - started > SETTLED else falls
            pause = PAUSES[min(falls, len(PAUSES) - 1)]
            falls += 1
            if not self._stopping.is_set():
                self._say(program.name, f"{how}, starts again in {pause:g} s")
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run_or_fail(self, program: Program) -> str:
        """Run a program once; return how it ended, or why starting it or reading its output failed."""
        try:
            return f"ended ({_reason(await self._run(program))})"
        except Exception as error:
            if (process := self._processes.get(program.name)) and process.returncode is None:
                _kill(process)
            return f"failed ({type(error).__name__}: {error})"

    async def _run(self, program: Program) -> int:
        process = await self._launch(program)
        self._processes[program.name] = process
        self._say(program.name, f"started (process {process.pid})")
        if self._stopping.is_set():
            process.terminate()
        assert process.stdout
        async for line in process.stdout:
            self._say(program.name, line.decode(errors="replace").rstrip())
        return await process.wait()

    async def _end(self, name: str) -> None:
        keeper, process = self._keepers[name], self._processes.get(name)
        if process and process.returncode is None:
            process.terminate()
            await asyncio.wait([keeper], timeout=GRACE)
            _kill(process)
        await keeper


def _kill(process: Running) -> None:
    """Kill a program with all its descendants in its session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _reason(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"

"""Runs a command that must end in time: what hangs is ended with the stacks of all its threads."""

import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import psutil

PATIENCE = 3.0
"""Seconds to print the stacks, before what is left is killed."""


def run_within(
    seconds: float | None, command: Sequence[str | Path], out: TextIO, environment: Mapping[str, str]
) -> None:
    """Run a command with its output in `out`; end it, and what it started, when the time is up.

    Raises CalledProcessError, and TimeoutExpired when the time was up.
    """
    with subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment) as process:
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            end_with_descendants(process.pid)
            raise
    if code:
        raise subprocess.CalledProcessError(code, command)


def end_with_descendants(pid: int) -> None:
    """Abort processes, so that pytest prints where their threads are; then kill those that are still there."""
    first = psutil.Process(pid)
    family = [first, *first.children(recursive=True)]
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGABRT)
    for process in psutil.wait_procs(family, PATIENCE)[1]:
        with suppress(psutil.NoSuchProcess):
            process.kill()

"""Running a command with a deadline; one that hangs is ended after printing the stacks of all its threads."""

import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import psutil

PATIENCE = 3.0
"""Seconds for printing the stacks before the remaining processes are killed."""


def run_within(
    seconds: float | None, command: Sequence[str | Path], out: TextIO, environment: Mapping[str, str]
) -> None:
    """Run a command with its output in `out`; end it and its descendants when the time is up.

    Raises CalledProcessError, or TimeoutExpired if the time was up.
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
    """Abort a process and its descendants, so that pytest prints the stacks of their threads; then kill any that are
    left."""
    first = psutil.Process(pid)
    family = [first, *first.children(recursive=True)]
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGABRT)
    for process in psutil.wait_procs(family, PATIENCE)[1]:
        with suppress(psutil.NoSuchProcess):
            process.kill()

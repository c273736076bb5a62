"""Metrics for Prometheus, counted in the process where things happen.

With PROMETHEUS_MULTIPROC_DIR, the processes of a machine count in files of that folder, and any web process reports for
all of them. Without it, each process reports its own metrics.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess, values

FOLDER = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
HOST = socket.gethostname()


def _this_process() -> str:
    """Return a unique name for this process, even if several containers share the folder."""
    return f"{HOST}-{os.getpid()}"


if FOLDER:
    Path(FOLDER).mkdir(parents=True, exist_ok=True)
    values.ValueClass = values.MultiProcessValue(process_identifier=_this_process)

SOON = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the buckets for waiting times, in seconds."""

OURS = CollectorRegistry()

MOVES = Counter("boneyard_moves", "Moves that were stored.", ["by"], registry=OURS)
MOVE_SECONDS = Histogram(
    "boneyard_move_seconds", "Time from a player's move arriving to its answer.", buckets=SOON, registry=OURS
)
REFUSALS = Counter("boneyard_refusals", "Messages on live sockets that were refused.", ["code"], registry=OURS)
LIMITED = Counter("boneyard_limited", "Requests and messages refused by a rate limit.", ["limit"], registry=OURS)
SOCKETS = Gauge("boneyard_sockets", "Open live sockets.", registry=OURS, multiprocess_mode="livesum")
SWEEPS = Counter("boneyard_sweeps", "Sweeps for overdue work.", ["name"], registry=OURS)
PAGE_SECONDS = Histogram(
    "boneyard_page_seconds", "Time from a request to its complete answer.", ["status"], buckets=SOON, registry=OURS
)


def registry() -> CollectorRegistry:
    """Return the metrics of this process, or of all processes that share the folder."""
    if not FOLDER:
        return OURS
    forget_the_dead()
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together, FOLDER)
    return together


def forget_the_dead() -> None:
    """Remove the gauges of dead processes on this machine, such as their open sockets. Their counters stay."""
    for file in Path(FOLDER).glob("gauge_live*.db"):
        host, _, pid = file.stem.split("_")[-1].rpartition("-")
        if host == HOST and not _is_running(int(pid)):
            file.unlink(missing_ok=True)


def _is_running(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True

"""What the whole site costs while nobody is there: processor time and memory of all programs of `make run`.

Starts the site with the demo and one web process, waits until its bots rest, and counts for a minute. Memory is what
the programs have for themselves and their part of what they share (PSS). Linux only.

    python bench/resting.py [--wait 210] [--seconds 60]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.trial.whole_site import PROGRAMS, whole_site  # noqa: E402

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wait", type=float, default=210, help="seconds before; bots rest after three minutes")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    if not (PROC / "self" / "smaps_rollup").exists():
        sys.exit("This needs Linux.")
    with tempfile.TemporaryDirectory() as folder, whole_site(Path(folder), DEMO="1") as site:
        time.sleep(options.wait)
        programs = {site.pids(program)[-1]: program for program in PROGRAMS}
        before, begun = _spent(site.process.pid), time.monotonic()
        time.sleep(options.seconds)
        after, seconds = _spent(site.process.pid), time.monotonic() - begun
        print("| program | processor, of a core | memory (PSS) |\n|---|---|---|")
        shares, sizes = [], []
        for pid, spent in after.items():
            shares.append((spent - before.get(pid, 0)) / seconds)
            sizes.append(_memory(pid))
            print(f"| {programs.get(pid, 'others')} | {shares[-1]:.2%} | {sizes[-1]:.0f} MB |")
        print(f"| all | {sum(shares):.2%} | {sum(sizes):.0f} MB |")


def _spent(root: int) -> dict[int, float]:
    """Return the seconds of processor time that a process and its descendants have spent, by process id."""
    return {pid: sum(int(field) for field in _fields(pid)[11:15]) / TICKS for pid in _family(root)}


def _family(root: int) -> Iterator[int]:
    yield root
    for task in (PROC / str(root) / "task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _family(int(child))


def _fields(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the name, which may have spaces in it (see proc(5))."""
    return (PROC / str(pid) / "stat").read_text().rpartition(") ")[2].split()


def _memory(pid: int) -> float:
    """Return megabytes."""
    lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6


if __name__ == "__main__":
    main()

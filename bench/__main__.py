"""Run benchmarks one after the other, and write their output to bench/results.md, each under its own heading.

    python bench                    all but those that take minutes
    python bench tournament peers   only these

Each result also says how long this machine took for a fixed piece of work (the yardstick) just before and after.
Results from two machines, or from a busy one and an idle one, can only be compared relative to it. No benchmark fails
for being slow.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from run.check.yardstick import yardstick  # noqa: E402

RESULTS = HERE / "results.md"
HEAD = "# What was measured\n\nWritten by `make bench`, `make bench-tournament` and `make bench-peers`.\n\n"
LONG = {"tournament", "rolling", "peers", "growth"}
"""Benchmarks that are only run by name."""


def benchmarks() -> dict[str, Path]:
    """Return all benchmarks by name."""
    folders = (HERE, HERE / "browser", HERE / "games", HERE / "sockets")
    return {path.stem: path for folder in folders for path in folder.glob("[a-z]*.py")}


def measure(path: Path) -> str:
    """Run one benchmark, echoing its output, and return the output. Exits if the benchmark fails."""
    lines = []
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        sys.exit(f"{path.name} failed; results.md keeps its previous results.")
    return "".join(lines)


def keep(name: str, section: str) -> None:
    """Replace the section of one benchmark in results.md."""
    text = RESULTS.read_text() if RESULTS.exists() else HEAD
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    kept = {one.split("\n", 1)[0]: one for one in sections} | {name: f"{name}\n{section}"}
    RESULTS.write_text(head + "".join(f"## {kept[each].rstrip()}\n\n" for each in sorted(kept)).rstrip() + "\n")


def main() -> None:
    known = benchmarks()
    names = sys.argv[1:] or sorted(known.keys() - LONG)
    if unknown := set(names) - known.keys():
        sys.exit(f"Unknown: {', '.join(sorted(unknown))}. The benchmarks are {', '.join(sorted(known))}.")
    for name in names:
        print(f"== {name}", flush=True)
        before = yardstick()
        said = measure(known[name])
        conditions = (
            f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores; "
            f"the yardstick took {before:.2f} s before and {yardstick():.2f} s after."
        )
        keep(name, f"\n{conditions}\n\n```\n{said.rstrip()}\n```\n")


if __name__ == "__main__":
    main()

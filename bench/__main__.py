"""Run benchmarks one after the other, and keep what they print in bench/results.md, each under a heading of its own.

    python bench                    all but those that take minutes
    python bench tournament peers   these

Beside the figures stands how long this machine took for a fixed piece of work just before and after: figures of two
machines, or of a busy one and a quiet one, can only be compared in relation to that. Nothing here fails for being slow.
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
    """Run one benchmark, showing what it prints; return that. Ends this program if the benchmark fails."""
    lines = []
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        sys.exit(f"{path.name} failed; results.md keeps what it had.")
    return "".join(lines)


def keep(name: str, section: str) -> None:
    """Replace the section of one benchmark, and leave the others as they are."""
    text = RESULTS.read_text() if RESULTS.exists() else HEAD
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    kept = {one.split("\n", 1)[0]: one for one in sections} | {name: f"{name}\n{section}"}
    RESULTS.write_text(head + "".join(f"## {kept[each].rstrip()}\n\n" for each in sorted(kept)).rstrip() + "\n")


def main() -> None:
    known = benchmarks()
    names = sys.argv[1:] or sorted(known.keys() - LONG)
    if unknown := set(names) - known.keys():
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}.")
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

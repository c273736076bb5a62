"""`python -m run.check`: all checks that a change must pass; `--long` tries far more random cases."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from run.browser_code import obtain_checkers
from run.check.chromium import NoChromium
from run.check.durations import slowest
from run.check.stages import LANES, Run, Stage
from run.check.yardstick import yardstick
from run.node import NoNode
from run.translations.compiling import compile_translations

NAMED_AT_THE_END = 10
SAID_AGAIN = 12
"""How many lines of a failed stage are repeated at the end of the output: its last ones and, from pytest's summary, the
first ones on each test that failed."""
DEADLINE = 75 * 60.0
"""Seconds for one command of a stage, so that a hanging one does not hide the results of the others. On a slow machine
the tests on SQLite take most of an hour while those in the browser run as well."""

saying = threading.Lock()


def main() -> None:
    if "--long" in sys.argv:
        os.environ["TEST_LONG"] = "1"
        print("Random cases are tried far more often: this takes an hour or so.")
    before, started = yardstick(), time.monotonic()
    prepare()
    with tempfile.TemporaryDirectory(prefix="boneyard-check-") as folder:
        failed = run_lanes(Path(folder))
        print("\nThe slowest of all tests:", *slowest(durations_in(Path(folder)), NAMED_AT_THE_END), sep="\n")
        for name in failed:
            print(f"\nWhy {name} failed:", *reasons_in(Path(folder, f"{name}.txt")), sep="\n")
    wall, worked = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\nAll stages took {wall:.0f} s, and {worked.ru_utime + worked.ru_stime:.0f} s of processor time.")
    print(f"The yardstick of this machine: {before:.2f} s before, {yardstick():.2f} s after.")
    print(f"Failed: {', '.join(failed) or 'nothing'}.")
    sys.exit(bool(failed))


def prepare() -> None:
    """Do once what several stages would otherwise do at the same time."""
    compile_translations()
    with suppress(NoNode):  # the stages report it
        obtain_checkers()


def run_lanes(folder: Path) -> list[str]:
    """Run all lanes; return the names of the stages that failed."""
    with ThreadPoolExecutor(len(LANES)) as pool:
        lanes = [pool.submit(run_lane, lane, folder) for lane in LANES]
        return [name for lane in lanes for name in lane.result()]


def run_lane(lane: dict[str, Stage], folder: Path) -> list[str]:
    return [name for name, stage in lane.items() if not passes(name, stage, folder)]


def passes(name: str, stage: Stage, folder: Path) -> bool:
    say(f"=== {name} …")
    started, said = time.monotonic(), folder / f"{name}.txt"
    with said.open("w") as out:
        try:
            stage(Run(out, folder / f"{name}.json", deadline()))
        except (subprocess.SubprocessError, OSError, NoChromium) as failure:
            print(failure, file=out)
            verdict = "FAILED"
        else:
            verdict = "passed"
    say(f"{said.read_text()}=== {name}: {verdict} in {time.monotonic() - started:.0f} s\n")
    return verdict == "passed"


def reasons_in(file: Path) -> list[str]:
    """Return the first lines on every failed test in pytest's summary, where a page may follow, and the last lines."""
    lines = file.read_text().splitlines()
    starts = [number for number, line in enumerate(lines) if re.match(r"(FAILED|ERROR) \S+::", line)]
    said = {number for start in starts for number in range(start, start + SAID_AGAIN)}
    return [line for number, line in enumerate(lines) if number in said or number >= len(lines) - SAID_AGAIN]


def deadline() -> float | None:
    return None if "--long" in sys.argv else DEADLINE


def durations_in(folder: Path) -> dict[str, Path]:
    return {file.stem: file for file in folder.glob("*.json")}


def say(text: str) -> None:
    with saying:
        print(text, flush=True)


if __name__ == "__main__":
    main()

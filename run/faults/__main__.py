"""`make faults`: start a site, let people and bots play on it, inject faults at random, and report what broke."""

import argparse
import asyncio
import math
import sys
import tempfile
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from run.faults.course import Course, Plan, Report
from run.faults.stack import Stack
from run.serving.supervisor import on_signals
from run.trial.report import write_section

PROMISED = 10.0
"""Seconds after everything is up again within which every table must have moved on."""

LONG = Plan(seconds=480, tables=30, bots=12, people=4, lowest=0, seed=1, restores=True, bears=PROMISED)
# A machine that runs other tests meanwhile cannot keep to a time limit.
SHORT = Plan(seconds=1, tables=3, bots=4, people=1, lowest=8, seed=1, restores=False, bears=math.inf)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few tables, and each kind of fault once")
    parser.add_argument("--seconds", type=float, help="how long faults are injected")
    parser.add_argument("--tables", type=int, help="number of tables at which people play")
    parser.add_argument("--seed", type=int, help="seed of the random numbers")
    parser.add_argument("--log", type=Path, help="file for the output of the programs")
    chosen = parser.parse_args()
    asked = {name: value for name in ("seconds", "tables", "seed") if (value := getattr(chosen, name)) is not None}
    plan = replace(SHORT if chosen.short else LONG, **asked)
    try:
        report = asyncio.run(course(plan, chosen.log))
    except asyncio.CancelledError:
        sys.exit("\nStopped and cleaned up.")
    print("\n".join(lines_of(report)))
    if not chosen.short:
        write_section("Faults", [f"{plan.seconds:.0f} s of faults, {plan.tables} tables.", "", *table_of(report)])
    sys.exit(bool(report.broken))


async def course(plan: Plan, log: Path | None) -> Report:
    whole = asyncio.current_task()
    assert whole
    on_signals(whole.cancel)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="boneyard-faults-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (log or folder / "log").open("w") as said:

            def say(program: str, line: str) -> None:
                print(f"{datetime.now():%H:%M:%S.%f} {program:8} | {line}", file=said, flush=True)

            def tell(line: str) -> None:
                print(f"{time.monotonic() - started:6.1f} s  {line}", flush=True)
                say("faults", line)

            async with Stack(folder, say) as stack:
                return await Course(stack, plan, tell).run()


def figures(report: Report) -> dict[str, str]:
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(report.injected.items()))
    return {
        "faults injected": f"{report.injected.total()} ({kinds})",
        "matches played": str(report.matches),
        "moves acknowledged": str(report.acknowledged),
        "moves lost": str(report.lost),
        "moves given up with a backup that was restored": str(report.given_up),
        "longest silence of a table": f"{report.silence:.1f} s",
        "longest silence after everything was up again": f"{report.silence_while_up:.1f} s",
        "longest until everything was up again": f"{report.slowest_to_come_up:.1f} s",
    }


def lines_of(report: Report) -> list[str]:
    known = [f"{name}: {value}" for name, value in figures(report).items()]
    return [*known, f"broken: {len(report.broken)}", *(f"- {fault}" for fault in report.broken)]


def table_of(report: Report) -> list[str]:
    return ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in figures(report).items())]


if __name__ == "__main__":
    main()

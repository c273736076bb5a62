"""Attacks on the programs behind the pages. Each yields what it broke, in a sentence."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress

from run.attack.target import Target, answers
from run.trial.environment import ROOT
from run.trial.visitors import Visitor, hear_until
from run.trial.whole_site import within

PROMISED = 20.0
"""Seconds after the last failure within which the site must act again, even on a busy machine."""

SLOWEST = 3.0
"""Seconds that a page or an answer at a table may take while Redis hangs."""

MOST_TABLES = 60


def moves(target: Target) -> int:
    with closing(sqlite3.connect(target.folder / "var" / "boneyard.sqlite3", timeout=30)) as database:
        return int(database.execute("SELECT count(*) FROM games_move WHERE by <> 'player'").fetchone()[0])


def goes_on(target: Target, visitor: Visitor, seconds: float) -> bool:
    """Return whether the site acts at a new table within this many seconds."""
    before = moves(target)
    return bool(visitor.tries_to_open_a_table("kardinal")) and within(seconds, lambda: moves(target) > before)


def hanging_redis(target: Target) -> Iterator[str]:
    """Make Redis hang, so that it accepts every request and answers none."""
    visitor, redis = Visitor(target.url), target.pids("redis")[-1]
    table, slowest = visitor.opens_a_table(), 0.0
    with visitor.live(f"/ws/table/{table}/") as link:
        hear_until(link, "view", "chats")
        os.kill(redis, signal.SIGSTOP)
        try:
            for _turn in range(5):
                asked = time.monotonic()
                link.send('{"type": "ping"}')
                hear_until(link, "pong", seconds=60)
                visitor.get("/")
                slowest = max(slowest, time.monotonic() - asked)
        finally:
            os.kill(redis, signal.SIGCONT)
    if slowest > SLOWEST:
        yield f"while Redis hangs, an answer and a page took {slowest:.1f} s"


def deaths(target: Target) -> Iterator[str]:
    """Kill all programs behind the pages repeatedly; the site must act again soon."""
    visitor = Visitor(target.url)
    visitor.opens_a_table("kardinal")
    for _time in range(4):
        for program in ("redis", "worker", "thinker", "slow"):
            known = target.pids(program)
            with suppress(ProcessLookupError):
                os.kill(known[-1], signal.SIGKILL)
            within(10, lambda program=program, known=known: len(target.pids(program)) > len(known))  # type: ignore[misc]
    died_at = time.monotonic()
    if not within(60, lambda: goes_on(target, visitor, 60)):
        yield "after many crashes, the site does not move any more"
    elif (stall := time.monotonic() - died_at) > PROMISED:
        yield f"after many crashes, the site stood still for {stall:.0f} s"


def death_of_web(target: Target) -> Iterator[str]:
    """Kill the web process while somebody is playing."""
    known = target.pids("web")
    os.kill(known[-1], signal.SIGKILL)
    if not within(30, lambda: len(target.pids("web")) > len(known) and answers(target)):
        yield "half a minute after it was killed, the web process does not answer"


def one_account_with_all_bots(target: Target) -> Iterator[str]:
    """Open tables against bots as one guest until that is refused; then another guest wants to play."""
    greedy, opened = Visitor(target.url), 0
    for _table in range(400):
        if not greedy.tries_to_open_a_table("kardinal"):
            break
        opened += 1
    if opened > MOST_TABLES:
        yield f"one guest has opened {opened} tables"
    if not goes_on(target, Visitor(target.url), PROMISED):
        yield f"{opened} tables of one guest keep bots from answering others"


def records(target: Target) -> Iterator[str]:
    """Check all stored matches against the rules while the site is running."""
    checked = subprocess.run(
        [sys.executable, "manage.py", "check_records"],
        cwd=ROOT,
        env=target.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if checked.returncode:
        yield f"check_records: {(checked.stdout + checked.stderr)[-300:]}"

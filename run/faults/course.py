"""One run of fault injection: people and bots play, one fault follows another, and at the end everything is checked."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from run.faults.crowd import Crowd, Ledger
from run.faults.kinds import ALL, OFTEN, Fault
from run.faults.stack import Stack, until
from run.faults.watch import Watch

CALM_EVERY = 10
"""After this many faults, no fault is injected until everything is up again, nor in the next CALM seconds."""
CALM = 15.0
TO_COME_UP = 90.0
"""Seconds that everything may take to be up again on a busy machine."""
TO_END = 600.0
"""Seconds after the last fault within which all matches and the tournament must end."""


@dataclass(frozen=True)
class Plan:
    seconds: float
    """How long faults are injected."""
    tables: int
    bots: int
    people: int
    lowest: int
    """The lowest double of the tournament, which determines its number of rounds."""
    seed: int
    restores: bool
    bears: float
    """Seconds for which a table may be silent after everything is up again."""


@dataclass
class Report:
    injected: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    acknowledged: int = 0
    given_up: int = 0
    """Moves acknowledged after the backup from which the site was restored."""
    lost: int = 0
    silence: float = 0.0
    silence_while_up: float = 0.0
    slowest_to_come_up: float = 0.0
    broken: list[str] = field(default_factory=list)


class Course:
    def __init__(self, stack: Stack, plan: Plan, say: Callable[[str], object]) -> None:
        self.report = Report()
        self._stack = stack
        self._plan = plan
        self._say = say
        self._rng = random.Random(plan.seed)
        self._crowd = Crowd(stack.url, plan.seed)
        self._watch = Watch(stack)
        self._kept: Ledger = {}

    async def run(self) -> Report:
        await self._stack.open()
        self._watch.is_mended()
        watching = asyncio.create_task(self._watch.watch())
        try:
            await self._play()
        finally:
            self._crowd.close()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self._watch.close()
        return self.report

    async def _play(self) -> None:
        event = await self._stack.inside("announce", self._plan.bots, self._plan.people, self._plan.lowest)
        people: list[str] = event["people"]
        self._crowd.come(self._plan.tables)
        self._crowd.take_part(event["sessions"], lambda one: self._watch.tables_of(people[one]))
        half = self._plan.seconds / 2
        await self._break_things(half, ALL)
        if self._plan.restores:
            await self._restore()
        await self._break_things(half, ())
        await self._be_calm()
        await self._let_it_end(event["tournament"])
        await self._check(event["tournament"])

    # --- Faults ---

    async def _break_things(self, seconds: float, first: Sequence[Fault]) -> None:
        """Inject each of the `first` faults once, then random ones until the time is over."""
        until_then = time.monotonic() + seconds
        for number, fault in enumerate(self._in_turns(first), 1):
            if number > len(first) and time.monotonic() > until_then:
                return
            self._watch.is_broken()
            started = time.monotonic()
            what = await fault(self._stack, self._rng)
            self._watch.is_mended()
            self._note(fault.__name__.replace("_", " "), what, time.monotonic() - started)
            if number % CALM_EVERY == 0:
                await self._be_calm()
            await asyncio.sleep(self._rng.uniform(0.2, 2.5))

    def _in_turns(self, first: Sequence[Fault]) -> Iterator[Fault]:
        yield from self._rng.sample(first, len(first))
        while True:
            yield self._rng.choice([*ALL, *OFTEN])

    def _note(self, kind: str, what: str, seconds: float) -> None:
        self.report.injected[kind] += 1
        self._say(f"{kind:12} {what} ({seconds:.1f} s)")

    async def _be_calm(self) -> None:
        try:
            await until(lambda: self._watch.is_up, TO_COME_UP)
        except TimeoutError:
            self.report.broken.append(f"not everything was up again after {TO_COME_UP:.0f} s")
        await asyncio.sleep(CALM)
        up = self._watch.longest_while_up
        self._say(f"calm: no table silent for more than {up.seconds:.1f} s while all was up ({up.table})")

    async def _restore(self) -> None:
        """Make a backup while people play, and some seconds later restore the database from it."""
        started, backup = time.monotonic(), self._stack.folder / "backup"
        await self._be_calm()
        kept = self._crowd.ledger()
        await self._stack.manage("backup", str(backup), "--unverified")
        await asyncio.sleep(5)
        self._watch.is_broken()
        await self._stack.close()
        told = sum(map(len, self._crowd.ledger().values()))
        await self._stack.manage("restore", str(backup), "--replace")
        if await self._stack.inside("may_open"):
            self.report.broken.append("a restored site opens before `after_restore` was run")
        await self._stack.manage("after_restore")
        self._crowd.fall_back(kept)
        self.report.given_up += told - sum(map(len, kept.values()))
        await self._stack.open()
        self._watch.is_mended()
        self._note("restore", "the database", time.monotonic() - started)

    # --- The end ---

    async def _let_it_end(self, tournament: str) -> None:
        self._crowd.close()
        deadline = time.monotonic() + TO_END
        left: list[str] | None = []
        while time.monotonic() < deadline:
            left = await asyncio.to_thread(self._watch.unfinished, tournament)
            if left == [] and self._crowd.is_over():
                return
            await asyncio.sleep(2)
        self.report.broken.append(f"{TO_END:.0f} s after the last fault these are not over: {left}")

    async def _check(self, tournament: str) -> None:
        ledger = self._crowd.ledger()
        written = self._stack.folder / "ledger.json"
        written.write_text(json.dumps(ledger))
        found: dict[str, Any] = await self._stack.inside("findings", tournament, str(written))
        report, watch = self.report, self._watch
        report.matches = sum(found["tables"].values())
        report.acknowledged = sum(map(len, ledger.values()))
        report.lost = len(found["lost"])
        report.silence, report.silence_while_up = watch.longest.seconds, watch.longest_while_up.seconds
        report.slowest_to_come_up = watch.slowest_to_come_up
        report.broken += [f"lost: {move}" for move in found["lost"]]
        report.broken += found["problems"] + found["disagreements"]
        if found["tournament"] != "finished" or found["boards without a result"]:
            report.broken.append(f"the tournament is {found['tournament']} after {found['rounds']} rounds")
        if report.silence_while_up > self._plan.bears:
            silent = watch.longest_while_up
            report.broken.append(f"table {silent.table} was silent for {silent.seconds:.1f} s while all was up")
        self._say(f"tables: {found['tables']}; rounds of the tournament: {found['rounds']}")

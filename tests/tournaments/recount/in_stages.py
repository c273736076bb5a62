"""Counting in events in stages: each group and each last stage is counted like an event of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.tournaments.recount.played import Entrant, Event, Played, Wrong
from tests.tournaments.recount.ranking import DASH, TABLE_FORMATS, Line, Number, Row, ranked

Count = Callable[[Event], list[Row]]


def in_stages(event: Event, count: Count) -> list[Row]:
    return _Stages(event, count).rows()


class _Stages:
    """The stages. `rows_of` and `strength` are what the qualifying brought each entrant, by id."""

    def __init__(self, event: Event, count: Count) -> None:
        self.event, self.count = event, count
        is_cut = event.plan["format"] == "swiss-cut"
        self.qualifying = "swiss" if is_cut else event.plan["qualifying"]
        self.deciding = "knockout" if is_cut else event.plan["deciding"]
        self.groups = _groups(event.entrants, 1 if is_cut else event.plan["groups"])
        self.lengths = [self._rounds(len(group)) for group in self.groups]
        self.length = max(self.lengths)
        self.is_over = len(event.rounds) >= self.length
        plan = self._plan(self.qualifying, tie_breaks=event.plan["tie_breaks"] if is_cut else [])
        self.rows_of: dict[int, Row] = {}
        for group, length in zip(self.groups, self.lengths, strict=True):
            self.rows_of |= {row["entry"]: row for row in count(self._group(plan, group, length))}
        is_low = self.qualifying in TABLE_FORMATS and not event.is_settled
        self.strength: dict[int, Number] = {
            id: _number(row["score"]) * (-1 if is_low else 1) for id, row in self.rows_of.items()
        }

    def _plan(self, format: str, *, tie_breaks: list[str]) -> dict[str, Any]:
        third = self.event.plan["third_place"] and format == "knockout"
        its = {"format": format, "tie_breaks": tie_breaks, "duplicate": False, "consolation": False}
        return {**self.event.plan, **its, "third_place": third}

    def _group(self, plan: dict[str, Any], group: list[Entrant], length: int) -> Event:
        """Return a group. Once the qualifying is over, whoever missed its last round counts as having left."""
        rounds = _within(self.event.rounds[:length], group)
        if self.is_over:
            group = [replace(one, has_left=not _is_named(one.id, rounds[-1])) for one in group]
        return Event(plan, group, rounds)

    def _rounds(self, people: int) -> int:
        rounds = self.event.plan["rounds"]
        if self.qualifying == "round-robin":
            return int(max(1, people - 1 + people % 2) * self.event.plan["cycles"])
        if rounds:
            return int(rounds)
        if self.qualifying != "swiss":
            raise Wrong("the number of qualifying rounds is not set")
        enough = 1
        while 2 ** (enough - 1) < people:
            enough += 1
        return max(1, min(enough, people - 1 + people % 2))

    def rows(self) -> list[Row]:
        reached = self._reached()
        lines = []
        for at, group in enumerate(self.groups):
            lines += [self._line(at, one, *reached.get(one.id, ("final", 0, None))) for one in group]
        return ranked(lines, self.event)

    def _line(self, at: int, one: Entrant, stage: str, value: int, later: Row | None) -> Line:
        row, rounds = self.rows_of[one.id], len(self.event.rounds)
        shown = later["score"] if later else "✓" if value else DASH
        stages = ["final", "consolation-place"] if self.event.plan["consolation"] else ["final"]
        values: list[tuple[str, Number, str]] = [
            (slug, value, shown) if slug == stage else (slug, 0, DASH) for slug in stages
        ]
        if len(self.groups) > 1:
            values.append(("group-place", -row["rank"], f"{'ABCDEFGHIJKLMNOP'[at]}{row['rank']}"))
            values.append(("qualifying", self.strength[one.id], row["score"]))
        else:
            values.append(("qualifying", -row["rank"], row["score"]))
        blank = [""] * (min(rounds, self.length) - len(row["rounds"]))
        rest = later["rounds"] if later else [""] * max(0, rounds - self.length)
        played = row["played"] + (later["played"] if later else 0)
        return Line(one, values, played, [*row["rounds"], *blank, *rest])

    def _reached(self) -> dict[int, tuple[str, int, Row | None]]:
        """Return the last stage of each, how far they came in it (more is better), and the row there."""
        if not self.is_over:
            return {}
        finalists = self._finalists()
        if len(self.event.rounds) == self.length:
            return dict.fromkeys(finalists, ("final", 1, None))
        others = [id for id in self.rows_of if id not in finalists]
        others.sort(key=lambda id: (self.rows_of[id]["rank"], *self._best(id)))
        left = {one.id: one.has_left for one in self.event.entrants}
        reached: dict[int, tuple[str, int, Row | None]] = {}
        stages = {"final": finalists, **({"consolation-place": others} if self.event.plan["consolation"] else {})}
        for slug, stage in stages.items():
            seeded = [Entrant(id, seed, left[id]) for seed, id in enumerate(stage, 1)]
            plan = self._plan(self.deciding, tie_breaks=[])
            rounds = _within(self.event.rounds[self.length :], seeded)
            for row in self.count(Event(plan, seeded, rounds)):
                reached[row["entry"]] = (slug, len(stage) - row["rank"] + 1, row)
        return reached

    def _best(self, id: int) -> tuple[Number, int]:
        return -self.strength[id], self.event.seeds[id]

    def _finalists(self) -> list[int]:
        lines = []
        for group, length in zip(self.groups, self.lengths, strict=True):
            there = [one.id for one in group if _is_named(one.id, self.event.rounds[length - 1])]
            lines.append(sorted(there, key=lambda id: (self.rows_of[id]["rank"], self.event.seeds[id])))
        lines.sort(key=lambda line: self._best(line[0]) if line else (1, 0))
        chosen: list[int] = []
        for place in range(max(map(len, lines))):
            there = [line[place] for line in lines if len(line) > place]
            free = self.event.plan["advancing"] - len(chosen)
            chosen += there if len(there) == len(self.groups) <= free else sorted(there, key=self._best)[:free]
        return chosen


def _groups(entrants: list[Entrant], count: int) -> list[list[Entrant]]:
    """Return the groups: A B C C B A A B C …"""
    groups: list[list[Entrant]] = [[] for _group in range(count)]
    order = [*range(count), *reversed(range(count))]
    for at, entrant in enumerate(entrants):
        groups[order[at % len(order)]].append(entrant)
    return groups


def _within(rounds: list[Played], entrants: list[Entrant]) -> list[Played]:
    ids = {one.id for one in entrants}
    return [Played([table for table in one.tables if table[0].entry in ids], one.byes & ids) for one in rounds]


def _is_named(id: int, played: Played) -> bool:
    return played.of(id) is not None or id in played.byes


def _number(shown: str) -> Fraction:
    """Return the number that a score shows: 24, 2½, -½, +12."""
    text = shown.lstrip("+")
    sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole = Fraction(text.rstrip("½") or 0)
    return sign * (whole + (Fraction(1, 2) if text.endswith("½") else 0))

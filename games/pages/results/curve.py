"""How the totals grew from deal to deal, as a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

WIDTH, HEIGHT = 600, 160
"""The size of the picture, in its own units."""


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line: its name, the points of a polyline, and where it ends."""

    seat: int
    name: str
    points: str
    end: tuple[float, float]
    total: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The lines of all seats; `zero` is how far down in the picture zero points are."""

    lines: list[Line]
    zero: float = HEIGHT
    width: int = WIDTH
    height: int = HEIGHT


def curve(names: Sequence[str], deals: Sequence[Sequence[float]]) -> Curve | None:
    """Return the running totals of every seat; `deals` are the points of each deal by seat. None if there is nothing to
    see, because there were fewer than two deals, or no points."""
    running = [list(accumulate((deal[seat] for deal in deals), initial=0.0)) for seat in range(len(names))]
    most = max((max(totals) for totals in running), default=0)
    least = min((min(totals) for totals in running), default=0)
    if len(deals) < 2 or most == least:
        return None
    lines = [_line(seat, names[seat], totals, least, most) for seat, totals in enumerate(running)]
    return Curve(lines, _down(0, least, most))


def _line(seat: int, name: str, totals: Sequence[float], least: float, most: float) -> Line:
    step = WIDTH / (len(totals) - 1)
    at = [(round(step * number, 1), _down(total, least, most)) for number, total in enumerate(totals)]
    return Line(seat, name, " ".join(f"{x:g},{y:g}" for x, y in at), at[-1], totals[-1])


def _down(total: float, least: float, most: float) -> float:
    return round(HEIGHT * (most - total) / (most - least), 1)

"""Says where the pips lie on a half, and their colours; the browser uses the same table (docs/layout.md)."""

from __future__ import annotations

Point = tuple[float, float]

REACH = 0.27
"""Distance of the outer pips of 1 to 9 from the middle, in half-tile units."""
COLUMN = 0.2914
"""Distance of the outer columns of 10 to 18 from the middle."""
SPREAD = 0.66
"""Length of a full column."""

_RISING = ((1, -1), (-1, 1))
_CORNERS = (*_RISING, (-1, -1), (1, 1))
_FLANKS = ((-1, 0), (1, 0))
_POLES = ((0, -1), (0, 1))
_MIDDLE = ((0, 0),)

_SMALL: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    _MIDDLE,
    _RISING,
    _RISING + _MIDDLE,
    _CORNERS,
    _CORNERS + _MIDDLE,
    _CORNERS + _FLANKS,
    _CORNERS + _FLANKS + _MIDDLE,
    _CORNERS + _FLANKS + _POLES,
    _CORNERS + _FLANKS + _POLES + _MIDDLE,
)
_COLUMNS = {
    10: (4, 2, 4),
    11: (4, 3, 4),
    12: (4, 4, 4),
    13: (4, 5, 4),
    14: (5, 4, 5),
    15: (5, 5, 5),
    16: (5, 6, 5),
    17: (6, 5, 6),
    18: (6, 6, 6),
}

COLOURS = (
    "#2a231c", "#1f78b8", "#22802f", "#c8282f", "#7b4b25", "#24348f", "#a06c00", "#cc2f83", "#08797a", "#6d2aa8",
    "#c25200", "#7f1620", "#5c6066", "#567a0a", "#a31cb0", "#4a55c9", "#0c5236", "#b2506f", "#26211c",
)  # fmt: skip
"""The colour of each number, 0 to 18 (the first is never seen)."""


def pip_centres(count: int) -> list[Point]:
    """Return the pips' centres as seen from the middle of an upright half."""
    if count < len(_SMALL):
        return [(x * REACH, y * REACH) for x, y in _SMALL[count]]
    columns = _COLUMNS[count]
    pitch = SPREAD / (max(columns) - 1)
    return [point for side, length in enumerate(columns) for point in _column((side - 1) * COLUMN, length, pitch)]


def _column(x: float, length: int, pitch: float) -> list[Point]:
    return [(x, (row - (length - 1) / 2) * pitch) for row in range(length)]


def pip_size(count: int) -> float:
    """Return the diameter of the pips, small enough to leave gaps between them."""
    if count < 10:
        return 0.2 if count < 7 else 0.185
    return (0.16, 0.15, 0.128)[(count - 10) // 3]

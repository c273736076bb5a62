"""The ways in which a tile can be joined to an end: straight, hinged, round a corner; and the toes of a double."""

from __future__ import annotations

from games.layout.plane import AHEAD, HEADINGS, LONG, TURN, WIDE, Slab


class Joint:
    """Says where a tile's middle lies, seen from the tip of an end that points up, how far it turns from that heading,
    and its cost (0: none).

    `turned` has for each heading of an end the offset of the tile's middle, and its heading.
    """

    __slots__ = ("cost", "offset", "turn", "turned")

    def __init__(self, cost: float, offset: complex, turn: int) -> None:
        self.cost = cost
        self.offset = offset
        self.turn = turn
        self.turned = {heading: (offset * TURN[heading], (heading + turn) % 360) for heading in HEADINGS}

    def at(self, tip: complex, heading: int) -> Slab:
        offset, turned = self.turned[heading]
        return Slab(tip + offset, turned)


def hinge(cost: float, turn: int, depth: float) -> Joint:
    """Return a joint turned about a corner of the edge it touches, its middle `depth` ahead of its own edge."""
    side = WIDE / 2 * ((turn > 0) - (turn < 0))
    return Joint(cost, side - side * TURN[turn % 360] + depth * AHEAD[turn % 360], turn)


def beside(cost: float, side: int, turn: int, depth: float) -> Joint:
    """Return a joint against the right (1) or left (-1) side of the last half, turned there as in `hinge`."""
    hinged = hinge(cost, turn, depth)
    return Joint(cost, WIDE / 2 * (side + 1j) + hinged.offset * TURN[90 * side % 360], 90 * side + turn)


def corner(cost: float, turn: int) -> Joint:
    """Return a joint turned to the right or left, its first half straight ahead of the last one."""
    side = 1 if turn > 0 else -1
    return Joint(cost, WIDE / 2 * (side - 1j), turn)


def _side_toe(cost: float, turn: int) -> Joint:
    """Return a toe beside the middle one, its edge against the corner of the double and clear of the middle toe."""
    side = 1 if turn > 0 else -1
    outward = side * TURN[turn % 360]
    inner = min(WIDE / 2 / TURN[turn % 360].real, 0.8)
    return Joint(cost, side * LONG / 2 + (WIDE / 2 - inner) * outward + LONG / 2 * AHEAD[turn % 360], turn)


def _in_order(*joints: Joint) -> tuple[Joint, ...]:
    return tuple(sorted(joints, key=lambda joint: joint.cost))


TILE_JOINTS = _in_order(
    hinge(0, 0, LONG / 2),
    *(hinge(2.5, turn, LONG / 2) for turn in (45, -45)),
    *(hinge(4, turn, LONG / 2) for turn in (15, -15)),
    *(corner(5, turn) for turn in (90, -90)),
    *(hinge(5, turn, LONG / 2) for turn in (30, -30)),
    *(beside(6, side, 0, LONG / 2) for side in (1, -1)),
    *(hinge(7, turn, LONG / 2) for turn in (60, -60)),
    *(hinge(9, turn, LONG / 2) for turn in (75, -75)),
    *(beside(10 + abs(turn) / 15, side, turn, LONG / 2) for side in (1, -1) for turn in (-45, -30, -15, 15, 30, 45)),
)
"""For tiles that are not doubles; the cheapest first."""

DOUBLE_JOINTS = _in_order(
    hinge(0, 0, WIDE / 2),
    *(hinge(2.5, turn, WIDE / 2) for turn in (45, -45)),
    *(hinge(4, turn, WIDE / 2) for turn in (15, -15)),
    *(hinge(5, turn, WIDE / 2) for turn in (30, -30)),
    *(hinge(7, turn, WIDE / 2) for turn in (60, -60)),
    *(beside(8, side, 0, WIDE / 2) for side in (1, -1)),
    *(beside(12 + abs(turn) / 15, side, turn, WIDE / 2) for side in (1, -1) for turn in (-45, -30, -15, 15, 30, 45)),
)
"""For doubles, which lie across their heading."""

MIDDLE_TOES = (hinge(0, 0, LONG / 2), *(hinge(abs(turn) / 5, turn, LONG / 2) for turn in (15, -15, 30, -30)))
"""As seen from the middle of the double's outer side."""


def _toes_on(side: int) -> tuple[Joint, ...]:
    return (
        _side_toe(0, 45 * side),
        _side_toe(1.5, 60 * side),
        _side_toe(4, 30 * side),
        _side_toe(4, 75 * side),
        Joint(5, side * LONG + WIDE / 2 * 1j, 90 * side),
        _side_toe(6, 15 * side),
        Joint(9, side * WIDE - LONG / 2 * 1j, 0),
    )


SIDE_TOES = _toes_on(-1), _toes_on(1)
"""To the left and to the right of the middle toe; the best-looking first."""

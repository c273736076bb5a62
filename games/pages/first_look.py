"""What a table's page shows before its scripts run: the layout, the players and the reader's hand, drawn from the view
that the page's socket would send. The scripts then draw the same, and more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from accounts import names
from games.layout.pips import pip_centres, pip_size
from games.layout.svg import thread_path
from games.pages.drawing import DrawnTile
from games.rules.tiles import Tile
from games.state.message_types import Laid, View

COLOURS = 12
MOST_BACKS = 9
WIDEST = 11
"""The most other players at a table who are all shown in full."""
LEAST = (16, 10)
"""The least width and height of the visible area in half-tiles, so that the first tile does not look huge."""
MARGIN = 0.6

_BODY = (
    '<rect x="-0.47" y="-0.97" width="0.94" height="1.94" rx="0.13" class="{}" transform="translate(0 {}) rotate({})"/>'
)
_SLABS = (("tile-shadow", 0.1), ("tile-edge {}-edge", 0.055), ("tile-{}", 0.0))
_BACK = (
    '<g class="back-pattern"><rect x="-0.35" y="-0.85" width="0.7" height="1.7" rx="0.07"/>'
    '<path d="M0 -0.5L0.22 0L0 0.5L-0.22 0Z"/></g>'
)


@dataclass(frozen=True)
class Plate:
    """A player at the table, with as many backs of tiles as there is room for."""

    name: str
    total: int
    hue: int
    on_turn: bool
    tiles: int
    backs: range

    @property
    def letter(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True)
class FirstLook:
    state: str
    """The view itself as JSON, safe inside a script element."""
    shapes: SafeString
    """The definitions that all drawn tiles refer to."""
    box: str
    layout: SafeString
    left: list[Plate]
    top: list[Plate]
    right: list[Plate]
    arrangement: str
    """`duel` if there is one other player, `many` if plates are small, otherwise empty."""
    own: Plate | None
    hand: list[tuple[Tile, SafeString]] | None


def first_look(view: View, *, numerals: bool) -> FirstLook:
    """Return the table as `view` shows it, with numbers in place of pips if the reader prefers them."""
    own = view["seat"]
    plates = [_plate(view, number) for number in range(len(view["seats"]))]
    others = [plates[number] for number in _around(own, len(plates))]
    side = _at_side(len(others))
    hand = view["mine"]["hand"] if view["mine"] else None
    shown = [laid["tile"] for laid in view["layout"]] + (hand or [])
    return FirstLook(
        state=_as_json(view),
        shapes=_shapes(shown, {0, *(laid["angle"] for laid in view["layout"])}, numerals=numerals),
        box=_box(view["layout"]),
        layout=mark_safe("".join(_laid(laid, numerals=numerals) for laid in view["layout"])),  # noqa: S308 (drawn by us)
        left=others[:side],
        top=others[side : len(others) - side],
        right=others[len(others) - side :],
        arrangement="many" if len(others) > WIDEST else "duel" if len(others) == 1 else "",
        own=None if own is None else plates[own],
        hand=None if hand is None else [(tile, _face(tile, 0, numerals=numerals)) for tile in hand],
    )


def _plate(view: View, number: int) -> Plate:
    seat, tiles = view["seats"][number], view["public"]["hands"][number]
    on_turn = view["public"]["turn"] == number
    return Plate(
        names.shown(seat["name"]), seat["total"], number % COLOURS + 1, on_turn, tiles, range(min(tiles, MOST_BACKS))
    )


def _at_side(others: int) -> int:
    """Return how many players are shown on the left, which is also how many are on the right (round.js)."""
    return others // 3 if others <= WIDEST else round(others * 0.27)


def _around(own: int | None, seats: int) -> list[int]:
    """Return the other seats clockwise from the reader's left; for an onlooker, all seats (round.js)."""
    first = 0 if own is None else own + 1
    return [(first + step) % seats for step in range(seats if own is None else seats - 1)]


def _as_json(view: View) -> str:
    text = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
    escaped = text.replace("&", "\\u0026").replace("<", "\\u003C").replace(">", "\\u003E")
    return mark_safe(escaped)  # noqa: S308 (as in json_script of Django)


# --- Tiles ---


def _shapes(tiles: Sequence[Tile], angles: set[int], *, numerals: bool) -> SafeString:
    numbers = {number for tile in tiles for number in (tile.high, tile.low)} - {0}
    drawn = [f'<g id="body-{angle}">{_body("face", angle)}</g>' for angle in sorted(angles)]
    drawn.append(f'<g id="back">{_body("back", 0)}{_BACK}</g>')
    if not numerals:
        drawn += [_half(number) for number in sorted(numbers)]
    return mark_safe("".join(drawn))  # noqa: S308 (drawn by us)


def _body(kind: str, angle: int) -> str:
    """Return a tile's body, lit from the top of the screen however it is turned (tile.js)."""
    slabs = "".join(_BODY.format(name.format(kind), f"{drop:g}", angle) for name, drop in _SLABS)
    line = f'<path class="tile-line" d="M-0.33 0H0.33" transform="rotate({angle})"/>'
    return slabs + (line if kind == "face" else "")


def _half(number: int) -> str:
    dots = "".join(f"M{x:.3g} {y:.3g}h0" for x, y in pip_centres(number))
    return f'<path id="half-{number}" class="pip pip-{number}" stroke-width="{pip_size(number):g}" d="{dots}"/>'


def _laid(laid: Laid, *, numerals: bool) -> str:
    thread = ""
    if link := laid.get("link"):
        thread = f'<path class="thread" d="{thread_path(link)}"/>'
    face = _face(laid["tile"], laid["angle"], numerals=numerals)
    return f'{thread}<g class="tile" transform="translate({laid["x"]:g} {laid["y"]:g})">{face}</g>'


def _face(tile: Tile, angle: int, *, numerals: bool) -> SafeString:
    halves = "".join(_on_face(number, y, angle, numerals) for number, y in ((tile.high, -0.48), (tile.low, 0.48)))
    turned = f'<g transform="rotate({angle})">{halves}</g>' if angle else halves
    return mark_safe(f'<use href="#body-{angle}"/>{turned}')  # noqa: S308 (drawn by us)


def _on_face(number: int, y: float, angle: int, numerals: bool) -> str:
    if not numerals:
        return f'<use href="#half-{number}" y="{y}"/>' if number else ""
    place = f"translate(0 {y})" + (f" rotate({-angle})" if angle else "")
    return f'<text class="numeral pip-{number}" transform="{place}" dy="0.25">{number}</text>'


def _box(layout: list[Laid]) -> str:
    """Return the visible area of the felt, as the four numbers of a `viewBox`."""
    drawn = [DrawnTile(laid["tile"], laid["x"], laid["y"], laid["angle"]) for laid in layout]
    across = [one.x + side * one.reach[0] for one in drawn for side in (-1, 1)]
    down = [one.y + side * one.reach[1] for one in drawn for side in (-1, 1)]
    left, width = _stretch([*across, -1, 1], LEAST[0])
    top, height = _stretch([*down, -1, 1], LEAST[1])
    return f"{left:g} {top:g} {width:g} {height:g}"


def _stretch(points: list[float], least: float) -> tuple[float, float]:
    """Return the start and the length, at least `least`, of a stretch that holds these points and a margin."""
    first, last = min(points) - MARGIN, max(points) + MARGIN
    width = max(last - first, least)
    return (first + last - width) / 2, width

"""Layouts and tiles as static SVG, without scripts or style sheets."""

from __future__ import annotations

from collections.abc import Sequence

from games.layout.pips import COLOURS, pip_centres, pip_size
from games.layout.spot import Points, Spot
from games.rules.deal import Laid
from games.rules.tiles import Tile

WIDTH = 0.94
HEIGHT = 1.94
CORNER = 0.13
CLOTH = "#2f6f57"
BEND = 0.6
"""How far a thread swerves, as a fraction of its length."""
MARGIN = 1.6
"""How far the cloth extends beyond the centres of the outermost tiles, in half-tile units."""


def layout_svg(laid: Sequence[Laid], spots: Sequence[Spot]) -> str:
    """Return a whole layout on its cloth; an empty one is just cloth."""
    xs = [spot.x for spot in spots] or [0.0]
    ys = [spot.y for spot in spots] or [0.0]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    width, height = max(xs) + MARGIN - left, max(ys) + MARGIN - top
    threads = [_thread(spot.link) for spot in spots if spot.link]
    tiles = [tile_svg(one.tile, spot) for one, spot in zip(laid, spots, strict=True)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}">',
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{CLOTH}"/>',
            *threads,
            *tiles,
            "</svg>\n",
        ]
    )


def tile_svg(tile: Tile, spot: Spot) -> str:
    """Return one tile as a group, with a title for screen readers."""
    return (
        f'<g transform="translate({spot.x:g} {spot.y:g}) rotate({spot.angle:g})"><title>{tile}</title>'
        f"{_body(0.05, '#0004')}{_body(0, '#fffaf0', '#b8a888')}"
        f'<path d="M-0.33 0H0.33" stroke="#b8a888" stroke-width="0.04"/>'
        f"{_half(tile.high, -0.48)}{_half(tile.low, 0.48)}</g>"
    )


def _body(drop: float, fill: str, edge: str = "none") -> str:
    return (
        f'<rect x="{-WIDTH / 2:g}" y="{-HEIGHT / 2 + drop:g}" width="{WIDTH:g}" height="{HEIGHT:g}" rx="{CORNER:g}" '
        f'fill="{fill}" stroke="{edge}" stroke-width="0.03"/>'
    )


def _half(count: int, middle: float) -> str:
    radius = pip_size(count) / 2
    return "".join(
        f'<circle cx="{x:.3f}" cy="{middle + y:.3f}" r="{radius:g}" fill="{COLOURS[count]}"/>'
        for x, y in pip_centres(count)
    )


def _thread(points: Points) -> str:
    return f'<path d="{thread_path(points)}" fill="none" stroke="#fffaf0" stroke-width="0.16" stroke-linecap="round"/>'


def thread_path(points: Points) -> str:
    """Return the path of a thread: a curve, so that it is not mistaken for the edge of a tile."""
    (x, y), (to_x, to_y), (bend_x, bend_y) = *points, thread_bend(points)
    return f"M{x:g} {y:g}Q{bend_x:g} {bend_y:g} {to_x:g} {to_y:g}"


def thread_bend(points: Points) -> tuple[float, float]:
    """Return the control point of a thread's quadratic curve."""
    (x, y), (to_x, to_y) = points
    return (x + to_x + BEND * (y - to_y)) / 2, (y + to_y + BEND * (to_x - x)) / 2

"""Tiles as inline SVG, coloured by the page's style sheet so that they follow the theme."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.layout import arrange
from games.layout.pips import pip_centres, pip_size
from games.layout.svg import thread_path
from games.rules import Laid, read_tile
from games.rules.tiles import Tile

WIDTH = 0.94
HEIGHT = 1.94
MARGIN = 0.1


class DrawnTile(NamedTuple):
    """A tile with its middle at x, y in half-tile units. At angle 0 it stands upright, the higher half on top.

    `link` is as in `Spot`: a thread to the tile that it touches.
    """

    tile: Tile
    x: float = 0
    y: float = 0
    angle: float = 0
    link: tuple[tuple[float, float], ...] | None = None

    @property
    def reach(self) -> tuple[float, float]:
        """Return how far the tile extends horizontally and vertically from its middle."""
        sine, cosine = abs(sin(radians(self.angle))), abs(cos(radians(self.angle)))
        return 0.5 * cosine + sine, 0.5 * sine + cosine


def picture(tiles: Iterable[DrawnTile], label: str = "", least: float = 0) -> SafeString:
    """Return an SVG of these tiles, cropped to them but at least `least` half-tiles wide and high.

    Without a label it is decorative, and screen readers skip it.
    """
    lying = list(tiles)
    left = min(one.x - one.reach[0] for one in lying) - MARGIN
    top = min(one.y - one.reach[1] for one in lying) - MARGIN
    right = max(one.x + one.reach[0] for one in lying) + MARGIN
    bottom = max(one.y + one.reach[1] for one in lying) + MARGIN
    across, down = max(0, least - (right - left)) / 2, max(0, least - (bottom - top)) / 2
    left, top, right, bottom = left - across, top - down, right + across, bottom + down
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    threads = [[thread_path(one.link)] for one in lying if one.link]
    return format_html(
        '<svg class="tiles" viewBox="{} {} {} {}" {}>{}{}</svg>',
        *(f"{value:g}" for value in (left, top, right - left, bottom - top)),
        spoken,
        format_html_join("", '<path class="drawn-thread" d="{}"/>', threads),
        format_html_join("", "{}", [[_tile(one)] for one in lying]),
    )


def _tile(one: DrawnTile) -> SafeString:
    return format_html(
        '<g transform="translate({} {}) rotate({})">'
        '<rect class="drawn-tile" x="{}" y="{}" width="{}" height="{}" rx="0.13"/>'
        '<path class="drawn-line" d="M-0.33 0H0.33"/>{}{}</g>',
        *(f"{value:g}" for value in (one.x, one.y, one.angle, -WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)),
        _half(one.tile.high, -0.48, one.angle),
        _half(one.tile.low, 0.48, one.angle),
    )


def _half(count: int, y: float, angle: float) -> SafeString:
    """Return a half as a path of dots and as a number; the style sheet shows whichever the reader prefers."""
    dots = "".join(f"M{x:.3f} {y + down:.3f}h0" for x, down in pip_centres(count))
    return format_html(
        '<path class="drawn-pips number-{0}" d="{1}" stroke-width="{2}"/>'
        '<text class="drawn-number number-{0}" transform="translate(0 {3}) rotate({4})" dy="0.25">{0}</text>',
        count,
        dots,
        pip_size(count),
        y,
        f"{-angle:g}",
    )


def layout(shape: str, laid: Iterable[Laid], label: str) -> SafeString:
    """Return a picture of a deal's layout."""
    arrangement = arrange(shape)
    return picture((DrawnTile(one.tile, *arrangement.add(one)) for one in laid), label)


def tile(text: str) -> SafeString:
    return picture([DrawnTile(read_tile(text))])

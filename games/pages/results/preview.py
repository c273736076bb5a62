"""A match's picture for link previews: the layout at its end, on the cloth."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from games.layout import Spot
from games.layout.pips import COLOURS, pip_centres, pip_size
from games.layout.spot import Points
from games.layout.svg import CLOTH, thread_bend
from games.rules import Laid
from games.rules.tiles import Tile

WIDTH, HEIGHT = 1200, 630
MARGIN = 1.2
"""How far the picture extends beyond the middles of the outermost tiles, in half-tile units."""
LARGEST = 90
"""The most pixels for half a tile."""
PAPER, EDGE = "#fffaf0", "#b8a888"
STEPS = 12
"""The number of straight pieces of a thread."""
OVERSAMPLING = 3
"""Tiles are drawn this many times larger and then scaled down, so that their edges are smooth."""


def drawn(laid: Sequence[Laid], spots: Sequence[Spot]) -> bytes:
    """Return a PNG of 1200 × 630 pixels."""
    xs, ys = [spot.x for spot in spots] or [0.0], [spot.y for spot in spots] or [0.0]
    across, down = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    scale = min(WIDTH / across, HEIGHT / down, LARGEST)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return WIDTH / 2 + (x - middle[0]) * scale, HEIGHT / 2 + (y - middle[1]) * scale

    image = Image.new("RGB", (WIDTH, HEIGHT), CLOTH)
    draw = ImageDraw.Draw(image)
    for spot in spots:
        if spot.link:
            draw.line([at(*point) for point in thread(spot.link)], PAPER, max(1, round(scale * 0.1)), joint="curve")
    for one, spot in zip(laid, spots, strict=True):
        tile = _tile(one.tile, scale).rotate(-spot.angle, Image.Resampling.BICUBIC, expand=True)
        left, top = at(spot.x, spot.y)
        image.paste(tile, (round(left - tile.width / 2), round(top - tile.height / 2)), tile)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def thread(points: Points) -> list[tuple[float, float]]:
    """Return points along a thread, which is the curve of `games.layout.svg.thread_path`."""
    start, end, bend = *points, thread_bend(points)
    shares = [step / STEPS for step in range(STEPS + 1)]
    return [_between(_between(start, bend, share), _between(bend, end, share), share) for share in shares]


def _between(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _tile(tile: Tile, scale: float) -> Image.Image:
    """Return an upright tile, transparent around it."""
    unit = scale * OVERSAMPLING
    image = Image.new("RGBA", (round(unit), round(2 * unit)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = 0.03 * unit
    draw.rounded_rectangle(
        (edge, edge, image.width - edge, image.height - edge), 0.13 * unit, fill=PAPER, outline=EDGE, width=round(edge)
    )
    draw.line((0.17 * unit, unit, 0.83 * unit, unit), fill=EDGE, width=round(0.04 * unit))
    for count, middle in ((tile.high, 0.52), (tile.low, 1.48)):
        reach = pip_size(count) / 2
        for x, y in pip_centres(count):
            left, top = (0.5 + x) * unit, (middle + y) * unit
            corners = (left - reach * unit, top - reach * unit, left + reach * unit, top + reach * unit)
            draw.ellipse(corners, fill=COLOURS[count])
    size = round(image.width / OVERSAMPLING), round(image.height / OVERSAMPLING)
    return image.resize(size, Image.Resampling.LANCZOS)

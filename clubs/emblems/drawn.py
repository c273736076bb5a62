"""The default emblem: two or three tiles on a coloured cloth, derived from the club's slug."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

# The centre (x, y) and angle of each tile, in half-tile units from the middle.
ARRANGEMENTS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((-0.62, 0.1, -14), (0.62, -0.1, 12)),
    ((0, -0.62, 90), (0, 0.9, 0)),
    ((-0.95, 0.25, -24), (0, -0.05, 0), (0.95, 0.25, 24)),
    ((-0.5, -0.5, 90), (0.5, 0.55, 90)),
    ((-1, -0.02, 0), (0.5, 0.48, 90)),
    ((-0.5, -0.25, 0), (0.55, 0.3, 0)),
)
REACH = {2: 1.75, 3: 1.95}
"""Distance from the middle to the edge of the picture, by number of tiles."""

PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((0, 0),),
    ((1, -1), (-1, 1)),
    ((1, -1), (0, 0), (-1, 1)),
    ((1, -1), (-1, 1), (-1, -1), (1, 1)),
    ((1, -1), (-1, 1), (-1, -1), (1, 1), (0, 0)),
    ((1, -1), (-1, 1), (-1, -1), (1, 1), (-1, 0), (1, 0)),
)
COLOURS = ("#2a231c", "#1f78b8", "#22802f", "#c8282f", "#7b4b25", "#24348f", "#a06c00")
MIME = "image/svg+xml"


def drawn(slug: str, hue: int) -> str:
    """Return the emblem as an SVG without scripts or style sheets."""
    digest = hashlib.sha256(slug.encode()).digest()
    lying = ARRANGEMENTS[digest[0] % len(ARRANGEMENTS)]
    reach = REACH[len(lying)]
    tiles = "".join(
        _tile(x, y, angle, 1 + digest[2 * number + 1] % 6, digest[2 * number + 2] % 7)
        for number, (x, y, angle) in enumerate(lying)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-reach:g} {-reach:g} {2 * reach:g} {2 * reach:g}" '
        f'width="256" height="256"><defs><radialGradient id="cloth" cx="50%" cy="35%" r="75%">'
        f'<stop offset="0" stop-color="hsl({hue},42%,46%)"/><stop offset="1" stop-color="hsl({hue},46%,27%)"/>'
        f'</radialGradient></defs><rect x="{-reach:g}" y="{-reach:g}" width="{2 * reach:g}" height="{2 * reach:g}" '
        f'fill="url(#cloth)"/>{tiles}</svg>'
    )


def _tile(x: float, y: float, angle: float, high: int, low: int) -> str:
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({angle:g})">'
        '<rect x="-.47" y="-.92" width=".94" height="1.94" rx=".13" fill="#0005"/>'
        '<rect x="-.47" y="-.97" width=".94" height="1.94" rx=".13" fill="#fffaf0" stroke="#b8a888" '
        'stroke-width=".03"/><path d="M-.33 0H.33" stroke="#b8a888" stroke-width=".045"/>'
        f"{''.join(_pips(high, -0.48))}{''.join(_pips(low, 0.48))}</g>"
    )


def _pips(count: int, middle: float) -> Iterator[str]:
    for x, y in PIPS[count]:
        yield f'<circle cx="{x * 0.27:g}" cy="{middle + y * 0.27:g}" r=".1" fill="{COLOURS[count]}"/>'

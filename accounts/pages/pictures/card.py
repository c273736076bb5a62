"""Pictures of a few lines of text for link previews, on the felt and beside a tile."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
FELT, FELT_DEEP, PAPER, INK, SOFT = "#2f705a", "#1d493b", "#fffaf0", "#ffffff", "#cfe3d8"
PIPS = {3: ((-1, -1), (0, 0), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))}
COLOURS = {3: "#c8282f", 5: "#24348f"}


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the card, which is cut after `most` lines."""

    text: str
    size: float
    colour: str = INK
    most: int = 1


def card(texts: Iterable[Text]) -> bytes:
    """Return a PNG of 1200 × 630 pixels."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - 24, WIDTH, HEIGHT), fill=FELT_DEEP)
    _tile(draw, 1010, 150)
    top = float(MARGIN)
    for one in texts:
        font = ImageFont.load_default(one.size)
        for line in _lines(draw, one.text, font, WIDTH - 2 * MARGIN - 150)[: one.most]:
            draw.text((MARGIN, top), line, font=font, fill=one.colour)
            top += one.size * 1.25
        top += one.size * 0.35
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _lines(
    draw: ImageDraw.ImageDraw, text: str, font: ImageFont.ImageFont | ImageFont.FreeTypeFont, width: int
) -> list[str]:
    """Wrap the text at spaces; cut words that are too long."""
    lines: list[str] = []
    for word in text.split():
        while draw.textlength(word, font=font) > width:
            word = word[:-1]
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and draw.textlength(longer, font=font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _tile(draw: ImageDraw.ImageDraw, left: int, top: int) -> None:
    side = 120
    draw.rounded_rectangle((left, top, left + side, top + 2 * side), 18, fill=PAPER, outline="#b3a284", width=3)
    draw.line((left + 14, top + side, left + side - 14, top + side), fill="#b3a284", width=4)
    for half, pips in enumerate((5, 3)):
        for x, y in PIPS[pips]:
            middle_x, middle_y = left + side / 2 + 32 * x, top + side * (half + 0.5) + 32 * y
            draw.ellipse((middle_x - 11, middle_y - 11, middle_x + 11, middle_y + 11), fill=COLOURS[pips])

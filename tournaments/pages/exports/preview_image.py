"""A tournament's picture for link previews: its name, date, and its winners or number of entrants."""

from __future__ import annotations

import io
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from PIL import Image, ImageDraw, ImageFont

from tournaments.base.cached import numbers_of
from tournaments.base.standings import standings_of
from tournaments.models import Tournament

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
FELT, FELT_DEEP, PAPER, INK, SOFT = "#2f705a", "#1d493b", "#fffaf0", "#ffffff", "#cfe3d8"
PIPS = {3: ((-1, -1), (0, 0), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))}
COLOURS = {3: "#c8282f", 5: "#24348f"}
MOST_LINES = 3


def drawn(tournament: Tournament) -> bytes:
    """Return a PNG of 1200 × 630 pixels."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - 24, WIDTH, HEIGHT), fill=FELT_DEEP)
    _tile(draw, 1010, 150)
    top = float(MARGIN)
    for text, size, colour, most in _texts(tournament):
        font = ImageFont.load_default(size)
        for line in _lines(draw, text, font, WIDTH - 2 * MARGIN - 150)[:most]:
            draw.text((MARGIN, top), line, font=font, fill=colour)
            top += size * 1.25
        top += size * 0.35
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _texts(tournament: Tournament) -> Iterator[tuple[str, float, str, int]]:
    """Yield text, size, colour, and the maximum number of lines."""
    yield tournament.club.name if tournament.club else "Boneyard", 34, SOFT, 1
    yield tournament.name, 76, INK, MOST_LINES
    with timezone.override(ZoneInfo(tournament.time_zone)):
        yield (
            f"{date_format(timezone.localtime(tournament.begins_at), 'LONG_DATETIME_FORMAT')} ({tournament.time_zone})",
            34,
            SOFT,
            1,
        )
    yield from ((line, 40, INK, 1) for line in _who(tournament))


def _who(tournament: Tournament) -> Iterator[str]:
    if tournament.status == Tournament.Status.CANCELLED:
        yield _("cancelled")
    elif tournament.final:
        for row in [row for row in standings_of(tournament) if row["rank"] <= 3][:3]:
            yield f"{row['rank']}. {row['name']}"
    else:
        yield f"{tournament.get_game_display()} · {_entrants(tournament)}"


def _entrants(tournament: Tournament) -> str:
    """Return the number of entrants in words: teams in team events, otherwise players."""
    numbers = numbers_of(tournament)
    if tournament.has_teams:
        return ngettext("%(count)d team", "%(count)d teams", numbers.teams) % {"count": numbers.teams}
    return ngettext("%(count)d player", "%(count)d players", numbers.entered) % {"count": numbers.entered}


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

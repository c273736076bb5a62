"""Template tags that draw tiles: a single one, a game's emblem, a picture that explains a rule."""

from __future__ import annotations

from functools import cache

from django import template
from django.utils.safestring import SafeString

from games.lessons.examples import example_after
from games.models import Seat
from games.pages import drawing
from games.pages.drawing import DrawnTile, picture
from games.rules import GAMES, read_tile

register = template.Library()


@register.simple_tag
@cache
def emblem(game: str) -> SafeString:
    return picture(DrawnTile(read_tile(text), x, y, angle) for text, x, y, angle in GAMES[game].emblem)


@register.simple_tag
def tile(text: str) -> SafeString:
    return drawing.tile(text)


@register.simple_tag
def tiles(places: str, label: str = "") -> SafeString:
    """Return a picture of tiles given as "TILE X Y ANGLE", separated by semicolons."""
    return picture([_drawn_tile(*one.split()) for one in places.split(";")], label)


@register.simple_tag
def example(game: str, count: int, label: str) -> SafeString:
    """Return a picture of the layout alone after `count` moves of the game's example."""
    live = example_after(game, count)
    assert live.match.deal is not None
    return drawing.layout(live.match.rules.shape, live.match.deal.layout, label)


def _drawn_tile(text: str, x: str = "0", y: str = "0", angle: str = "0") -> DrawnTile:
    return DrawnTile(read_tile(text), float(x), float(y), float(angle))


@register.filter
def bot_level(level: str) -> str:
    return str(Seat.Bot(level).label)

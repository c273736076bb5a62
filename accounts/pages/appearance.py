"""The theme and other display settings: from the player's preferences, or for visitors from a cookie."""

from dataclasses import dataclass, fields

from django.http import HttpRequest

from accounts.models import Player, Theme
from accounts.models.looks import Felt, Pips, Tiles, TileSize

THEME_COOKIE = "theme"


@dataclass(frozen=True)
class Appearance:
    theme: str
    numerals: bool
    sound: bool
    felt: str = Felt.GREEN.value
    tiles: str = Tiles.IVORY.value
    pips: str = Pips.EACH.value
    confirms_moves: bool = False
    tile_size: str = TileSize.MEDIUM.value


def appearance_for(request: HttpRequest) -> Appearance:
    """Return the reader's display settings, even for requests refused before authentication."""
    user = getattr(request, "user", None)
    if isinstance(user, Player):
        return Appearance(**{field.name: getattr(user, field.name) for field in fields(Appearance)})
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return Appearance(theme if theme in Theme.values else Theme.AUTO.value, numerals=False, sound=True)

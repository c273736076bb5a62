"""How pages look, sound and move, as set by the player's preferences or by a visitor's cookies."""

from dataclasses import dataclass, fields
from typing import cast
from urllib.parse import parse_qsl

from django.db.models import Field
from django.http import HttpRequest

from accounts.models import Player, Theme
from accounts.models.looks import Animation, Felt, HandOrder, Pips, Tiles, TileSize, Volume
from accounts.services import Looks

THEME_COOKIE = "theme"
LOOKS_COOKIE = "looks"

LOOKS = ["theme", "felt", "tiles", "pips", "tile_size", "numerals", "sound", "volume", "animation"]
"""The preferences that visitors without an account can set as well."""


def _choices(name: str) -> list[str]:
    """Return the choices of a preference; none if it is just on or off."""
    field = Player._meta.get_field(name)
    assert isinstance(field, Field)
    return [value for value, _label in field.flatchoices]


CHOICES = {name: choices for name in LOOKS if (choices := _choices(name))}
SWITCHES = {"on": True, "off": False}


@dataclass(frozen=True)
class Appearance:
    theme: str = Theme.AUTO.value
    numerals: bool = False
    sound: bool = True
    felt: str = Felt.GREEN.value
    tiles: str = Tiles.IVORY.value
    pips: str = Pips.EACH.value
    volume: str = Volume.MEDIUM.value
    animation: str = Animation.MEDIUM.value
    hand_order: str = HandOrder.DEALT.value
    confirms_moves: bool = False
    tile_size: str = TileSize.MEDIUM.value


def appearance_for(request: HttpRequest) -> Appearance:
    """Return the reader's display settings, even for requests refused before authentication."""
    user = getattr(request, "user", None)
    if isinstance(user, Player):
        return Appearance(**{field.name: getattr(user, field.name) for field in fields(Appearance)})
    return Appearance(**chosen_looks(request))


def chosen_looks(request: HttpRequest) -> Looks:
    """Return the valid choices from a visitor's cookies; none for players, who have preferences."""
    if isinstance(getattr(request, "user", None), Player):
        return {}
    said = dict(parse_qsl(request.COOKIES.get(LOOKS_COOKIE, "")[:1000]))
    said["theme"] = request.COOKIES.get(THEME_COOKIE, "")
    chosen: dict[str, object] = {name: said[name] for name, values in CHOICES.items() if said.get(name) in values}
    chosen |= {name: SWITCHES[said[name]] for name in LOOKS if name not in CHOICES and said.get(name) in SWITCHES}
    return cast(Looks, chosen)

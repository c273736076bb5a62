"""How pages look to whoever reads them: a player's own wish, or for a visitor what a cookie remembers."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Player, Theme

THEME_COOKIE = "theme"


@dataclass(frozen=True)
class Appearance:
    theme: str
    numerals: bool
    sound: bool


def appearance_for(request: HttpRequest) -> Appearance:
    """Also for a request that was turned away before anyone asked who it comes from."""
    user = getattr(request, "user", None)
    if isinstance(user, Player):
        return Appearance(user.theme, user.numerals, user.sound)
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return Appearance(theme if theme in Theme.values else Theme.AUTO.value, numerals=False, sound=True)

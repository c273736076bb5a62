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
    if isinstance(request.user, Player):
        return Appearance(request.user.theme, request.user.numerals, request.user.sound)
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return Appearance(theme if theme in Theme.values else Theme.AUTO.value, numerals=False, sound=True)

"""What every template may ask for about its reader."""

from django.http import HttpRequest

from accounts.appearance import Appearance, appearance_for


def appearance(request: HttpRequest) -> dict[str, Appearance]:
    return {"appearance": appearance_for(request)}

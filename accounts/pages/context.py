"""Context processors: what every template can show about its reader."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from accounts import notices
from accounts.models import Player
from accounts.pages.appearance import Appearance, appearance_for


def appearance(request: HttpRequest) -> dict[str, Appearance]:
    return {"appearance": appearance_for(request)}


def unread_notices(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Return a function that counts unread notices, at most once and only if the page shows the number."""
    return {"unread_notices": cache(lambda: _unread(request))}


def _unread(request: HttpRequest) -> int:
    return notices.unread(request.user) if isinstance(request.user, Player) else 0

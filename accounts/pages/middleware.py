"""Middleware that activates each player's language and time zone, and the browser's language for everyone else."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import Player

Answer = Callable[[HttpRequest], HttpResponse]


def own_language_and_time(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, Player):
            return get_response(request)
        if request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
        with timezone.override(ZoneInfo(request.user.time_zone) if request.user.time_zone else None):
            return get_response(request)

    return middleware

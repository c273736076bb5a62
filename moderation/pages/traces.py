"""Middleware that notes, once a day, the address and the browser that a player uses."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.entrance.devices import known_devices
from accounts.models import Player
from common.addresses import outside_address_of
from moderation.services import traces

Answer = Callable[[HttpRequest], HttpResponse]

SESSION_KEY = "traced"


def leave_trace(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if isinstance(request.user, Player):
            _leave(request, request.user)
        return response

    return middleware


def _leave(request: HttpRequest, player: Player) -> None:
    """Leave a trace, unless the same one was left today. The session stores only its hash."""
    now = timezone.now()
    address, browsers = outside_address_of(request), known_devices(request)
    if not address and not browsers:
        return
    seen = traces.mark_of("session", f"{now:%Y-%m-%d} {address} {sorted(browsers)}")
    if request.session.get(SESSION_KEY) == seen:
        return
    traces.leave(player=player, address=address, browsers=browsers, now=now)
    request.session[SESSION_KEY] = seen

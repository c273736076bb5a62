"""The secret addresses of calendars."""

from __future__ import annotations

from accounts.models import Player
from common.codes import new_secret
from tournaments.models import CalendarAddress


def calendar_secret(*, player: Player) -> str:
    """Made when it is first asked for."""
    address, _is_new = CalendarAddress.objects.get_or_create(player=player)
    return address.secret


def renew_calendar(*, player: Player) -> str:
    """The old address leads nowhere from now on."""
    address, _is_new = CalendarAddress.objects.update_or_create(player=player, defaults={"secret": new_secret()})
    return address.secret

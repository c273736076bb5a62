"""The secret addresses of personal calendars."""

from __future__ import annotations

from accounts.models import Player
from common.codes import new_secret
from tournaments.models import CalendarAddress


def calendar_secret(*, player: Player) -> str:
    """Return the player's secret, creating it on first use."""
    address, _is_new = CalendarAddress.objects.get_or_create(player=player)
    return address.secret


def renew_calendar(*, player: Player) -> str:
    """Replace the player's secret, so that the old address stops working."""
    address, _is_new = CalendarAddress.objects.update_or_create(player=player, defaults={"secret": new_secret()})
    return address.secret

"""Ending all sessions of a player."""

from __future__ import annotations

from allauth.usersessions.models import UserSession

from accounts.models import Player
from live.sessions import sessions_may_be_over


def end_all(player: Player) -> None:
    """Sign the player out everywhere. Guests have a single session, which ends with their row."""
    for session in UserSession.objects.filter(user_id=player.pk):
        session.end()
    sessions_may_be_over(player.pk)

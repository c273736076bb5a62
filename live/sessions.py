"""Closing sockets whose session has ended, and checking whether it has."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Protocol

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils.crypto import constant_time_compare

from live.hub import LOOK_AGAIN, News, announce

OVER = "session-over "
"""Begins a message that is not for browsers: sockets of the named session close."""


class Credential(Protocol):
    """What lets a socket in as a player, for as long as it is in force."""

    @property
    def key(self) -> str:
        """Return the key of the session, or an empty string if it is none."""

    def is_in_force(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser's session as a credential; it is in force while it is signed in as the player, if there is one."""

    player_id: int | None
    key: str

    def is_in_force(self) -> bool:
        return self.player_id is None or is_signed_in(player_id=self.player_id, session_key=self.key)


def room_of(player_id: int) -> str:
    """Return the room that all sockets of a player watch, whatever else they watch."""
    return f"sessions-{player_id}"


def over_message(session_key: str) -> str:
    """Return the message for a session, named by the hash of its key: whoever read the key itself could use the
    session."""
    return OVER + sha256(session_key.encode()).hexdigest()


def session_is_over(*, player_id: int, session_key: str) -> None:
    """Close the sockets of an ended session, on commit."""
    announce(News(room_of(player_id), everyone=[over_message(session_key)]))


def sessions_may_be_over(player_id: int) -> None:
    """Have the player's sockets check on commit whether they may stay."""
    announce(News(room_of(player_id), everyone=[LOOK_AGAIN]))


def is_signed_in(*, player_id: int, session_key: str) -> bool:
    """Return whether the session exists and is signed in as the player, with the current password."""
    player = get_user_model().objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        return False
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    is_same_password = constant_time_compare(session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())
    return session.get(SESSION_KEY) == str(player_id) and is_same_password

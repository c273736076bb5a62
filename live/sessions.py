"""Sessions of sockets: reading them, checking whether they are still valid, and closing the sockets once they end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

from common.database.compiled import compiled_once
from live.hub import LOOK_AGAIN, OVER, News, announce


class Credential(Protocol):
    """What a socket is signed in with, such as a session or a token; the socket may stay as long as it is in force."""

    @property
    def key(self) -> str:
        """Return the key of the session, or an empty string if the credential is not a session."""

    def is_in_force(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser's session as a credential. It is in force while it is signed in as the player; an anonymous visitor's
    always is."""

    player_id: int | None
    key: str

    def is_in_force(self) -> bool:
        return self.player_id is None or is_signed_in(player_id=self.player_id, session_key=self.key)


def room_of(player_id: int) -> str:
    """Return the room that all sockets of a player watch in addition to their other rooms."""
    return f"sessions-{player_id}"


def over_message(session_key: str) -> str:
    """Return the message that ends a session's sockets. It has the hash of the session's key, because anyone who reads
    the key itself could use the session."""
    return OVER + sha256(session_key.encode()).hexdigest()


def session_is_over(*, player_id: int, session_key: str) -> None:
    """Close the sockets of an ended session, on commit."""
    announce(News(room_of(player_id), everyone=[over_message(session_key)]))


def sessions_may_be_over(player_id: int) -> None:
    """Make the player's sockets check whether they may stay, on commit."""
    announce(News(room_of(player_id), everyone=[LOOK_AGAIN]))


def is_signed_in(*, player_id: int, session_key: str) -> bool:
    """Return whether the session exists and is signed in as the player, with the current password."""
    session = _open_session(session_key)
    player = _player_of(session)
    return player is not None and player.pk == player_id and _is_of_password(session, player)


def visitor_with(headers: Iterable[tuple[bytes, bytes]]) -> tuple[SessionBase, AbstractBaseUser | AnonymousUser]:
    """Return the session of a browser that opens a socket, and the signed-in user; end the session if the password has
    changed since. Makes two queries."""
    cookies = next((value for name, value in headers if name == b"cookie"), b"")
    session = _open_session(parse_cookie(cookies.decode("latin1")).get(settings.SESSION_COOKIE_NAME))
    player = _player_of(session)
    if player is not None and not _is_of_password(session, player):
        session.flush()
        player = None
    return session, player or AnonymousUser()


def _open_session(session_key: str | None) -> SessionBase:
    """Return the session with this key, not yet loaded. If it has ended, loading it empties it and drops the key."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return session


def _player_of(session: SessionBase) -> AbstractBaseUser | None:
    """Return the active player who is signed in with this session, if any."""
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    found = _player(int(session[SESSION_KEY])) if SESSION_KEY in session else []
    if not found:
        return None
    player = get_user_model().from_db(DEFAULT_DB_ALIAS, _columns(), found[0])
    return player if player.is_active else None


def _is_of_password(session: SessionBase, player: AbstractBaseUser) -> bool:
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())


def _columns() -> list[str]:
    return [field.attname for field in get_user_model()._meta.concrete_fields]


@compiled_once
def _player(player: int) -> QuerySet[Any, Any]:
    return get_user_model().objects.filter(pk=player).values_list(*_columns())

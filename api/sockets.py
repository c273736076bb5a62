"""Lets programs open live sockets with a token, in the same header as in the rest of the API.

Pages cannot make browsers send that header, so the origin need not be checked. Tokens are not accepted in addresses,
which are logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from api import tokens
from api.models import Scope, Token
from common.addresses import address_of_socket
from common.errors import UserError
from common.limits import is_within_both
from live.consumers import AGAIN, GONE, in_thread
from live.hub import encode
from moderation.services import traces

Application = Callable[[Any, Any, Any], Awaitable[None]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

HEADER = b"authorization"
SCHEME = "bearer "
TOO_OFTEN = "too-often"


@dataclass(frozen=True, slots=True)
class HeldToken:
    """A token as the credential of a socket."""

    token_id: int
    key = ""

    def is_in_force(self) -> bool:
        return tokens.holds(self.token_id, timezone.now())


class ForPrograms:
    """Passes sockets with a token to one application, and all others to the one for browsers."""

    def __init__(self, of_programs: Application, of_browsers: Application) -> None:
        self._of_programs, self._of_browsers = of_programs, of_browsers

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        header = dict(scope["headers"]).get(HEADER)
        if header is None:
            await self._of_browsers(scope, receive, send)
            return
        try:
            token = await in_thread(_let_in, header.decode("latin1"), address_of_socket(scope))
        except UserError as refused:
            await receive()
            await send({"type": "websocket.accept"})
            message = {"type": "error", "code": refused.code, "message": str(refused)}
            await send({"type": "websocket.send", "text": encode(message)})
            await send({"type": "websocket.close", "code": AGAIN if refused.code == TOO_OFTEN else GONE})
            return
        scope |= {"user": token.player, "session": {}, "credential": HeldToken(token.pk)}
        await self._until_it_expires(token.expires_at, scope, receive, send)

    async def _until_it_expires(self, expires_at: datetime, scope: Any, receive: Any, send: Send) -> None:
        try:
            async with asyncio.timeout((expires_at - timezone.now()).total_seconds()) as deadline:
                await self._of_programs(scope, receive, send)
        except TimeoutError:
            if not deadline.expired():
                raise
            await send({"type": "websocket.close", "code": AGAIN})


def _let_in(header: str, address: str | None) -> Token:
    """Return the token in a program's header. Raises UserError (no-token, no-scope, too-often)."""
    now, scheme = timezone.now(), header[: len(SCHEME)].lower()
    token = tokens.find(header[len(SCHEME) :].strip(), now) if scheme == SCHEME else None
    if not is_within_both("api", player_id=token.player_id if token else None, address=None if token else address):
        raise UserError(TOO_OFTEN, "Too many requests; nothing was done. Wait a minute.")
    if token is None:
        raise UserError("no-token", "This token is unknown, expired or revoked.")
    if Scope.PLAY not in token.scopes:
        raise UserError("no-scope", f"This needs a bot's token with the scope “{Scope.PLAY.value}”.")
    if tokens.note_use(token, now):
        traces.leave(player=token.player, address=address or "", browsers=set(), now=now)
    return token

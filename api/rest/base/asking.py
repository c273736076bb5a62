"""Authentication: the caller is the player of a token, or a visitor. Browser cookies are ignored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from accounts.models import Player
from api import tokens
from api.models import Scope, Token
from common.addresses import address_of, outside_address_of
from common.errors import UserError
from common.limits import is_within_both
from moderation.services import traces


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of the API. With a token that lacks the scope to read, they see what visitors see."""

    player: Player | None = None
    token: Token | None = None

    @property
    def reader(self) -> Player | None:
        """Return the player as whom the caller may read, or None to read as a visitor."""
        return self.player if self.token is not None and Scope.READ in self.token.scopes else None

    @property
    def actor(self) -> Player:
        """Return the player for whom the caller acts, whom `Holder` has ensured."""
        assert self.player is not None
        return self.player


class Request(HttpRequest):
    auth: Caller


class Anyone(HttpBearer):
    """Lets in everyone, with or without a token; an invalid token is refused rather than ignored."""

    def __call__(self, request: HttpRequest) -> Caller:
        caller = self._caller(request)
        player_id = caller.player.pk if caller.player else None
        address = None if caller.player else address_of(request)
        if not is_within_both("api", player_id=player_id, address=address):
            raise UserError("too-often", "Too many requests; nothing was done. Wait a minute.")
        return caller

    def _caller(self, request: HttpRequest) -> Caller:
        if "Authorization" not in request.headers:
            return Caller()
        caller: Any = super().__call__(request)
        if caller is None:
            raise UserError("no-token", "This needs a token: Authorization: Bearer by_…")
        return caller

    def authenticate(self, request: HttpRequest, text: str) -> Caller:
        now = timezone.now()
        token = tokens.find(text.strip(), now)
        if token is None:
            raise UserError("no-token", "This token is unknown, expired or revoked.")
        if tokens.note_use(token, now):
            traces.leave(player=token.player, address=outside_address_of(request), browsers=set(), now=now)
        return Caller(token.player, token)


class Holder(Anyone):
    """Lets in only callers whose token has a scope."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def _caller(self, request: HttpRequest) -> Caller:
        caller = super()._caller(request)
        if caller.token is None:
            raise UserError("no-token", "This needs a token: Authorization: Bearer by_…")
        if self.scope not in caller.token.scopes:
            raise UserError("no-scope", f"This needs a token with the scope “{self.scope.value}”.")
        return caller

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
class Asker:
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
    auth: Asker


class Anyone(HttpBearer):
    """Lets in everyone, with or without a token; an invalid token is refused rather than ignored."""

    def __call__(self, request: HttpRequest) -> Asker:
        asker = self._asker(request)
        player_id = asker.player.pk if asker.player else None
        address = None if asker.player else address_of(request)
        if not is_within_both("api", player_id=player_id, address=address):
            raise UserError("too-often", "Too many requests; nothing was done. Wait a minute.")
        return asker

    def _asker(self, request: HttpRequest) -> Asker:
        if "Authorization" not in request.headers:
            return Asker()
        asker: Any = super().__call__(request)
        if asker is None:
            raise UserError("no-token", "This needs a token: Authorization: Bearer by_…")
        return asker

    def authenticate(self, request: HttpRequest, text: str) -> Asker:
        now = timezone.now()
        token = tokens.find(text.strip(), now)
        if token is None:
            raise UserError("no-token", "This token is unknown, expired or revoked.")
        if tokens.note_use(token, now):
            traces.leave(player=token.player, address=outside_address_of(request), browsers=set(), now=now)
        return Asker(token.player, token)


class Holder(Anyone):
    """Lets in only callers whose token has a scope."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def _asker(self, request: HttpRequest) -> Asker:
        asker = super()._asker(request)
        if asker.token is None:
            raise UserError("no-token", "This needs a token: Authorization: Bearer by_…")
        if self.scope not in asker.token.scopes:
            raise UserError("no-scope", f"This needs a token with the scope “{self.scope.value}”.")
        return asker

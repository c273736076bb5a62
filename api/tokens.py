"""Making, finding and revoking tokens."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import demo
from accounts.models import Player, Sanction, is_player_or_bot_of
from api import notices
from api.models import Scope, Token, TokenQuerySet
from common.errors import UserError
from live.sessions import sessions_may_be_over
from moderation import log

PREFIX = "by_"
MOST = 20
"""The maximum number of tokens that a player may have."""
LONGEST_NAME = 60
NOTED_EVERY = timedelta(minutes=5)
"""The last use of a token is recorded at most this often."""


def make(*, player: Player, name: str, scopes: Collection[Scope], days: int, now: datetime) -> tuple[Token, str]:
    """Make a token, and return it with its text, which is not stored.

    Raises UserError (guest, demo, too-many-tokens, bad-scopes).
    """
    if player.is_guest:
        raise UserError("guest", _("Guests have no tokens: keep your account first, it takes a minute."))
    if player.username == demo.NAME:
        raise UserError("demo", _("The demo account is everyone's: it has no tokens."))
    if not {*scopes} <= {*Scope.of(player)}:
        raise UserError("bad-scopes", _("A token for this account cannot do that."))
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if Token.objects.filter(player=player).count() >= MOST:
            raise UserError("too-many-tokens", _("You have too many tokens: revoke one first."))
        token = Token.objects.create(
            player=player,
            name=name,
            digest=_digest(text),
            hint=text[: len(PREFIX) + 5],
            scopes=[scope.value for scope in Scope if scope in scopes],
            made_at=now,
            expires_at=now + timedelta(days=days),
        )
        notices.tell_of_token(token)
    return token, text


def _digest(text: str) -> str:
    """Return the hash of a token, whose text is random and long, so that no slow hash is needed."""
    return sha256(text.encode()).hexdigest()


def revoke(*, player: Player, token_id: int) -> None:
    """Revoke a token of the player or of one of their bots, and close its sockets. Idempotent."""
    _revoke(Token.objects.filter(is_player_or_bot_of(player), pk=token_id))


@transaction.atomic
def revoke_by_moderator(*, token: Token, by: Player, reason: str, now: datetime) -> None:
    """Revoke a token as a moderator, log that, and tell the player why. Idempotent."""
    if Token.objects.select_for_update().filter(pk=token.pk).exists():
        log.token_revoked(token.player, by=by, hint=token.hint, reason=reason)
        notices.tell_of_revocation(token, reason, now)
        _revoke(Token.objects.filter(pk=token.pk))


def revoke_all(player_id: int) -> None:
    """Revoke all tokens of a player and of their bots, and close their sockets. Idempotent."""
    _revoke(Token.objects.filter(is_player_or_bot_of(player_id)))


@transaction.atomic
def _revoke(tokens: TokenQuerySet) -> None:
    players = {*tokens.values_list("player", flat=True)}
    tokens.filter(player__in=players).delete()
    for player_id in players:
        sessions_may_be_over(player_id)


def find(text: str, now: datetime) -> Token | None:
    """Return the token with this text, if it is in force and its player may sign in."""
    held = Token.objects.in_force(now).select_related("player__bot_owner")
    token = held.filter(digest=_digest(text)).first()
    return token if token is not None and _may_sign_in(token.player, now) else None


def holds(token_id: int, now: datetime) -> bool:
    """Return whether a token is still in force and its player may sign in."""
    token = Token.objects.in_force(now).select_related("player__bot_owner").filter(pk=token_id).first()
    return token is not None and _may_sign_in(token.player, now)


def _may_sign_in(player: Player, now: datetime) -> bool:
    if not player.is_active or player.deletion_due_at is not None:
        return False
    closed = Sanction.objects.in_force(now).filter(player=player, kind=Sanction.Kind.CLOSED)
    if player.is_sanctioned and closed.exists():
        return False
    return player.bot_owner is None or _may_sign_in(player.bot_owner, now)


def note_use(token: Token, now: datetime) -> bool:
    """Note when the token was last used; return whether it is the first use of the day."""
    unnoted = Q(used_at=None) | Q(used_at__lt=now - NOTED_EVERY)
    is_first = token.used_at is None or token.used_at.date() < now.date()
    if is_first or (token.used_at is not None and token.used_at < now - NOTED_EVERY):
        return bool(Token.objects.filter(unnoted, pk=token.pk).update(used_at=now)) and is_first
    return False

"""Blocks and mutes, and which chat lines reach a player. Nobody is told of being blocked or muted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Mute, Player
from common.database.compiled import compiled_once
from common.errors import UserError
from live.sessions import sessions_may_be_over


@dataclass(frozen=True, slots=True)
class Hearing:
    """Which lines of a room reach a player."""

    player_id: int | None = None
    deaf_to: frozenset[int] = frozenset()
    phrases_only: bool = False
    is_deaf: bool = False
    """Set when the player has muted the whole room."""

    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        """Return whether a line reaches the player; their own always does."""
        if author_id == self.player_id:
            return True
        return not self.is_deaf and author_id not in self.deaf_to and (is_phrase or not self.phrases_only)


def heard_by(player: Any) -> tuple[Exists, ...]:
    """Return columns for a query, as `hearing_from` expects them: whether the player keeps to phrases, has blocked
    anybody, and has muted anybody."""
    keeps_to_phrases = Player.objects.filter(Q(phrases_only=True) | Q(is_child=True), pk=player)
    deaf = [Exists(kind.objects.filter(player=player)) for kind in (Block, Mute)]
    return Exists(keeps_to_phrases), *deaf


def hearing_from(player_id: int, keeps_to_phrases: Any, has_blocked: Any, has_muted: Any) -> Hearing:
    """Return what reaches a player, given the columns of `heard_by`; makes a query if they have blocked or muted
    anybody."""
    deaf_to: frozenset[int] = frozenset()
    if has_blocked or has_muted:
        blocked, muted = (
            kind.objects.filter(player=player_id).order_by().values_list("other") for kind in (Block, Mute)
        )
        deaf_to = frozenset(other for (other,) in blocked.union(muted))
    return Hearing(player_id, deaf_to, bool(keeps_to_phrases))


def block(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`. Idempotent. Raises UserError (yourself)."""
    _add(Block, player, other, now)


def unblock(*, player: Player, other: Player) -> None:
    """Lift a block. Idempotent."""
    _remove(Block, player, other)


def mute(*, player: Player, other: Player, now: datetime) -> None:
    """Mute `other`. Idempotent. Raises UserError (yourself)."""
    _add(Mute, player, other, now)


def unmute(*, player: Player, other: Player) -> None:
    """Unmute `other`. Idempotent."""
    _remove(Mute, player, other)


@transaction.atomic
def _add(kind: type[Block | Mute], player: Player, other: Player, now: datetime) -> None:
    if player.pk == other.pk:
        raise UserError("yourself", _("You cannot do that to yourself."))
    kind.objects.get_or_create(player=player, other=other, defaults={"made_at": now})
    sessions_may_be_over(player.pk)


@transaction.atomic
def _remove(kind: type[Block | Mute], player: Player, other: Player) -> None:
    kind.objects.filter(player=player, other=other).delete()
    sessions_may_be_over(player.pk)


@transaction.atomic
def set_talk(*, player: Player, phrases_only: bool, is_child: bool) -> None:
    """Set whether the player only reads and writes ready-made phrases, and whether the player is a child."""
    Player.objects.filter(pk=player.pk).update(phrases_only=phrases_only, is_child=is_child)
    sessions_may_be_over(player.pk)


def kept_apart(player: Player) -> Collection[int]:
    """Return the ids of those who block the player or are blocked by the player."""
    return {one for pair in _blocks_of(player.pk) for one in pair} - {player.pk}


@compiled_once
def _blocks_of(player: int) -> QuerySet[Block, tuple[int, int]]:
    return Block.objects.filter(Q(player=player) | Q(other=player)).values_list("player", "other")


def pairs_apart(players: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these players (by id) in which one blocks the other."""
    pairs = Block.objects.filter(player__in=players, other__in=players).values_list("player", "other")
    return {frozenset(pair) for pair in pairs}

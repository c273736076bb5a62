"""Blocks and mutes, and which chat lines reach a player. Nobody is told of being blocked or muted.

Both cover the bots of the player concerned as well.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Mute, Player
from common.database.compiled import compiled_once, padded
from common.errors import UserError
from live.sessions import sessions_may_be_over

WITH_BOTS = ("player", "other", "player__bots", "other__bots")
MOST_PEOPLE = 500
"""How many others a player may block, and how many the player may mute."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Decides which lines of a room reach a player."""

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
        first, *more = (
            kind.objects.filter(player=player_id).order_by().values_list(column)
            for kind in (Block, Mute)
            for column in ("other", "other__bots")
        )
        deaf_to = frozenset(other for (other,) in first.union(*more) if other is not None)
    return Hearing(player_id, deaf_to, bool(keeps_to_phrases))


def block(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`. Idempotent. Raises UserError (yourself, too-many-people)."""
    _add(Block, player, other, now)


def unblock(*, player: Player, other: Player) -> None:
    """Lift a block. Idempotent."""
    _remove(Block, player, other)


def mute(*, player: Player, other: Player, now: datetime) -> None:
    """Mute `other`. Idempotent. Raises UserError (yourself, too-many-people)."""
    _add(Mute, player, other, now)


def unmute(*, player: Player, other: Player) -> None:
    """Unmute `other`. Idempotent."""
    _remove(Mute, player, other)


@transaction.atomic
def _add(kind: type[Block | Mute], player: Player, other: Player, now: datetime) -> None:
    if player.pk == other.pk:
        raise UserError("yourself", _("You cannot do that to yourself."))
    Player.objects.lock(player)
    others = kind.objects.filter(player=player)
    if others.count() >= MOST_PEOPLE and not others.filter(other=other).exists():
        sentence = _("You have blocked or muted %(most)d players already. Undo that for one of them first.")
        raise UserError("too-many-people", sentence % {"most": MOST_PEOPLE})
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
    """Return the ids of those who block the player or are blocked by the player, and of their bots."""
    own = set(player.answerable)
    return {
        one
        for blocker, blocked, bot_of_blocker, bot_of_blocked in _blocks_of(*padded(own))
        for one in ((blocked, bot_of_blocked) if blocker in own else (blocker, bot_of_blocker))
        if one is not None
    }


@compiled_once
def _blocks_of(*players: int) -> QuerySet[Block, Any]:
    return Block.objects.filter(Q(player__in=players) | Q(other__in=players)).values_list(*WITH_BOTS)


def pairs_apart(players: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these players (by id) in which one, or a bot's owner, blocks the other."""
    among = set(players)
    blocks = Block.objects.filter(
        Q(player__in=among) | Q(player__bots__in=among), Q(other__in=among) | Q(other__bots__in=among)
    )
    return {
        frozenset({one, other})
        for blocker, blocked, bot_of_blocker, bot_of_blocked in blocks.values_list(*WITH_BOTS)
        for one in among.intersection((blocker, bot_of_blocker))
        for other in among.intersection((blocked, bot_of_blocked))
    }


def is_blocked_by_any(player: Player, others: Collection[int]) -> bool:
    """Return whether one of these players (by id), or the owner of one who is a bot, blocks the player."""
    blockers = Q(player__in=others) | Q(player__bots__in=others)
    return Block.objects.filter(blockers, other__in=player.answerable).exists()


def has_blocked_any(player: Player, others: Collection[int]) -> bool:
    """Return whether the player blocks one of these players (by id) or the owner of one who is a bot."""
    blocked = Q(other__in=others) | Q(other__bots__in=others)
    return Block.objects.filter(blocked, player__in=player.answerable).exists()

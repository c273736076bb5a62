"""Defines authorities: a player acts in their own right, or as a moderator at work on a case.

Services that moderators may call take an `Authority` as `by`. They check that a player is an owner, officer or
organiser. Only `moderation.acts` creates a `Moderator`, after checking the role and that the moderator is not involved.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Moderator:
    """A moderator at work on a case."""

    player: Player
    case_id: int


Authority = Player | Moderator


def person(by: Authority) -> Player:
    """Return the player who acts, for the log."""
    return by.player if isinstance(by, Moderator) else by


def case_of(by: Authority | None) -> dict[str, int]:
    """Return the case as a detail of a log line; nothing for players."""
    return {"case": by.case_id} if isinstance(by, Moderator) else {}

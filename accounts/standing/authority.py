"""Says who acts: a player in their own right, or a moderator at work on a case.

Services that a moderator may call take an `Authority` as `by`. Players are checked as owners, officers or organisers; a
`Moderator` is made by `moderation.acts` alone, which has checked the role, the case, and that it is nobody's own.
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
    """Return who it is, for the log."""
    return by.player if isinstance(by, Moderator) else by


def case_of(by: Authority | None) -> dict[str, int]:
    """Return the case as a detail of a log line; nothing for players."""
    return {"case": by.case_id} if isinstance(by, Moderator) else {}

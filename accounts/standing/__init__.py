"""A player's standing: sanctions, and what they forbid."""

from accounts.standing.causes import reason_of
from accounts.standing.people import (
    Hearing,
    block,
    hearing_of,
    kept_apart,
    mute,
    pairs_apart,
    set_talk,
    unblock,
    unmute,
)
from accounts.standing.rights import Right, check_may
from accounts.standing.sanctions import forget_what_is_over, impose, in_force, lift, note_read

__all__ = [
    "Hearing",
    "Right",
    "block",
    "check_may",
    "forget_what_is_over",
    "hearing_of",
    "impose",
    "in_force",
    "kept_apart",
    "lift",
    "mute",
    "note_read",
    "pairs_apart",
    "reason_of",
    "set_talk",
    "unblock",
    "unmute",
]

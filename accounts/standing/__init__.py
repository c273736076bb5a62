"""A player's standing: sanctions, and what they forbid."""

from accounts.standing.authority import Authority, Moderator, case_of, person
from accounts.standing.causes import ERASED, LEFT, STALLED, reason_of
from accounts.standing.conduct import note_lapse
from accounts.standing.naming import (
    check_may_rename,
    check_name,
    check_public_name,
    check_title,
    keep_past_name,
    keep_taken_name,
)
from accounts.standing.people import (
    Hearing,
    block,
    has_blocked_any,
    heard_by,
    hearing_from,
    is_blocked_by_any,
    kept_apart,
    mute,
    pairs_apart,
    set_talk,
    unblock,
    unmute,
)
from accounts.standing.rights import Right, check_may, forbidding
from accounts.standing.sanctions import (
    clear_sanctioned_flag,
    impose,
    in_force,
    is_shadowed,
    lift,
    note_read,
    tell_lifted,
)
from accounts.standing.words import masked

__all__ = [
    "ERASED",
    "LEFT",
    "STALLED",
    "Authority",
    "Hearing",
    "Moderator",
    "Right",
    "block",
    "case_of",
    "check_may",
    "check_may_rename",
    "check_name",
    "check_public_name",
    "check_title",
    "clear_sanctioned_flag",
    "forbidding",
    "has_blocked_any",
    "heard_by",
    "hearing_from",
    "impose",
    "in_force",
    "is_blocked_by_any",
    "is_shadowed",
    "keep_past_name",
    "keep_taken_name",
    "kept_apart",
    "lift",
    "masked",
    "mute",
    "note_lapse",
    "note_read",
    "pairs_apart",
    "person",
    "reason_of",
    "set_talk",
    "tell_lifted",
    "unblock",
    "unmute",
]

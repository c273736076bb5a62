"""A player's standing: sanctions, and what they forbid."""

from accounts.standing.causes import reason_of
from accounts.standing.rights import Right, check_may
from accounts.standing.sanctions import forget_what_is_over, impose, in_force, lift, note_read

__all__ = ["Right", "check_may", "forget_what_is_over", "impose", "in_force", "lift", "note_read", "reason_of"]

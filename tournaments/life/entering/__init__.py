"""Players' steps in a tournament: entering, checking in, sitting out, coming back, withdrawing."""

from tournaments.life.entering.admission import (
    check_is_open,
    check_may_enter,
    check_may_take_part,
    has_room,
    is_too_late,
    last_late_round,
    late_seed,
    next_round,
    note_mailboxes,
)
from tournaments.life.entering.bots import bot_names, create_bots, enter_bots
from tournaments.life.entering.entries import (
    admit,
    check_in,
    come_back,
    enter,
    enter_by_invitation,
    move_up,
    own_entry,
    place_of,
    recheck_access,
    sit_out,
    take_out,
    withdraw,
)
from tournaments.life.entering.seats import hand_over_left_seats

__all__ = [
    "admit",
    "bot_names",
    "check_in",
    "check_is_open",
    "check_may_enter",
    "check_may_take_part",
    "come_back",
    "create_bots",
    "enter",
    "enter_bots",
    "enter_by_invitation",
    "hand_over_left_seats",
    "has_room",
    "is_too_late",
    "last_late_round",
    "late_seed",
    "move_up",
    "next_round",
    "note_mailboxes",
    "own_entry",
    "place_of",
    "recheck_access",
    "sit_out",
    "take_out",
    "withdraw",
]

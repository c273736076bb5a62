"""The one door for writes: every change at a table is one of these verbs, in one transaction."""

from games.services.chat import last_lines, say
from games.services.opening import (
    close,
    close_forgotten,
    contribute,
    join,
    leave,
    open_table,
    rematch,
    start_early,
)
from games.services.playing import act, announce_seats, be_ready, come_back, heed_preferences, leave_for_good, play

__all__ = [
    "act",
    "announce_seats",
    "be_ready",
    "close",
    "close_forgotten",
    "come_back",
    "contribute",
    "heed_preferences",
    "join",
    "last_lines",
    "leave",
    "leave_for_good",
    "open_table",
    "play",
    "rematch",
    "say",
    "start_early",
]

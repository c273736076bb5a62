"""The one door for writes: every change of a tournament is one of these verbs, in one transaction."""

from tournaments.services.advancing import advance
from tournaments.services.entering import check_in, come_back, enter, enter_bots, sit_out, withdraw
from tournaments.services.planning import (
    announce,
    cancel,
    change,
    discard,
    open_check_in,
    open_registration,
    plan,
    start_now,
)
from tournaments.services.sweeping import give_time_back

__all__ = [
    "advance",
    "announce",
    "cancel",
    "change",
    "check_in",
    "come_back",
    "discard",
    "enter",
    "enter_bots",
    "give_time_back",
    "open_check_in",
    "open_registration",
    "plan",
    "sit_out",
    "start_now",
    "withdraw",
]

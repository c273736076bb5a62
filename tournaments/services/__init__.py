"""The one door for writes: every change of a tournament is one of these verbs, in one transaction."""

from tournaments.services.advancing import advance
from tournaments.services.chatting import last_lines, say
from tournaments.services.entering import check_in, come_back, enter, enter_bots, sit_out, withdraw
from tournaments.services.organising import organise, revise
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
from tournaments.services.repeating import change_series, create_dates, repeat, stop_series
from tournaments.services.sweeping import give_time_back

__all__ = [
    "advance",
    "announce",
    "cancel",
    "change",
    "change_series",
    "check_in",
    "come_back",
    "create_dates",
    "discard",
    "enter",
    "enter_bots",
    "give_time_back",
    "last_lines",
    "open_check_in",
    "open_registration",
    "organise",
    "plan",
    "repeat",
    "revise",
    "say",
    "sit_out",
    "start_now",
    "stop_series",
    "withdraw",
]

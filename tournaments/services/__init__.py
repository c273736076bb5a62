"""The one door for writes: every change of a tournament is one of these verbs, in one transaction."""

from tournaments.services.addressing import calendar_secret, renew_calendar
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
from tournaments.services.seasons import drop_season, set_season
from tournaments.services.sweeping import give_time_back

__all__ = [
    "advance",
    "announce",
    "calendar_secret",
    "cancel",
    "change",
    "change_series",
    "check_in",
    "come_back",
    "create_dates",
    "discard",
    "drop_season",
    "enter",
    "enter_bots",
    "give_time_back",
    "last_lines",
    "open_check_in",
    "open_registration",
    "organise",
    "plan",
    "renew_calendar",
    "repeat",
    "revise",
    "say",
    "set_season",
    "sit_out",
    "start_now",
    "stop_series",
    "withdraw",
]

"""Validation of terms before they are stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from games.rules import GAMES
from tournaments.formats import COUNTING, FORMATS, handicap
from tournaments.formats.late import check_late_score
from tournaments.formats.teams import plans as teams
from tournaments.terms.schedule import MOST_DAYS, Dates
from tournaments.terms.terms import Terms

SHORTEST_ROLLING, LONGEST_ROLLING = 10, 24 * 60
"""The limits of the duration of rolling tables, in minutes."""


def by_current_rules(terms: Terms) -> Terms:
    """Return the terms with the newest versions of the game's rules and of the standings, and with complete options.

    Raises UserError (unknown-format, bad-game), OptionsError.
    """
    _check_game(terms)
    rules = GAMES[terms.game]
    return replace(terms, rules_version=rules.version, counting_version=COUNTING, options=rules.complete(terms.options))


def check(terms: Terms, *, has_club: bool) -> None:
    """Check that the terms are possible. Their options must be complete.

    Raises UserError (unknown-format, bad-times, bad-check-in, bad-dates, long-round, slow-moves, bad-numbers, bad-game,
    bad-entrance, bad-bots, bad-agreeing, no-minutes, holds-seatings, bad-absence), PlanError.
    """
    _check_game(terms)
    FORMATS[terms.format].check(terms.plan)
    check_late_score(terms.plan, FORMATS[terms.format].late_scores(terms.plan))
    teams.check(terms.plan, FORMATS[terms.format])
    handicap.check(terms.plan, FORMATS[terms.format])
    if terms.registration_at > terms.starts_at:
        raise UserError("bad-times", _("Registration must open before the start."))
    if terms.check_in_minutes and terms.check_in_at < terms.registration_at:
        raise UserError("bad-check-in", _("Check-in cannot begin before registration does."))
    if FORMATS[terms.format].is_rolling:
        _check_rolling(terms)
    elif isinstance(terms.schedule, Dates):
        _check_dates(terms.schedule, terms.seconds)
    if terms.agreeing != "off":
        _check_agreeing(terms)
    if terms.most is not None and terms.most < terms.least:
        raise UserError("bad-numbers", _("The most players cannot be fewer than the fewest."))
    if terms.entrance == "members" and not has_club:
        raise UserError("bad-entrance", _("Only a club's tournament can be for members alone."))
    if terms.admits_bots and terms.duplicate:
        sentence = _(
            "With the same tiles at all tables no bots of players may enter: their owners would see them, too."
        )
        raise UserError("bad-bots", sentence)


def _check_game(terms: Terms) -> None:
    """Raise UserError (unknown-format, bad-game) unless the format exists and admits the game."""
    if terms.format not in FORMATS:
        raise UserError("unknown-format", _("There is no such format."))
    if not FORMATS[terms.format].admits_game_of(terms.plan):
        raise UserError("bad-game", _("This game is not played in this format."))


def _check_agreeing(terms: Terms) -> None:
    """Raise UserError (bad-agreeing) unless the players at a table can agree on a time."""
    schedule = terms.schedule
    if not isinstance(schedule, Dates) or schedule.days < 2:
        raise UserError("bad-agreeing", _("Times are agreed in leagues whose rounds are at least two days apart."))
    if schedule.round_minutes:
        raise UserError("bad-agreeing", _("If times are agreed, a round lasts until the next one: set no time for it."))
    if terms.duplicate:
        raise UserError("bad-agreeing", _("Matches with the same tiles begin at the same time, so no time is agreed."))
    if not 0 < terms.agree_days <= terms.fixed_day < schedule.days:
        sentence = _("Times are agreed within 1 to %(most)d days, and the fixed time comes no earlier.")
        raise UserError("bad-agreeing", sentence % {"most": schedule.days - 1})
    if terms.agreeing == "absent" and terms.no_shows != "worst":
        sentence = _("What is not agreed can only count as missed if a seat to which nobody came does, too.")
        raise UserError("bad-agreeing", sentence)


def _check_rolling(terms: Terms) -> None:
    """Raise UserError (no-minutes, bad-dates, holds-seatings, bad-absence, slow-moves) unless the terms suit rolling
    tables."""
    minutes = terms.schedule.round_minutes or 0
    if not SHORTEST_ROLLING <= minutes <= LONGEST_ROLLING:
        sentence = _("Say how long people are seated: from %(least)d to %(most)d minutes.")
        raise UserError("no-minutes", sentence % {"least": SHORTEST_ROLLING, "most": LONGEST_ROLLING})
    if terms.schedule.has_dates:
        raise UserError("bad-dates", _("Rolling tables are played in one go, not on dates."))
    if terms.holds_seatings:
        sentence = _("At rolling tables people are seated at once: nobody can look at each seating before.")
        raise UserError("holds-seatings", sentence)
    if terms.absence != "pause":
        sentence = _("At rolling tables whoever misses a table is not seated again until they are back.")
        raise UserError("bad-absence", sentence)
    if terms.seconds >= minutes * 60:
        raise UserError("slow-moves", _("The time for a move must be shorter than the whole event."))


def _check_dates(schedule: Dates, seconds: int) -> None:
    """Raise UserError (bad-dates, long-round, slow-moves) unless rounds fit between their dates."""
    apart = schedule.apart
    if schedule.days > MOST_DAYS:
        sentence = _("From one round to the next there can be at most %(most)d days.")
        raise UserError("bad-dates", sentence % {"most": MOST_DAYS})
    if schedule.limit and schedule.limit > apart:
        sentence = _("A round is over when the next one begins: it can last at most %(minutes)d minutes.")
        raise UserError("long-round", sentence % {"minutes": apart // timedelta(minutes=1)})
    if timedelta(seconds=seconds) >= apart:
        raise UserError("slow-moves", _("The time for a move must be shorter than that from one round to the next."))

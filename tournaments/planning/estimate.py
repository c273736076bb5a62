"""Estimates for terms with a given number of players: tables, byes, rounds, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.time_zones import city_of
from games.pages.labels import span
from tournaments.base.labels import apart, length
from tournaments.formats import FORMATS
from tournaments.terms import Dates, Terms

SLOWEST = 1.4
"""How much longer the slowest of several tables takes than a typical one."""
BRIEF_SECONDS = 300
"""With more seconds per move than this, people do not play in one go, so the duration cannot be estimated."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of an event. `round_minutes` is None if the length of a round cannot be estimated."""

    players: int
    sizes: tuple[int, ...]
    rounds: int
    round_minutes: int | None
    ends_at: datetime | None
    ends_by: datetime | None
    """The latest possible end; None if rounds have no time limit."""

    @property
    def byes(self) -> int:
        return self.players - sum(self.sizes)


def estimate(terms: Terms, players: int) -> Estimate:
    """Return an estimate for terms that have passed `check`."""
    played, schedule = FORMATS[terms.format], terms.schedule
    sizes, rounds = played.table_sizes(terms.plan, players), played.rounds(terms.plan, players)
    minutes = _round_minutes(terms, sizes)
    length = timedelta(minutes=minutes or 0)
    ends_at = schedule.begins(rounds, length) + length if minutes else None
    return Estimate(players, sizes, rounds, minutes, ends_at, schedule.ends_by(rounds))


def _round_minutes(terms: Terms, sizes: tuple[int, ...]) -> int | None:
    if FORMATS[terms.format].is_rolling:
        return terms.schedule.round_minutes
    return _by_tables(terms, sizes)


def _by_tables(terms: Terms, sizes: tuple[int, ...]) -> int | None:
    if terms.seconds > BRIEF_SECONDS or not sizes:
        return None
    options = FORMATS[terms.format].options(terms.plan, 1)
    usual = terms.plan.rules.minutes(options, sizes[0])
    likely = max(1, round(usual * (SLOWEST if len(sizes) > 1 else 1)))
    return min(likely, terms.schedule.round_minutes or likely)


def in_words(terms: Terms, players: int) -> list[str]:
    """Return the estimate in sentences for the organiser, in the time zone of the terms."""
    seen = estimate(terms, players)
    return [_tables(seen), *([_byes(terms, seen)] if seen.byes else []), _length(terms, seen)]


def start_in_words(terms: Terms) -> str:
    """Return the start in words, with the day of the week, so that the organiser notices a wrong date."""
    local = terms.schedule.local_start
    gaps = {
        "day": date_format(local, "LONG_DATE_FORMAT"),
        "time": time_format(local, "H:i"),
        "zone": city_of(terms.time_zone),
    }
    return _("It starts on %(day)s at %(time)s (%(zone)s).") % gaps


def _tables(seen: Estimate) -> str:
    counts = Counter(seen.sizes)
    parts = [
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", counts[size])
        % {"count": counts[size], "size": size}
        for size in sorted(counts, reverse=True)
    ]
    gaps = {"players": seen.players, "tables": _listed(parts)}
    if not parts:
        return _("%(players)d players are too few for a table.") % gaps
    return _("%(players)d players would sit at %(tables)s.") % gaps


def _byes(terms: Terms, seen: Estimate) -> str:
    if FORMATS[terms.format].is_rolling:
        sentence = ngettext("%(byes)d waits until others are free.", "%(byes)d wait until others are free.", seen.byes)
    elif FORMATS[terms.format].has_bracket:
        sentence = ngettext(
            "%(byes)d player goes on to the second round without a match.",
            "%(byes)d players go on to the second round without a match.",
            seen.byes,
        )
    else:
        sentence = ngettext("%(byes)d has a bye in each round.", "%(byes)d have a bye in each round.", seen.byes)
    return sentence % {"byes": seen.byes}


def _length(terms: Terms, seen: Estimate) -> str:
    if FORMATS[terms.format].is_rolling:
        return _of_rolling(terms, seen)
    rounds = ngettext("%(count)d round", "%(count)d rounds", seen.rounds) % {"count": seen.rounds}
    if isinstance(terms.schedule, Dates):
        return _dates(terms, terms.schedule, seen, rounds)
    if seen.round_minutes is None or seen.ends_at is None:
        if seen.ends_by is None:
            return _("%(rounds)s, each as long as its tables take.") % {"rounds": rounds}
        gaps = {"rounds": rounds, "end": _until(terms, seen.ends_by)}
        return _("%(rounds)s; it ends by %(end)s at the latest.") % gaps
    gaps = {
        "rounds": rounds,
        "length": span(seen.round_minutes * 60),
        "break": span(terms.schedule.seconds),
        "end": _until(terms, _to_quarters(seen.ends_at)),
    }
    if terms.schedule.seconds and seen.rounds > 1:
        return _("%(rounds)s of about %(length)s, with a break of %(break)s; it ends about %(end)s.") % gaps
    return _("%(rounds)s of about %(length)s; it ends about %(end)s.") % gaps


def _of_rolling(terms: Terms, seen: Estimate) -> str:
    assert seen.round_minutes is not None
    assert seen.ends_at is not None
    gaps = {"length": length(seen.round_minutes), "end": _until(terms, seen.ends_at)}
    minutes = _by_tables(terms, seen.sizes[:1])
    if minutes is None:
        return _("People are seated for %(length)s, until %(end)s.") % gaps
    gaps["table"] = span(minutes * 60)
    return _("People are seated for %(length)s, until %(end)s; a table takes about %(table)s.") % gaps


def _dates(terms: Terms, schedule: Dates, seen: Estimate, rounds: str) -> str:
    assert seen.ends_by is not None
    gaps = {"rounds": rounds, "apart": apart(schedule.days)}
    gaps |= {"last": _until(terms, schedule.date_of(seen.rounds))}
    if seen.round_minutes is None:
        gaps["end"] = _until(terms, seen.ends_by)
        return _("%(rounds)s, %(apart)s: the last begins at %(last)s, and it ends by %(end)s at the latest.") % gaps
    gaps["length"] = span(seen.round_minutes * 60)
    return _("%(rounds)s of about %(length)s, %(apart)s: the last begins at %(last)s.") % gaps


def _to_quarters(moment: datetime) -> datetime:
    """Round up to a quarter of an hour, so that it is clearly an estimate."""
    return moment + timedelta(minutes=-moment.minute % 15, seconds=-moment.second)


def _until(terms: Terms, end: datetime) -> str:
    """Return the time of day, with the weekday if it is on another day, or the date if it is in another year."""
    start = terms.schedule.local_start
    local = end.astimezone(start.tzinfo)
    hour = time_format(local, "H:i")
    if local.date() == start.date():
        return hour
    day = date_format(local, "WEEKDAY_FORMAT" if local.year == start.year else "LONG_DATE_FORMAT")
    return _("%(time)s on %(day)s") % {"time": hour, "day": day}


def _listed(parts: Iterable[str]) -> str:
    return get_text_list(list(parts), _("and"))

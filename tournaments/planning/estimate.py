"""What is to be expected of a plan with so many players: tables, byes, rounds, and when it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.labels import span
from tournaments.base.dates import date_of
from tournaments.base.labels import apart
from tournaments.base.snapshot import format_of, plan_of
from tournaments.models import Tournament

SLOWEST = 1.4
"""How much longer the slowest of several tables takes than a usual one."""
BRIEF_SECONDS = 300
"""With more time for a move than that people do not play in one go, and nobody can tell how long it takes."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """`round_minutes` is None where only the time for a round says how long it takes."""

    players: int
    sizes: tuple[int, ...]
    rounds: int
    round_minutes: int | None
    ends_at: datetime | None
    ends_by: datetime | None
    """At the latest; None where rounds have no end."""

    @property
    def byes(self) -> int:
        return self.players - sum(self.sizes)


def forecast(tournament: Tournament, players: int) -> Forecast:
    """Of a plan that is right (see `check`)."""
    played, plan = format_of(tournament), plan_of(tournament)
    sizes, rounds = played.table_sizes(plan, players), played.rounds(plan, players)
    minutes = _round_minutes(tournament, sizes)
    ends_at = _last_round_at(tournament, rounds, minutes) + timedelta(minutes=minutes) if minutes else None
    return Forecast(players, sizes, rounds, minutes, ends_at, _end_at_the_latest(tournament, rounds))


def _last_round_at(tournament: Tournament, rounds: int, minutes: int) -> datetime:
    """If each before it takes so long."""
    if tournament.days_between:
        return date_of(tournament, rounds)
    return tournament.starts_at + timedelta(minutes=minutes, seconds=tournament.break_seconds) * max(rounds - 1, 0)


def _end_at_the_latest(tournament: Tournament, rounds: int) -> datetime | None:
    if minutes := tournament.round_minutes:
        return _last_round_at(tournament, rounds, minutes) + timedelta(minutes=minutes)
    return date_of(tournament, rounds + 1) if tournament.days_between else None


def _round_minutes(tournament: Tournament, sizes: tuple[int, ...]) -> int | None:
    if tournament.seconds > BRIEF_SECONDS or not sizes:
        return None
    options = format_of(tournament).options(plan_of(tournament), 1)
    usual = _match_minutes(tournament.game, options) * (0.5 + sizes[0] / 8 if tournament.game != "two-step" else 1)
    likely = max(1, round(usual * (SLOWEST if len(sizes) > 1 else 1)))
    return min(likely, tournament.round_minutes or likely)


def _match_minutes(game: str, options: Any) -> float:
    """Of four players who think a little (of two in Two-Step), as bots and people were seen to take."""
    if game == "chicken-foot":
        return 5.0 * (options["high"] - options["low"] + 1)
    if game == "two-step":
        return 3.0 * options["target"]
    if options["ending"] == "games":
        return 3.0 * options["games"]
    return 0.25 * options["limit"]


def in_words(tournament: Tournament, players: int) -> list[str]:
    """For the organiser, in the zone of the tournament."""
    seen = forecast(tournament, players)
    return [_tables(seen), *([_byes(tournament, seen)] if seen.byes else []), _length(tournament, seen)]


def start_in_words(tournament: Tournament) -> str:
    """With the day of the week, by which people know whether they have hit the right one."""
    local = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone))
    gaps = {"day": date_format(local, "l, j F Y"), "time": time_format(local, "H:i"), "zone": tournament.time_zone}
    return _("It starts on %(day)s at %(time)s (%(zone)s).") % gaps


def _tables(seen: Forecast) -> str:
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


def _byes(tournament: Tournament, seen: Forecast) -> str:
    if tournament.format == "knockout":
        sentence = ngettext(
            "%(byes)d player goes on to the second round without a match.",
            "%(byes)d players go on to the second round without a match.",
            seen.byes,
        )
    else:
        sentence = ngettext("%(byes)d has a bye in each round.", "%(byes)d have a bye in each round.", seen.byes)
    return sentence % {"byes": seen.byes}


def _length(tournament: Tournament, seen: Forecast) -> str:
    rounds = ngettext("%(count)d round", "%(count)d rounds", seen.rounds) % {"count": seen.rounds}
    if tournament.days_between:
        return _dates(tournament, seen, rounds)
    if seen.round_minutes is None or seen.ends_at is None:
        if seen.ends_by is None:
            return _("%(rounds)s, each as long as its tables take.") % {"rounds": rounds}
        gaps = {"rounds": rounds, "end": _until(tournament, seen.ends_by)}
        return _("%(rounds)s; it ends by %(end)s at the latest.") % gaps
    gaps = {
        "rounds": rounds,
        "length": span(seen.round_minutes * 60),
        "break": span(tournament.break_seconds),
        "end": _until(tournament, _to_quarters(seen.ends_at)),
    }
    if tournament.break_seconds and seen.rounds > 1:
        return _("%(rounds)s of about %(length)s, with a break of %(break)s; it ends about %(end)s.") % gaps
    return _("%(rounds)s of about %(length)s; it ends about %(end)s.") % gaps


def _dates(tournament: Tournament, seen: Forecast, rounds: str) -> str:
    assert seen.ends_by is not None
    gaps = {"rounds": rounds, "apart": apart(tournament.days_between)}
    gaps |= {"last": _until(tournament, date_of(tournament, seen.rounds))}
    if seen.round_minutes is None:
        gaps["end"] = _until(tournament, seen.ends_by)
        return _("%(rounds)s, %(apart)s: the last begins at %(last)s, and it ends by %(end)s at the latest.") % gaps
    gaps["length"] = span(seen.round_minutes * 60)
    return _("%(rounds)s of about %(length)s, %(apart)s: the last begins at %(last)s.") % gaps


def _to_quarters(moment: datetime) -> datetime:
    """Nobody should take an estimate for more than it is."""
    return moment + timedelta(minutes=-moment.minute % 15, seconds=-moment.second)


def _until(tournament: Tournament, end: datetime) -> str:
    """The hour, and the day if it is another one, and the year."""
    zone = ZoneInfo(tournament.time_zone)
    start, local = tournament.starts_at.astimezone(zone), end.astimezone(zone)
    hour = time_format(local, "H:i")
    if local.date() == start.date():
        return hour
    day = date_format(local, "l, j F" if local.year == start.year else "l, j F Y")
    return _("%(time)s on %(day)s") % {"time": hour, "day": day}


def _listed(parts: Iterable[str]) -> str:
    return get_text_list(list(parts), _("and"))

"""A rehearsal's report to the organiser: the duration, the assumptions, and possible surprises."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.reminding import SLOW
from tournaments.base.labels import apart
from tournaments.base.snapshot import format_of
from tournaments.formats.tables.sizes import preferred_size
from tournaments.models import Tournament
from tournaments.rehearsal.play import (
    FORCED_SECONDS,
    QUICK,
    STRONGEST,
    TYPICAL_SECONDS,
    WEAKEST,
    Rehearsed,
    RehearsedRound,
    teams_of,
)
from tournaments.terms import Dates

Byes = Sequence[tuple[int, Sequence[int]]]
"""Pairs of a round's number and the players or teams that have a bye in it."""
MOST_MOVES_A_DAY = 10
"""The most moves a day that players make who only look in now and then."""


def ends_at(tournament: Tournament, result: Rehearsed) -> datetime:
    """Return the end, rounded down to five minutes."""
    end = tournament.schedule.moment(result.seconds)
    return end + timedelta(minutes=-end.minute % 5, seconds=-end.second)


def length(tournament: Tournament, result: Rehearsed) -> str:
    schedule = tournament.schedule
    if isinstance(schedule, Dates):
        return _on_dates(tournament, schedule, result)
    minutes = round(result.seconds / 60)
    lasts = (
        _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)
        if minutes >= 60
        else _("{minutes} min").format(minutes=minutes)
    )
    zone = ZoneInfo(tournament.time_zone)
    start, end = (at.astimezone(zone) for at in (tournament.starts_at, ends_at(tournament, result)))
    return _("{lasts}: from {start} to about {end} ({zone})").format(
        lasts=lasts, start=time_format(start), end=time_format(end), zone=tournament.time_zone
    )


def _on_dates(tournament: Tournament, schedule: Dates, result: Rehearsed) -> str:
    zone = ZoneInfo(tournament.time_zone)
    first, end = (at.astimezone(zone) for at in (tournament.starts_at, ends_at(tournament, result)))
    return _("{rounds} rounds, {apart}: from {first} to {end} ({zone})").format(
        zone=tournament.time_zone,
        rounds=len(result.rounds),
        apart=apart(schedule.days),
        first=date_format(first, "SHORT_DATETIME_FORMAT"),
        end=date_format(end, "SHORT_DATETIME_FORMAT"),
    )


def assumptions(tournament: Tournament, result: Rehearsed) -> list[str]:
    said = [
        _("On average a move takes {typical} seconds, drawing and passing {forced}.").format(
            typical=min(TYPICAL_SECONDS, tournament.seconds), forced=FORCED_SECONDS
        ),
        _between_rounds(tournament),
        _("Bots play somewhat differently from people: take this as an example, not a promise."),
    ]
    if tournament.has_handicap:
        sentence = _("The bots count as rated from {least} to {most}, so that you see handicap points at work.")
        said.append(sentence.format(least=WEAKEST, most=STRONGEST))
    if result.no_shows:
        said.append(_("Players who do not turn up use the full time for two moves; then the house plays quickly."))
    if QUICK in result.levels:
        said.append(_("To be done in time, bots played at random in some of the rounds; such deals may last longer."))
    return said


def _between_rounds(tournament: Tournament) -> str:
    schedule = tournament.schedule
    if tournament.is_rolling:
        sentence = _("People sit down {seconds} seconds after they hear of their table, and nobody takes a break.")
        return sentence.format(seconds=tournament.break_seconds)
    if isinstance(schedule, Dates):
        sentence = _(
            "A round lasts as long as its slowest table, and rounds begin {apart}, at the time of day of the start."
        )
        return sentence.format(apart=apart(schedule.days))
    sentence = _("A round lasts as long as its slowest table, and the break between rounds is {seconds} seconds.")
    return sentence.format(seconds=schedule.seconds)


def byes(tournament: Tournament, each: RehearsedRound) -> list[str]:
    """Return who has a bye in a round: teams where they meet, otherwise players."""
    if format_of(tournament).teams_meet:
        return [_("Team %(number)d") % {"number": number} for number in teams_of(each.byes, tournament.team_size)]
    return [_("Player %(entrant)s") % {"entrant": entrant} for entrant in each.byes]


def surprises(tournament: Tournament, result: Rehearsed) -> list[str]:
    if tournament.is_rolling:
        return [*_about_numbers(tournament, result), *_about_rolling(tournament, result), *_about_the_end(result)]
    return [
        *_about_numbers(tournament, result),
        *_about_tables(tournament, result),
        *(_about_byes_of_teams if format_of(tournament).teams_meet else _about_byes)(tournament, result),
        *_about_time(tournament, result),
        *_about_slow_moves(tournament, result),
        *_about_meetings(tournament, result),
        *_about_the_end(result),
    ]


def _about_rolling(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    tables = [entrants for each in result.rounds for entrants in each.tables]
    if not tables:
        yield _("Nobody finds a table: too few come for one.")
        return
    sat = Counter(entrant for table in tables for entrant, _points in table)
    least, most = min(sat.values()), max(sat.values())
    if least == most:
        sentence = ngettext(
            "{count} table is played, and everybody sits at it.",
            "{count} tables are played; everybody sits at {most} of them.",
            len(tables),
        )
    else:
        sentence = ngettext(
            "{count} table is played; players sit at {least} to {most} of them.",
            "{count} tables are played; players sit at {least} to {most} of them.",
            len(tables),
        )
    yield sentence.format(count=len(tables), least=least, most=most)
    if waited := round(result.waited / 60):
        yield ngettext("Somebody waits for {minutes} minute.", "Somebody waits for {minutes} minutes.", waited).format(
            minutes=waited
        )
    if late := sum(each.cut for each in result.rounds):
        if tournament.plays_out:
            sentence = ngettext(
                "When the time is up {count} table is under way, and is played out.",
                "When the time is up {count} tables are under way, and are played out.",
                late,
            )
        else:
            sentence = ngettext(
                "When the time is up {count} table is broken off.",
                "When the time is up {count} tables are broken off.",
                late,
            )
        yield sentence.format(count=late)


def _about_numbers(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    if too_few := _too_few(tournament, result):
        yield too_few
    if result.is_whole and len(result.rounds) < result.planned:
        if format_of(tournament).teams_meet:
            sentence = _("It ends after {played} of {planned} rounds: too few teams are left to meet.")
        else:
            sentence = _("It ends after {played} of {planned} rounds: there is nobody left to be seated.")
        yield sentence.format(played=len(result.rounds), planned=result.planned)


def _too_few(tournament: Tournament, result: Rehearsed) -> str:
    """Say so if the event would be cancelled; as at a real start, a team is present if one of its members is."""
    come = set(range(1, result.players + 1)) - set(result.no_shows)
    if tournament.has_teams:
        here, least = len(teams_of(come, tournament.team_size)), tournament.fewest_teams
        sentence = _("With fewer than {least} complete teams at the start it would be cancelled; here {here} come.")
    else:
        here, least = len(come), tournament.least
        sentence = _("With fewer than {least} players at the start it would be cancelled; here {here} come.")
    return sentence.format(least=least, here=here) if here < least else ""


def _about_tables(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    if not format_of(tournament).seatings:
        return
    odd: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for each in result.rounds:
        others = tuple(
            (count, size) for count, size in map(tuple, each.sizes) if size != preferred_size(tournament.terms.plan)
        )
        if others:
            odd[others].append(each.number)
    for others, rounds in odd.items():
        tables = [
            ngettext("{count} table of {size}", "{count} tables of {size}", count).format(count=count, size=size)
            for count, size in others
        ]
        yield _("{rounds}: {tables}.").format(rounds=in_rounds(rounds, len(result.rounds)), tables=_list(tables))


def in_rounds(rounds: list[int], of: int) -> str:
    """Return "In rounds 4 and 7" or "In every round"."""
    if len(rounds) == of and of > 1:
        return _("In every round")
    numbers = _list(map(str, rounds))
    return ngettext("In round {numbers}", "In rounds {numbers}", len(rounds)).format(numbers=numbers)


def _list(words: Iterable[str]) -> str:
    return str(get_text_list(list(words), _("and")))


def _about_byes(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    its = [(each.number, each.byes) for each in result.rounds]
    for count, rounds in _with_byes(its):
        said = ngettext("{count} player has a bye", "{count} players have a bye", count).format(count=count)
        yield _("{rounds} {byes}.").format(rounds=in_rounds(rounds, len(result.rounds)), byes=said)
    if (most := _most_byes(its)) > 1:
        yield _("Somebody has {count} byes.").format(count=most)


def _about_byes_of_teams(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    its = [(each.number, teams_of(each.byes, tournament.team_size)) for each in result.rounds]
    for count, rounds in _with_byes(its):
        said = ngettext("{count} team has a bye", "{count} teams have a bye", count).format(count=count)
        yield _("{rounds} {byes}.").format(rounds=in_rounds(rounds, len(result.rounds)), byes=said)
    if (most := _most_byes(its)) > 1:
        yield _("One team has {count} byes.").format(count=most)


def _with_byes(byes: Byes) -> list[tuple[int, list[int]]]:
    """Return numbers of byes, each with the rounds in which there are that many."""
    found: dict[int, list[int]] = defaultdict(list)
    for number, those in byes:
        if those:
            found[len(those)].append(number)
    return sorted(found.items())


def _most_byes(byes: Byes) -> int:
    return max(Counter(one for _number, those in byes for one in those).values(), default=0)


def _about_time(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    cut = [each.number for each in result.rounds if each.cut]
    if cut:
        yield _("{rounds} the time is over before all tables are done: the house finishes them.").format(
            rounds=in_rounds(cut, len(result.rounds))
        )
    if tournament.schedule.limit is None and result.rounds:
        slowest = max(each.longest for each in result.rounds)
        yield _("There is no time limit for a round: the slowest table took {minutes} min.").format(
            minutes=round(slowest / 60)
        )


def _about_slow_moves(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    """Warn about slow moves: "a day for a move" sounds harmless, but a match has hundreds of moves."""
    tables = sum(len(each.tables) for each in result.rounds)
    limit = tournament.schedule.limit
    if tournament.seconds < SLOW.total_seconds() or not tables or not limit:
        return
    moves = result.moves / tables
    if moves / (limit / timedelta(days=1)) > MOST_MOVES_A_DAY:
        yield _(
            "A match has about {moves} moves: two who play a few of them a day are not done when the round is over. "
            "Opponents should agree on a time when both are there."
        ).format(moves=round(moves / 10) * 10)


def _about_meetings(tournament: Tournament, result: Rehearsed) -> Iterator[str]:
    again = [each.number for each in result.rounds if each.again]
    if again and tournament.seating != "fixed":
        sentence = _("{rounds} some meet again; no two meet more than {most} times.")
        yield sentence.format(rounds=in_rounds(again, len(result.rounds)), most=result.most_met)


def _about_the_end(result: Rehearsed) -> Iterator[str]:
    if result.teams:
        first = sum(rank == 1 for _members, rank, _score in result.teams)
        sentence = _("{count} teams share first place: consider tie-breaks.")
    else:
        first = sum(rank == 1 for _entrant, rank, _score, _rounds in result.standings)
        sentence = _("{count} players share first place: consider tie-breaks.")
    if result.is_whole and first > 1:
        yield sentence.format(count=first)

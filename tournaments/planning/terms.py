"""The terms in words: everything that a player should know before entering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.time_zones import city_of
from games.pages.labels import described, span
from tournaments.base.cached import numbers_of, total_rounds
from tournaments.base.labels import apart, late_rule_of, length, tie_break_name
from tournaments.base.snapshot import format_of
from tournaments.formats import FORMATS, Format
from tournaments.models import Tournament
from tournaments.planning.counting import handicap_of, how_handicaps_count, how_teams_count, teams_of
from tournaments.terms import Dates


@dataclass(frozen=True, slots=True)
class Term:
    label: str
    text: str
    more: str = ""


def described_terms(tournament: Tournament) -> list[Term]:
    return [*_what(tournament), *_time(tournament), *_who(tournament), *_if(tournament)]


def _what(tournament: Tournament) -> Iterator[Term]:
    played = format_of(tournament)
    yield Term(_("Game"), str(tournament.get_game_display()), _match(tournament, played))
    yield Term(_("Format"), _(played.name), _(played.summary))
    if played.is_rolling:
        yield from _rolling(tournament)
        return
    yield Term(_("Rounds"), _rounds(tournament, played))
    if played.has_stages:
        yield from _stages(tournament)
    if "table_size" in played.uses and played.seats_allowed(tournament.terms.plan)[-1] > 2:
        yield Term(
            _("Tables"), _("of %(size)d, or as near to it as the numbers allow") % {"size": tournament.table_size}
        )
        yield Term(_("Seating"), _seating(tournament.seating))
        if not played.lowest_wins(tournament.terms.plan) and not tournament.duplicate and not played.has_stages:
            yield Term(
                _("What counts"),
                _("The settlement of each match; the highest total wins"),
                _("For each other player, the points they had more than you, added up."),
            )
    if tournament.has_teams:
        yield Term(_("Teams"), teams_of(tournament), how_teams_count(tournament))
    if tournament.has_handicap:
        yield Term(_("Handicap"), handicap_of(tournament), how_handicaps_count(tournament))
    yield from _other_places(tournament, played)
    if tournament.duplicate:
        yield Term(
            _("Same tiles"),
            _("All tables of a round play with the same tiles"),
            _("Each seat is compared with the same seat at the other tables. Nobody can watch before it is over."),
        )
    order = tournament.tie_breaks or list(getattr(played, "usual", played.tie_breaks))
    if order:
        yield Term(_("If scores are equal"), ", ".join(tie_break_name(slug) for slug in order))


def _rolling(tournament: Tournament) -> Iterator[Term]:
    if tournament.plays_out:
        end = _("Tables still under way are then played to the end, and count.")
    else:
        end = _("Tables still under way are then broken off, and count for nobody.")
    yield Term(_("Time in all"), length(tournament.round_minutes or 0), end)
    if tournament.table_size > 2:
        yield Term(
            _("Tables"),
            _("of %(size)d, or one fewer or more where the numbers ask for it") % {"size": tournament.table_size},
        )
    yield Term(
        _("Seating"),
        _("At once, with others who are free and near in the standings"),
        _("Players who sat together last are kept apart, but nobody waits longer than a minute for other company."),
    )
    yield Term(
        _("What counts"),
        _("Points by place: 3 for the first of a table, 0 for the last, even steps between"),
        _("From the third table won in a row on, each brings one point more."),
    )
    yield Term(_("If scores are equal"), _("tables won, then fewer tables played"))
    if tournament.fills_up:
        yield Term(
            _("Bots"), _("fill up a table for whoever has waited for a minute, with too few others who are free")
        )


def _stages(tournament: Tournament) -> Iterator[Term]:
    if tournament.qualifying:
        groups = ngettext("%(count)d group", "%(count)d groups", tournament.groups) % {"count": tournament.groups}
        yield Term(_("Qualifying"), f"{_(FORMATS[tournament.qualifying].name)}, {groups}")
    on = ngettext("%(count)d goes on to the final", "%(count)d go on to the final", tournament.advancing)
    yield Term(
        _("Who goes on"),
        on % {"count": tournament.advancing},
        _("The best of each group, in equal numbers as far as that comes out even; ties are broken by the seeds."),
    )
    if tournament.deciding:
        yield Term(_("Final"), _(FORMATS[tournament.deciding].name))


def _other_places(tournament: Tournament, played: Format) -> Iterator[Term]:
    decider = FORMATS[tournament.deciding] if tournament.deciding else played
    if tournament.third_place and "third_place" in decider.uses:
        yield Term(_("Third place"), _("The losers of the semi-finals play for it"))
    if tournament.consolation and played.has_stages:
        yield Term(_("Consolation"), _("Players who do not reach the final play on for the places behind it"))
    elif tournament.consolation:
        yield Term(_("Consolation bracket"), _("Players who lose their first match play on in it"))


def _match(tournament: Tournament, played: Format) -> str:
    """Describe what is played at a table in a round."""
    plan = tournament.terms.plan
    first = played.options(plan, 1)
    if first == plan.options:
        return described(tournament.rules, tournament.table_size, tournament.options)
    return _("one deal in each round, from the double %(high)d down") % {"high": first["high"]}


def _rounds(tournament: Tournament, played: Format) -> str:
    plan, count = tournament.terms.plan, total_rounds(tournament)
    number = ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}
    is_fixed = played.rounds(plan, 2) == played.rounds(plan, 1000)
    if tournament.started_at or is_fixed:
        return number
    return _("as many as it takes; with the current entries, %(rounds)s") % {"rounds": number}


def _seating(seating: str) -> str:
    words = {
        "spread": _("New tables every round, so that people meet as many others as they can"),
        "standings": _("New tables every round: leaders meet leaders"),
        "random": _("New tables every round, by lot"),
        "fixed": _("The same tables in every round"),
    }
    return words.get(seating, seating)


def _time(tournament: Tournament) -> Iterator[Term]:
    schedule = tournament.schedule
    yield Term(_("Time for a move"), span(tournament.seconds))
    if tournament.is_rolling:
        pause = span(tournament.break_seconds) if tournament.break_seconds else _("none")
        yield Term(_("From the announcement of a table until it opens"), pause)
        return
    if schedule.round_minutes:
        yield Term(
            _("Time for a round"),
            span(schedule.round_minutes * 60),
            _("When it is over, the house plays what is unfinished to its end, at once."),
        )
    elif schedule.has_dates:
        yield Term(
            _("Time for a round"),
            _("until the next one begins"),
            _("Then the house plays what is unfinished to its end, at once. The last round is as long as the others."),
        )
    else:
        yield Term(_("Time for a round"), _("as long as its tables take"))
    if isinstance(schedule, Dates):
        yield _dates(schedule)
        if tournament.agrees_on_hours:
            yield _hours(tournament, schedule)
        return
    yield Term(_("Break between rounds"), span(schedule.seconds) if schedule.seconds else _("none"))


def _dates(schedule: Dates) -> Term:
    first = schedule.local_start
    gaps = {
        "apart": apart(schedule.days),
        "day": date_format(first, "WEEKDAY_FORMAT"),
        "time": time_format(first, "H:i"),
        "zone": city_of(schedule.time_zone),
    }
    return Term(
        _("Rounds begin"),
        _("%(apart)s at %(time)s (%(zone)s), the first on %(day)s") % gaps,
        _("A round that is done early is followed on its date all the same."),
    )


def _hours(tournament: Tournament, schedule: Dates) -> Term:
    days = ngettext("%(count)d day", "%(count)d days", tournament.agree_days) % {"count": tournament.agree_days}
    agreed = _("at a time that their players agree on within %(days)s") % {"days": days}
    if tournament.agreeing == Tournament.Agreeing.ABSENT:
        return Term(_("Tables open"), agreed, _("Otherwise the match counts as missed by all of them."))
    fixed = schedule.days_after(schedule.starts_at, tournament.fixed_day).astimezone(schedule.local_start.tzinfo)
    gaps = {
        "day": date_format(fixed, "l"),
        "time": time_format(fixed, "H:i"),
        "days": ngettext("%(count)d day", "%(count)d days", tournament.fixed_day) % {"count": tournament.fixed_day},
    }
    if tournament.agreeing == Tournament.Agreeing.FIXED:
        otherwise = _("Otherwise %(days)s after the round begins at %(time)s (for the first round on a %(day)s).")
    else:
        otherwise = _("Otherwise the organisers decide, or else %(days)s after the round begins at %(time)s.")
    return Term(_("Tables open"), agreed, otherwise % gaps)


def _who(tournament: Tournament) -> Iterator[Term]:
    yield Term(_("Players"), _players(tournament), _("With fewer at the start it is cancelled, and everyone is told."))
    who = str(tournament.get_entrance_display())
    if tournament.least_matches:
        least = tournament.least_matches
        who += ngettext(", with at least %(least)d match played", ", with at least %(least)d matches played", least) % {
            "least": least
        }
    yield Term(_("Who may enter"), who)
    if tournament.admits_bots:
        yield Term(
            _("Bots of players"),
            _("may enter, and are marked as bots"),
            _("They bring no points for the season and have no ratings."),
        )
    if tournament.check_in_minutes:
        yield Term(
            _("Check-in"),
            _("opens %(time)s before the start") % {"time": span(tournament.check_in_minutes * 60)},
            _("Players who have not checked in by the start are not seated until they say that they are here."),
        )


def _players(tournament: Tournament) -> str:
    if tournament.has_teams and tournament.most_teams is None:
        return _("at least %(least)d teams") % {"least": tournament.fewest_teams}
    if tournament.has_teams:
        teams = {"least": tournament.fewest_teams, "most": tournament.most_teams}
        return _("%(least)d to %(most)d teams, then there is a waiting list") % teams
    if tournament.most is None:
        return _("at least %(least)d") % {"least": tournament.least}
    numbers = {"least": tournament.least, "most": tournament.most}
    if tournament.least == tournament.most:
        return _("exactly %(least)d, then there is a waiting list") % numbers
    return _("%(least)d to %(most)d, then there is a waiting list") % numbers


def _if(tournament: Tournament) -> Iterator[Term]:
    yield Term(_("Late entry"), *_late(tournament))
    if tournament.is_rolling:
        so = _("If a player does not come, the house plays the seat to the end, and the table brings them nothing.")
    else:
        so = _("If a player does not come, or leaves, the house plays the seat to the end of the round.")
    yield Term(_("Absent players"), str(tournament.get_absence_display()), so)
    so = _(
        "It plays like this for whoever is away or out of time, and for everybody when it ends a match because the "
        "time is up. The standings say which points it made."
    )
    yield Term(_("The house plays"), str(tournament.get_house_level_display()), so)
    if tournament.is_rolling:
        return
    if tournament.has_teams and "cycles" in format_of(tournament).uses:
        yield Term(
            _("If a whole team withdraws"),
            _("before half of its matches are played, they count for nobody"),
            _("Later, what it has played counts, and the rest is lost."),
        )
    if tournament.terms.plan.has_absence_rules and format_of(tournament).all_meet:
        yield Term(
            _("If somebody withdraws"),
            _("before half of their matches are played, their results count for nobody"),
            _("Later, what they have played counts, and the rest is lost."),
        )
    if tournament.terms.plan.has_absence_rules:
        yield Term(
            _("Seats to which nobody comes"),
            _("count %(how)s") % {"how": tournament.get_no_shows_display()},
            _("They bring no points for the season, and whoever has come to no table ranks behind all others."),
        )


def _late(tournament: Tournament) -> tuple[str, str]:
    played, plan, numbers = format_of(tournament), tournament.terms.plan, numbers_of(tournament)
    if played.is_rolling:
        return _("possible until the time is up"), late_rule_of(tournament)
    entrants = numbers.seeded or max(numbers.entered, tournament.least)
    last = 1 if tournament.has_teams else min(tournament.late_rounds, played.last_round_to_enter(plan, entrants))
    if last <= 1:
        return _("not possible: enter before the start"), ""
    return _("possible up to round %(last)d") % {"last": last}, late_rule_of(tournament)


def longest(tournament: Tournament) -> str:
    """Return the maximum duration in words; empty if rounds have no time limit."""
    schedule = tournament.schedule
    if schedule.limit is None:
        return ""
    if tournament.is_rolling:
        return length(tournament.round_minutes or 0)
    time = schedule.longest(total_rounds(tournament))
    assert time is not None
    hours, minutes = divmod(time // timedelta(minutes=1), 60)
    words = [span(hours * 3600)] * bool(hours) + [span(minutes * 60)] * bool(minutes)
    return _("at most %(time)s") % {"time": " ".join(words)}

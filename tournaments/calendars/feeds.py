"""Tournaments, and the rounds of leagues, as iCalendar feeds (RFC 5545) in the organiser's time zone."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache as remembered
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, Timezone, vDuration, vText

from accounts.models import Player
from clubs.models import Club
from common import markdown
from games.pages.labels import described
from tournaments.base import querysets
from tournaments.base.snapshot import format_of
from tournaments.models import Entry, Place, Round, Tournament, TournamentQuerySet
from tournaments.planning.estimate import estimate

PAST = timedelta(days=90)
"""How long past events stay in a calendar."""
MOST = 300
KEPT_SECONDS = 24 * 3600
ASK_AGAIN = timedelta(hours=1)
AT_LEAST = timedelta(minutes=30)
REMIND = timedelta(hours=1)
Hours = Mapping[tuple[str, int], datetime]
"""Opening times of tables that have an hour of their own, by league and round."""
PRODUCT = "-//Boneyard//Tournaments//EN"


@dataclass(frozen=True, slots=True)
class Feed:
    """A calendar ready to be sent; `etag` and `changed_at` only change when its content does."""

    body: bytes
    etag: str
    changed_at: datetime


def of_tournament(tournament: Tournament) -> Feed:
    return _feed(tournament.name, _listed(Tournament.objects.filter(pk=tournament.pk)))


def of_club(club: Club) -> Feed:
    """Return the announced tournaments of a club, in the club's language."""
    with translation.override(club.language):
        return _feed(club.name, _listed(Tournament.objects.announced().filter(club=club)))


def of_player(player: Player) -> Feed:
    """Return the announced tournaments that the player has entered or organises, in the player's language."""
    waiting = Entry.objects.filter(player=player, status=Entry.Status.WAITING).values_list("tournament", flat=True)
    with translation.override(player.language or settings.LANGUAGE_CODE):
        name = _("Boneyard: %(player)s") % {"player": player.username}
        listed = _listed(Tournament.objects.announced().filter(querysets.of(player)))
        return _feed(name, listed, set(waiting), _hours_of(player))


def _hours_of(player: Player) -> Hours:
    """Return the opening times of the player's tables that have an hour of their own."""
    places = Place.objects.filter(entry__player=player, board__opens_at__isnull=False)
    rows = places.values_list("round__tournament", "round__number", "board__opens_at")
    return {(league, number): opens_at for league, number, opens_at in rows if opens_at}


def _listed(tournaments: TournamentQuerySet) -> list[Tournament]:
    recent = Q(starts_at__gt=timezone.now() - PAST) | Q(status=Tournament.Status.RUNNING)
    found = tournaments.filter(recent).select_related("club")
    counted = found.annotate(entered=Count("entries", filter=querysets.HAS_ENTERED))
    return list(counted.order_by("-starts_at")[:MOST])


def _feed(
    name: str, tournaments: Sequence[Tournament], waiting: Iterable[str] = (), hours: Hours | None = None
) -> Feed:
    seen = [(one.pk, one.version, one.status, one.entered, one.club and one.club.name) for one in tournaments]  # type: ignore[attr-defined]
    facts = (name, seen, sorted(waiting), sorted((hours or {}).items()), translation.get_language(), settings.SITE_URL)
    etag = hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
    body, changed_at = cache.get(f"calendar:{etag}") or (None, None)
    if body is None:
        body, changed_at = written(name, tournaments, set(waiting), hours), timezone.now().replace(microsecond=0)
        cache.set(f"calendar:{etag}", (body, changed_at), KEPT_SECONDS)
    assert changed_at is not None
    return Feed(body, f'"{etag}"', changed_at)


def written(
    name: str, tournaments: Iterable[Tournament], waiting: Iterable[str] = (), hours: Hours | None = None
) -> bytes:
    """Return the calendar as text; each tournament needs `entered`. `hours` are those of a player's own tables."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", vText(name))
    calendar.add("x-wr-calname", vText(name))
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(ASK_AGAIN))
    tournaments = list(tournaments)
    dates = _dates([one for one in tournaments if one.schedule.has_dates], hours or {})
    events = [event for one in tournaments for event in _events(one, dates.get(one.pk, []), one.pk in waiting)]
    zones = {one.time_zone for one in tournaments} - {"UTC"}
    for zone in sorted(zones) if events else ["UTC"]:  # a calendar must not be empty
        calendar.add_component(_zone(zone))
    for event in events:
        calendar.add_component(event)
    return calendar.to_ical()


@remembered
def _zone(name: str) -> Timezone:
    return Timezone.from_tzinfo(ZoneInfo(name), name)


@dataclass(frozen=True, slots=True)
class Date:
    """The date of a league's round."""

    number: int
    begins_at: datetime
    is_to_come: bool


def _dates(leagues: Sequence[Tournament], hours: Hours) -> dict[str, list[Date]]:
    """Return the rounds of each league, past and (unless it is over) upcoming, with two queries."""
    if not leagues:
        return {}
    played: defaultdict[str, list[Round]] = defaultdict(list)
    for round_ in Round.objects.filter(tournament__in=leagues).order_by("number"):
        played[round_.tournament_id].append(round_)
    is_reserve = Q(line__isnull=False, line__gt=F("tournament__team_size"))
    seeded, has_place = Q(seed__gt=0) & ~is_reserve, Q(status=Entry.Status.ENTERED)
    counted = Entry.objects.filter(tournament__in=leagues).values("tournament").order_by()
    counts = counted.annotate(people=Count("pk", filter=seeded), teams=Count("team", distinct=True, filter=has_place))
    entrants = {
        league: (people, teams) for league, people, teams in counts.values_list("tournament", "people", "teams")
    }
    return {
        one.pk: list(_dates_of(one, played[one.pk], _entrants(one, *entrants.get(one.pk, (0, 0))), hours))
        for one in leagues
    }


def _entrants(league: Tournament, seeded: int, teams: int) -> int:
    """Return the number of entrants that determines the number of rounds; where teams meet, reserves do not count."""
    if seeded:
        return seeded
    entered = teams * league.team_size if format_of(league).teams_meet else league.entered  # type: ignore[attr-defined]
    return max(entered, league.least)


def _dates_of(league: Tournament, played: Sequence[Round], entrants: int, hours: Hours) -> Iterator[Date]:
    begun = [round_ for round_ in played if round_.started_at]
    for round_ in begun:
        assert round_.started_at is not None
        own = hours.get((league.pk, round_.number))
        yield Date(round_.number, own or round_.started_at, is_to_come=own is not None)
    if league.status != Tournament.Status.FINISHED:
        rounds = format_of(league).rounds(league.terms.plan, entrants)
        for number, begins_at in league.schedule.coming(begun[-1] if begun else None, rounds):
            yield Date(number, begins_at, is_to_come=True)


def _events(tournament: Tournament, dates: Sequence[Date], is_waiting: bool) -> Iterator[Event]:
    if not dates:
        yield _event(tournament, is_waiting)
    for date in dates:
        yield _event_of_round(tournament, date, is_waiting)


def _event(tournament: Tournament, is_waiting: bool) -> Event:
    event = _plain_event(tournament, is_waiting)
    event.add("uid", f"{tournament.pk}@tournaments.boneyard")
    event.add("summary", tournament.name)
    _add_time(event, tournament, tournament.starts_at, _end(tournament))
    if tournament.status in Tournament.COMING:
        _add_alarms(event, tournament)
    return event


def _event_of_round(league: Tournament, date: Date, is_waiting: bool) -> Event:
    event = _plain_event(league, is_waiting)
    event.add("uid", f"{league.pk}-{date.number}@tournaments.boneyard")
    gaps = {"tournament": league.name, "number": date.number}
    summary = _("%(tournament)s, round %(number)d") % gaps
    event.add("summary", summary)
    minutes = estimate(league.terms, max(league.entered, league.least)).round_minutes  # type: ignore[attr-defined]
    length = max(timedelta(minutes=minutes or 0), AT_LEAST)
    _add_time(event, league, date.begins_at, date.begins_at + length)
    if date.is_to_come and league.status in Tournament.COMING and date.number == 1:
        _add_alarms(event, league)
    elif date.is_to_come and league.status != Tournament.Status.CANCELLED:
        event.add_component(_alarm(summary, REMIND))
    return event


def _plain_event(tournament: Tournament, is_waiting: bool) -> Event:
    event = Event()
    event.add("dtstamp", tournament.created_at)
    event.add("sequence", tournament.version)
    event.add("status", _status(tournament, is_waiting))
    event.add("url", settings.SITE_URL + tournament.get_absolute_url())
    event.add("description", _description(tournament))
    return event


def _add_time(event: Event, tournament: Tournament, begins_at: datetime, ends_at: datetime) -> None:
    zone = ZoneInfo(tournament.time_zone)
    event.add("dtstart", begins_at.astimezone(zone))
    event.add("dtend", ends_at.astimezone(zone))


def _add_alarms(event: Event, tournament: Tournament) -> None:
    event.add_component(_alarm(tournament.name, REMIND))
    if tournament.check_in_minutes:
        words = _("Check-in for %(tournament)s is open.") % {"tournament": tournament.name}
        event.add_component(_alarm(words, timedelta(minutes=tournament.check_in_minutes)))


def _status(tournament: Tournament, is_waiting: bool) -> str:
    if tournament.status == Tournament.Status.CANCELLED:
        return "CANCELLED"
    return "TENTATIVE" if is_waiting else "CONFIRMED"


def _end(tournament: Tournament) -> datetime:
    """Return when the tournament ended, or is expected to end."""
    earliest = tournament.starts_at + AT_LEAST
    if tournament.status == Tournament.Status.FINISHED and tournament.finished_at:
        return max(tournament.finished_at, earliest)
    seen = estimate(tournament.terms, max(tournament.entered, tournament.least))  # type: ignore[attr-defined]
    return max(seen.ends_at or seen.ends_by or earliest, earliest)


def _description(tournament: Tournament) -> str:
    played = format_of(tournament)
    options = described(tournament.rules, tournament.table_size, tournament.options)
    lines = [
        " · ".join(filter(None, [tournament.get_game_display(), _(played.name), options])),
        _(played.summary),
        tournament.club.name if tournament.club else "",
        markdown.plain(tournament.description) if tournament.description else "",
        settings.SITE_URL + tournament.get_absolute_url(),
    ]
    return "\n".join(filter(None, lines))


def _alarm(words: str, before: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", words)
    alarm.add("trigger", -before)
    return alarm

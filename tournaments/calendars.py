"""Tournaments as calendars hold them (RFC 5545): by the organiser's clock, with the rules of that clock."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache as remembered
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, Timezone, vDuration, vText

from accounts import markdown
from accounts.models import Player
from clubs.models import Club
from games.wording import described
from tournaments import listing
from tournaments.events import format_of
from tournaments.forecast import forecast
from tournaments.models import Entry, Tournament, TournamentQuerySet

PAST = timedelta(days=90)
"""How long what is over stays in a calendar."""
MOST = 300
KEPT_SECONDS = 24 * 3600
ASK_AGAIN = timedelta(hours=1)
AT_LEAST = timedelta(minutes=30)
REMIND = timedelta(hours=1)
PRODUCT = "-//Boneyard//Tournaments//EN"


@dataclass(frozen=True, slots=True)
class Feed:
    """A calendar as it is sent; `etag` and `changed_at` stay as long as nothing in it changes."""

    body: bytes
    etag: str
    changed_at: datetime


def of_tournament(tournament: Tournament) -> Feed:
    return _feed(tournament.name, _listed(Tournament.objects.filter(pk=tournament.pk)))


def of_club(club: Club) -> Feed:
    """What is announced, in the club's language."""
    with translation.override(club.language):
        return _feed(club.name, _listed(Tournament.objects.announced().filter(club=club)))


def of_player(player: Player) -> Feed:
    """What the player has entered or organises, as far as it is announced, in the player's language."""
    waiting = Entry.objects.filter(player=player, status=Entry.Status.WAITING).values_list("tournament", flat=True)
    with translation.override(player.language or settings.LANGUAGE_CODE):
        name = _("Boneyard: %(player)s") % {"player": player.username}
        return _feed(name, _listed(Tournament.objects.announced().filter(listing.of(player))), set(waiting))


def _listed(tournaments: TournamentQuerySet) -> list[Tournament]:
    recent = tournaments.filter(starts_at__gt=timezone.now() - PAST)
    counted = recent.select_related("club").annotate(entered=Count("entries", filter=listing.HAS_ENTERED))
    return list(counted.order_by("-starts_at")[:MOST])


def _feed(name: str, tournaments: Sequence[Tournament], waiting: Iterable[str] = ()) -> Feed:
    seen = [(one.pk, one.version, one.status, one.entered, one.club and one.club.name) for one in tournaments]  # type: ignore[attr-defined]
    facts = (name, seen, sorted(waiting), translation.get_language(), settings.SITE_URL)
    etag = hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
    body, changed_at = cache.get(f"calendar:{etag}") or (None, None)
    if body is None:
        body, changed_at = written(name, tournaments, set(waiting)), timezone.now().replace(microsecond=0)
        cache.set(f"calendar:{etag}", (body, changed_at), KEPT_SECONDS)
    assert changed_at is not None
    return Feed(body, f'"{etag}"', changed_at)


def written(name: str, tournaments: Iterable[Tournament], waiting: Iterable[str] = ()) -> bytes:
    """As the text of a calendar; each tournament has `entered`."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", vText(name))
    calendar.add("x-wr-calname", vText(name))
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(ASK_AGAIN))
    events = [_event(one, one.pk in waiting) for one in tournaments]
    zones = {one.time_zone for one in tournaments} - {"UTC"}
    for zone in sorted(zones) if events else ["UTC"]:  # a calendar must hold something
        calendar.add_component(_zone(zone))
    for event in events:
        calendar.add_component(event)
    return calendar.to_ical()


@remembered
def _zone(name: str) -> Timezone:
    return Timezone.from_tzinfo(ZoneInfo(name), name)


def _event(tournament: Tournament, is_waiting: bool) -> Event:
    zone = ZoneInfo(tournament.time_zone)
    event = Event()
    event.add("uid", f"{tournament.pk}@tournaments.boneyard")
    event.add("dtstamp", tournament.created_at)
    event.add("sequence", tournament.version)
    event.add("summary", tournament.name)
    event.add("dtstart", tournament.starts_at.astimezone(zone))
    event.add("dtend", _end(tournament).astimezone(zone))
    event.add("status", _status(tournament, is_waiting))
    event.add("url", settings.SITE_URL + tournament.get_absolute_url())
    event.add("description", _description(tournament))
    if tournament.status in Tournament.COMING:
        event.add_component(_alarm(tournament.name, REMIND))
        if tournament.check_in_minutes:
            words = _("Check-in for %(tournament)s is open.") % {"tournament": tournament.name}
            event.add_component(_alarm(words, timedelta(minutes=tournament.check_in_minutes)))
    return event


def _status(tournament: Tournament, is_waiting: bool) -> str:
    if tournament.status == Tournament.Status.CANCELLED:
        return "CANCELLED"
    return "TENTATIVE" if is_waiting else "CONFIRMED"


def _end(tournament: Tournament) -> datetime:
    """When it ended, or is expected to."""
    earliest = tournament.starts_at + AT_LEAST
    if tournament.status == Tournament.Status.FINISHED and tournament.finished_at:
        return max(tournament.finished_at, earliest)
    seen = forecast(tournament, max(tournament.entered, tournament.least))  # type: ignore[attr-defined]
    return max(seen.ends_at or seen.ends_by or earliest, earliest)


def _description(tournament: Tournament) -> str:
    played = format_of(tournament)
    options = described(tournament.game, tournament.table_size, tournament.options)
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

"""Notices to players from any app: each is sent once, in the player's language and in the way they chose."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from celery import current_app
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet, TextChoices
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts import names
from accounts.models import Mail, Notice, Player, Push
from accounts.notices.addresses import confirmed
from accounts.notices.message_types import Expected, NewNotice
from accounts.notices.subscriptions import subscribed
from common.database.compiled import NUMBER, compiled_once
from live.hub import News, announce, encode

logger = logging.getLogger(__name__)

MAIL_TASK = "accounts.tasks.mail_notices"
PUSH_TASK = "accounts.tasks.push_notices"
STOP_SALT = "notices.stop"


class Group(TextChoices):
    """A heading for kinds of notices on the page of preferences, in this order."""

    MATCHES = "matches", _("Matches")
    TOURNAMENTS = "tournaments", _("Tournaments")
    TEAMS = "teams", _("Teams")
    LEAGUES = "leagues", _("Leagues and match times")
    ORGANISING = "organising", _("Tournaments that I organise")
    CLUBS = "clubs", _("Clubs")
    MODERATION = "moderation", _("Moderation")
    ACCOUNT = "account", _("My account")


def everybody(player: Player) -> bool:
    return True


@dataclass(frozen=True)
class Kind:
    """A kind of notice: its label on the page of preferences, and its sentence with `{placeholders}`.

    Players who have turned on push notices get by push what goes by mail, unless they choose otherwise. `concerns` says
    whether a player can get such notices, and so is offered the choice.
    """

    slug: str
    label: str | Promise
    sentence: str | Promise
    group: Group
    by_mail: bool
    by_site: bool = True
    concerns: Callable[[Player], bool] = everybody


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Register a kind. Apps do so in their module `notices`, which is loaded with the app."""
    assert kind.slug not in KINDS, kind.slug
    KINDS[kind.slug] = kind
    return kind


@dataclass(frozen=True)
class At:
    """A date and time in a sentence, shown in the reader's time zone and language."""

    moment: datetime


@dataclass(frozen=True)
class Words:
    """A sentence within a sentence: a message id, shown in the reader's language."""

    template: str


Gap = str | int | At | Words


@dataclass(frozen=True)
class Choice:
    by_site: bool
    by_mail: bool
    by_push: bool


NO_WAY = Choice(by_site=False, by_mail=False, by_push=False)


def choice_of(player: Player, kind: Kind) -> Choice:
    """Return what the player chose, also before there were push notices, or the defaults of the kind."""
    defaults = (kind.by_site, kind.by_mail, kind.by_mail)
    chosen = tuple(player.notice_choices.get(kind.slug, ()))
    return Choice(*chosen, *defaults[len(chosen) :])


def ways_to(player: Player, kind: Kind, confirmed: Container[int], subscribed: Container[int]) -> Choice:
    """Return how the player is notified of a kind: as they chose, but by letter only if their id is in `confirmed`, and
    by push only if it is in `subscribed`."""
    choice, pk = choice_of(player, kind), player.pk
    return Choice(choice.by_site, choice.by_mail and pk in confirmed, choice.by_push and pk in subscribed)


# --- Notifying ---


def notify(*, kind: Kind, players: Collection[int], key: str, url: str, gaps: Mapping[str, Gap]) -> None:
    """Notify `players` (by id), except those already notified of `kind` and `key`. Call it in a service's transaction.

    `url` is a path of this site. The number of queries does not grow with the number of players.
    """
    assert kind == KINDS[kind.slug]
    assert url.startswith("/"), url
    kept = _as_kept(gaps)
    str(kind.sentence).format(**_in_words(kept))  # find a missing value now, not when somebody reads it
    now, by_letter, browsers = timezone.now(), confirmed(players), subscribed(players)
    mail_due_at = now + timedelta(seconds=settings.NOTICE_MAIL_PAUSE)
    told = [
        Notice(
            player=player,
            kind=kind.slug,
            key=key,
            gaps=kept,
            url=url,
            created_at=now,
            on_site=ways.by_site,
            mail=Mail.WAITING if ways.by_mail else Mail.NONE,
            mail_due_at=mail_due_at if ways.by_mail else None,
        )
        for player in Player.objects.filter(pk__in=players, is_active=True)
        if (ways := ways_to(player, kind, by_letter, browsers)) != NO_WAY
    ]
    with transaction.atomic():
        Notice.objects.bulk_create(told, ignore_conflicts=True)
        news = _newly_stored(told)
        announce(*(_news(notice) for notice in news if notice.on_site))
        if any(notice.mail == Mail.WAITING for notice in news):
            transaction.on_commit(ask_for_mail)
        if browsers:
            _push(news, kind, browsers)


def _push(news: Sequence[Notice], kind: Kind, browsers: Mapping[int, Sequence[int]]) -> None:
    """Put notices on their way to the players' browsers (`browsers`: subscriptions of players, both by id)."""
    pushes = [
        Push(notice=notice, subscription_id=subscription, due_at=notice.created_at)
        for notice in news
        if choice_of(notice.player, kind).by_push
        for subscription in browsers.get(notice.player_id, ())
    ]
    if pushes:
        Push.objects.bulk_create(pushes)
        transaction.on_commit(ask_for_pushes)


def _newly_stored(told: Sequence[Notice]) -> list[Notice]:
    """Return the notices that were stored; the database skips those that exist already."""
    written = set(Notice.objects.filter(pk__in=[notice.pk for notice in told]).values_list("pk", flat=True))
    return [notice for notice in told if notice.pk in written]


def ask_for_mail() -> None:
    """Ask the workers to send letters after a short pause, in which notices gather. If Redis is down, the sweep does
    it."""
    _ask_for(MAIL_TASK, pause=settings.NOTICE_MAIL_PAUSE)


def ask_for_pushes() -> None:
    """Ask the workers to send push notices. If Redis is down, the sweep does it."""
    _ask_for(PUSH_TASK, pause=0)


def _ask_for(task: str, pause: float) -> None:
    try:
        current_app.send_task(task, countdown=pause or None, retry=False, expires=pause + 60)
    except OperationalError as error:
        logger.warning("could not queue %s, the sweep will: %s", task, error)


def room_of(player_id: int) -> str:
    """Return the room of the player's own socket."""
    return f"player-{player_id}"


def _news(notice: Notice) -> News:
    with localised_for(notice.player):
        told: NewNotice = {
            "type": "notice",
            "id": str(notice.pk),
            "text": sentence(notice),
            "url": address(notice),
        }
    return News(room_of(notice.player_id), everyone=[encode(told)])


def expect(players: Collection[int]) -> None:
    """Make the open pages of `players` (by id) ask whether they are needed at a table."""
    message: Expected = {"type": "expected"}
    announce(*(News(room_of(player), everyone=[encode(message)]) for player in players))


# --- Texts ---


def _as_kept(gaps: Mapping[str, Gap]) -> dict[str, Any]:
    return {name: _kept(gap) for name, gap in gaps.items()}


def _kept(gap: Gap) -> str | dict[str, str]:
    if isinstance(gap, At):
        return {"at": gap.moment.astimezone(UTC).isoformat()}
    return {"words": gap.template} if isinstance(gap, Words) else str(gap)


def _in_words(gaps: Mapping[str, Any]) -> dict[str, str]:
    return {name: _shown(gap) for name, gap in gaps.items()}


def _shown(gap: Any) -> str:
    if not isinstance(gap, dict):
        return ", ".join(map(names.shown, str(gap).split(", ")))
    return _when(gap["at"]) if "at" in gap else translation.gettext(gap["words"])


def _when(moment: str) -> str:
    """Format a date and time for the reader, adding the zone unless it is the reader's own."""
    local = timezone.localtime(datetime.fromisoformat(moment))
    words = date_format(local, "DATETIME_FORMAT")
    return words if timezone.get_current_timezone_name() != settings.TIME_ZONE else f"{words} {settings.TIME_ZONE}"


def sentence(notice: Notice) -> str:
    """Return the notice's sentence in the active language and time zone."""
    return str(KINDS[notice.kind].sentence).format(**_in_words(notice.gaps))


def address(notice: Notice) -> str:
    """Return the address that marks the notice as read and redirects to what it is about."""
    return reverse("accounts:notice", args=[notice.pk])


@contextmanager
def localised_for(player: Player) -> Iterator[None]:
    """Activate the player's language and time zone."""
    language, zone = player.language or settings.LANGUAGE_CODE, ZoneInfo(player.time_zone or settings.TIME_ZONE)
    with translation.override(language), timezone.override(zone):
        yield


# --- Reading, choosing ---


def shown_to(player: Player) -> QuerySet[Notice]:
    """Return the player's notices, newest first, except kinds that no app knows any more."""
    return Notice.objects.shown_to(player).filter(kind__in=KINDS)


def unread(player: Player) -> int:
    [number] = _number_unread(player.pk, tuple(KINDS))
    return number


@compiled_once
def _number_unread(player: int, kinds: tuple[str, ...]) -> QuerySet[Notice, int]:
    return Notice.objects.filter(player=player, kind__in=kinds).unread().order_by().values_list(NUMBER, flat=True)


def read(*, notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=timezone.now())


def read_all(*, player: Player) -> None:
    Notice.objects.filter(player=player).unread().update(read_at=timezone.now())


def settle(*, kind: Kind, but: Collection[str], now: datetime) -> None:
    """Mark notices of `kind` as read unless their keys are among `but`."""
    Notice.objects.unread().filter(kind=kind.slug).exclude(key__in=but).update(read_at=now)


def kinds_for(player: Player) -> dict[str, Kind]:
    """Return the kinds of notices that the player can get, by slug. Calls each `concerns` once."""
    questions = {kind.concerns for kind in KINDS.values()}
    concerned = {question for question in questions if question(player)}
    return {slug: kind for slug, kind in KINDS.items() if kind.concerns in concerned}


def choose(*, player: Player, choices: Mapping[str, Choice]) -> None:
    """Set how the player is notified of these kinds; other kinds keep their settings."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        for slug, choice in choices.items():
            player.notice_choices[slug] = [choice.by_site, choice.by_mail, choice.by_push]
        player.save(update_fields=["notice_choices"])


def stop_address(player: Player, kinds: Sequence[Kind]) -> str:
    """Return the address that unsubscribes the player from letters of `kinds`; it is always the same."""
    token = signing.Signer(salt=STOP_SALT).sign_object([player.pk, [kind.slug for kind in kinds]])
    return reverse("accounts:notices-stop", args=[token])


def read_stop_token(token: str) -> tuple[int, list[str]]:
    """Return the player's id and the kinds of an unsubscribe token. Raises BadSignature."""
    bears_a_time = token.count(":") > 1  # as in letters of earlier versions
    signer = signing.TimestampSigner(salt=STOP_SALT) if bears_a_time else signing.Signer(salt=STOP_SALT)
    player_id, slugs = signer.unsign_object(token)
    return player_id, slugs


def stop_mail(*, player_id: int, kinds: Sequence[Kind]) -> None:
    player = Player.objects.filter(pk=player_id).first()
    if player:
        choose(player=player, choices={kind.slug: replace(choice_of(player, kind), by_mail=False) for kind in kinds})

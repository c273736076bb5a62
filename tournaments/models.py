"""What is stored of a tournament: how it is to be run, who entered, its rounds, and who sat where with what result.

The state is never derived twice: standings are computed from the places, which hold what the tables brought.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.codes import new_code, new_secret
from common.time_zones import known_zone
from games.models import Chain, Seat, Table
from games.rules import GAMES

MOST_DAYS_BETWEEN = 31


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def announced(self) -> TournamentQuerySet:
        """All that others than the organisers may know of."""
        return self.exclude(status=Tournament.Status.DRAFT)

    def coming(self) -> TournamentQuerySet:
        return self.filter(status__in=Tournament.COMING)

    def running(self) -> TournamentQuerySet:
        return self.filter(status=Tournament.Status.RUNNING)

    def over(self) -> TournamentQuerySet:
        return self.filter(status__in=[Tournament.Status.FINISHED, Tournament.Status.CANCELLED])

    def due(self, now: datetime) -> TournamentQuerySet:
        return self.filter(next_at__lte=now)


class Series(models.Model):
    """A tournament that is repeated: each date is created ahead of time from the newest one.

    `rule` is an RRULE, counted from `first_at` by the clocks of `time_zone`.
    """

    rule = models.CharField(_("repeat"), max_length=200)
    time_zone = models.CharField(_("time zone"), max_length=64, validators=[known_zone])
    first_at = models.DateTimeField(_("first date"))
    last_at = models.DateTimeField(_("last date that was created"))
    days_ahead = models.PositiveSmallIntegerField(_("days ahead"), default=14)
    is_stopped = models.BooleanField(_("stopped"), default=False)
    next_at = models.DateTimeField(_("next date is created at"), null=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return self.rule

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.pk])


class Tournament(models.Model):
    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        ANNOUNCED = "announced", _("announced")
        REGISTRATION = "registration", _("registration is open")
        CHECK_IN = "check-in", _("check-in")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Absence(models.TextChoices):
        """What becomes of who does not come to a table, or leaves it; the house plays the seat in any case."""

        PAUSE = "pause", _("not seated again until they say that they are back")
        KEEP = "keep", _("seated in every round all the same")
        DROP = "drop", _("out of the tournament after that round")

    class Entrance(models.TextChoices):
        ALL = "all", _("everyone with an account")
        MEMBERS = "members", _("members of the club")

    COMING = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN)
    ENTERABLE = (Status.REGISTRATION, Status.CHECK_IN)

    id = models.CharField(_("id"), primary_key=True, max_length=10, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("organiser"), on_delete=models.PROTECT, related_name="organised"
    )
    helpers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("co-organisers"), blank=True, related_name="helps_organise"
    )
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")

    game = models.CharField(_("game"), max_length=20, choices=[(slug, game.name) for slug, game in GAMES.items()])
    options = models.JSONField(_("options"), default=dict)
    format = models.CharField(_("format"), max_length=24)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0, help_text=_("0: as many as it takes"))
    table_size = models.PositiveSmallIntegerField(_("players at a table"), default=2)
    seating = models.CharField(_("seating"), max_length=12, default="spread")
    cycles = models.PositiveSmallIntegerField(_("times that all meet"), default=1)
    third_place = models.BooleanField(_("match for the third place"), default=False)
    duplicate = models.BooleanField(_("same tiles at all tables"), default=False)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list)

    seconds = models.PositiveIntegerField(_("seconds per move"), default=30)
    round_minutes = models.PositiveIntegerField(_("minutes per round"), null=True, blank=True)
    break_seconds = models.PositiveIntegerField(_("break between rounds"), default=120)
    days_between = models.PositiveSmallIntegerField(
        _("days from one round to the next"), default=0, help_text=_("0: the next round comes after the break")
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    registration_at = models.DateTimeField(_("registration opens"))
    check_in_minutes = models.PositiveIntegerField(_("check-in, minutes before the start"), default=0)
    starts_at = models.DateTimeField(_("start"))
    least = models.PositiveSmallIntegerField(_("fewest players"), default=2)
    most = models.PositiveSmallIntegerField(_("most players"), null=True, blank=True)
    entrance = models.CharField(_("who may enter"), max_length=8, choices=Entrance, default=Entrance.ALL)
    least_matches = models.PositiveSmallIntegerField(_("matches played before"), default=0)
    late_rounds = models.PositiveSmallIntegerField(_("late entry up to round"), default=1)
    absence = models.CharField(_("absent players"), max_length=8, choices=Absence, default=Absence.PAUSE)
    holds_seatings = models.BooleanField(_("I look at each seating before it is published"), default=False)

    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.DRAFT)
    round_number = models.PositiveSmallIntegerField(_("round"), default=0)
    paused_at = models.DateTimeField(_("paused since"), null=True)
    next_at = models.DateTimeField(_("something is due at"), null=True)
    version = models.PositiveIntegerField(default=0)
    chain = models.ForeignKey(Chain, null=True, on_delete=models.PROTECT, related_name="tournaments")
    mixed_in: models.JSONField[Any, Any] = models.JSONField(_("contributions to the shuffle"), default=list)
    """At the start, for duplicate decks: what each entry contributed, pairs of its id and hex digits, by id."""
    cancelled_because = models.CharField(_("why it was cancelled"), max_length=200, blank=True)
    final: models.JSONField[Any, Any] = models.JSONField(_("final standings"), null=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["starts_at"]
        indexes = [
            # the sweep: what is due?
            models.Index(fields=["next_at"], name="tournament_due", condition=Q(next_at__isnull=False)),
            # lists: what is coming, running, over?
            models.Index(fields=["status", "starts_at"], name="tournament_status_start"),
        ]
        constraints = [
            models.CheckConstraint(name="tournament_needs_two_players", condition=Q(least__gte=2)),
            models.CheckConstraint(
                name="tournament_time_per_move_is_ten_seconds_to_three_days",
                condition=Q(seconds__gte=10, seconds__lte=259_200),
            ),
            models.CheckConstraint(
                name="rounds_are_at_most_a_month_apart", condition=Q(days_between__lte=MOST_DAYS_BETWEEN)
            ),
            models.CheckConstraint(
                name="tournament_finishes_with_standings",
                condition=~Q(status="finished") | Q(final__isnull=False, finished_at__isnull=False),
            ),
            models.UniqueConstraint(fields=["series", "starts_at"], name="series_has_each_date_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.id])

    @property
    def room(self) -> str:
        """Where its live news are told."""
        return f"tournament-{self.id}"

    @property
    def begins_at(self) -> datetime:
        """When it did start, or is to."""
        return self.started_at or self.starts_at

    @property
    def winners(self) -> list[str]:
        """By name, once it is over."""
        return [row["name"] for row in self.final or [] if row["rank"] == 1]

    @property
    def check_in_at(self) -> datetime:
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

    @property
    def is_enterable(self) -> bool:
        return self.status in self.ENTERABLE


class Entry(models.Model):
    """A player in a tournament, or a bot."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Presence(models.TextChoices):
        HERE = "here", _("here")
        RESTING = "resting", _("sits out")
        ABSENT = "absent", _("absent")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    bot = models.CharField(_("bot"), max_length=8, choices=Seat.Bot, blank=True)
    bot_name = models.CharField(_("the bot's name"), max_length=40, blank=True)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.ENTERED)
    presence = models.CharField(_("presence"), max_length=7, choices=Presence, default=Presence.HERE)
    checked_in_at = models.DateTimeField(_("checked in"), null=True)
    seed = models.PositiveIntegerField(_("seed"), default=0, help_text=_("0 until the start"))
    contribution = models.CharField(_("contribution to the shuffle"), max_length=32, blank=True)
    entered_at = models.DateTimeField(_("entered at"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "entered_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_once"),
            models.CheckConstraint(
                name="entry_is_a_players_or_a_bots",
                condition=Q(player__isnull=False, bot="") | (Q(player__isnull=True) & ~Q(bot="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.player.username if self.player else self.bot_name


class Round(models.Model):
    class Status(models.TextChoices):
        HELD = "held", _("to be looked at")
        """Seated, but the organiser wants to see it first: nobody else knows of it."""
        SEATED = "seated", _("about to begin")
        """Everyone may know where they sit; the tables open at `opens_at`."""
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=8, choices=Status)
    chain = models.ForeignKey(Chain, null=True, on_delete=models.PROTECT, related_name="+")
    opens_at = models.DateTimeField(_("tables open at"))
    started_at = models.DateTimeField(_("started"), null=True)
    ends_at = models.DateTimeField(_("time is over at"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once_per_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"


class Board(models.Model):
    """One of the tables of a round: who sits there is in its places, where it is played in `table`.

    A replayed board gets another table; the log tells of the one before.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("number"))
    table = models.OneToOneField(Table, null=True, on_delete=models.PROTECT, related_name="board")
    is_done = models.BooleanField(_("done"), default=False)
    is_corrected = models.BooleanField(_("corrected by hand"), default=False)
    why = models.JSONField(_("why these"), default=list)

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of a round")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="board_once_per_round")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class Place(models.Model):
    """Where an entry was in a round: on a seat of a board, with the result it brought; or with a bye (no board)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    board = models.ForeignKey(Board, null=True, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    score: models.JSONField[Any, Any] = models.JSONField(_("score"), null=True)
    """The fields of `SeatScore`; None while the board is not done, and for a bye."""
    why = models.JSONField(_("why a bye"), default=list)

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering = ["round", "board", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_has_one_place_in_a_round"),
            models.UniqueConstraint(fields=["board", "seat"], name="board_seat_is_one_place"),
            models.CheckConstraint(
                name="place_is_a_seat_or_a_bye",
                condition=Q(board__isnull=True, seat__isnull=True) | Q(board__isnull=False, seat__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.entry_id}"


class Act(models.Model):
    """What an organiser did, and why: the log of the control room. `before` is what it takes to undo it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="acts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tournament_acts"
    )
    what = models.CharField(_("what"), max_length=24)
    about: models.JSONField[Any, Any] = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    before: models.JSONField[Any, Any] = models.JSONField(null=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    undone_at = models.DateTimeField(_("undone"), null=True)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("log of the control room")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.what} {self.at:%H:%M}"


class ChatLine(models.Model):
    """A line said on a tournament's page."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="chat_lines")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournament_lines")
    text = models.CharField(_("text"), max_length=500)
    said_at = models.DateTimeField(_("said"))

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["id"]
        indexes = [
            # a tournament's page: the last lines
            models.Index(fields=["tournament", "-id"], name="tournament_chat"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.said_at:%H:%M}"


class Season(models.Model):
    """A span of days over which a club counts the points of its tournaments; without one it is the calendar year."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    counts_best = models.PositiveSmallIntegerField(
        _("tournaments that count"), null=True, blank=True, help_text=_("Each player's best so many; empty: all.")
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["club", "-first_day"]
        constraints = [
            models.CheckConstraint(
                name="season_ends_after_it_begins", condition=Q(last_day__gte=models.F("first_day"))
            ),
            models.UniqueConstraint(fields=["club", "first_day"], name="club_begins_one_season_a_day"),
        ]

    def __str__(self) -> str:
        return self.name


class CalendarAddress(models.Model):
    """The secret part of the address under which a player's own calendar is found."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_address"
    )
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return str(self.player_id)

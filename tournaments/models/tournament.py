"""The tournament: its terms and its state."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.codes import new_code
from common.time_zones import known_zone
from games.models import Chain, HouseLevel, games_played
from games.rules import Game, rules_of
from tournaments.formats import COUNTING, FORMATS
from tournaments.formats.plan import MOST_HANDICAP
from tournaments.models.leagues import Division
from tournaments.models.series import Series
from tournaments.terms import MOST_DAYS, Breaks, Dates, Schedule, Terms
from tournaments.terms.terms import COLUMNS, SCHEDULE


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def announced(self) -> TournamentQuerySet:
        """Exclude drafts, which only organisers may know about."""
        return self.exclude(status=Tournament.Status.DRAFT)

    def coming(self) -> TournamentQuerySet:
        return self.filter(status__in=Tournament.COMING)

    def running(self) -> TournamentQuerySet:
        return self.filter(status=Tournament.Status.RUNNING)

    def over(self) -> TournamentQuerySet:
        """Filter finished and cancelled tournaments. The condition on `finished_at` lets a partial index apply."""
        return self.filter(status__in=Tournament.OVER, finished_at__isnull=False)

    def on_dates(self) -> TournamentQuerySet:
        """Filter tournaments whose rounds are played on dates."""
        return self.filter(days_between__gt=0)

    def with_breaks(self) -> TournamentQuerySet:
        """Filter tournaments whose rounds follow one another after a break."""
        return self.filter(days_between=0)

    def agreeing_on_hours(self) -> TournamentQuerySet:
        """Filter leagues in which the players at a table agree on when to play."""
        return self.exclude(agreeing=Tournament.Agreeing.OFF)

    def due(self, now: datetime) -> TournamentQuerySet:
        return self.filter(next_at__lte=now)


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
        """What happens to players who do not come to a table or leave it; the house plays their seat in any case."""

        PAUSE = "pause", _("not seated again until they say that they are back")
        KEEP = "keep", _("seated in every round all the same")
        DROP = "drop", _("out of the tournament after that round")

    class NoShows(models.TextChoices):
        """How a seat counts for a player who did not come; in duels, `worst` means a lost match."""

        WORST = "worst", _("as the worst result of the round; in duels the match is lost")
        HOUSE = "house", _("as the house plays it")

    class Agreeing(models.TextChoices):
        """Decides when the tables of a league round open, and what happens if no time is agreed by the deadline."""

        OFF = "off", _("when the round begins")
        FIXED = "fixed", _("at a time that their players agree on; otherwise at the fixed time")
        ABSENT = "absent", _("at a time that their players agree on; otherwise the match counts as missed by all")
        ORGANISER = "organiser", _("at a time that their players agree on; otherwise the organisers decide")

    class Entrance(models.TextChoices):
        ALL = "all", _("everyone with an account")
        MEMBERS = "members", _("members of the club")

    COMING = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN)
    OVER = (Status.FINISHED, Status.CANCELLED)
    ENTERABLE = (Status.REGISTRATION, Status.CHECK_IN)
    EXPECTING = (Status.CHECK_IN, Status.RUNNING)
    """While it has one of these, the bar on every page may say that it needs a player."""

    id = models.CharField(_("id"), primary_key=True, max_length=10, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("organiser"), on_delete=models.PROTECT, related_name="organised"
    )
    sent_as = models.CharField(max_length=32, blank=True, editable=False, default="", db_default="")
    """The token of the form that created it, by which a repeated submission is recognised; empty without a token."""
    helpers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("co-organisers"), blank=True, related_name="helps_organise"
    )
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")

    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")
    division_season = models.PositiveSmallIntegerField(_("season of the league"), default=0, db_default=0)

    game = models.CharField(_("game"), max_length=20, choices=games_played)
    options = models.JSONField(_("options"), default=dict)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1)
    counting_version = models.PositiveSmallIntegerField(_("version of the standings"), default=COUNTING)
    format = models.CharField(_("format"), max_length=24)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0, help_text=_("0: as many as it takes"))
    table_size = models.PositiveSmallIntegerField(_("players at a table"), default=2)
    seating = models.CharField(_("seating"), max_length=12, default="spread")
    cycles = models.PositiveSmallIntegerField(_("times that all meet"), default=1)
    third_place = models.BooleanField(_("match for the third place"), default=False)
    consolation = models.BooleanField(_("consolation bracket"), default=False)
    qualifying = models.CharField(_("format of the qualifying"), max_length=24, blank=True, default="")
    groups = models.PositiveSmallIntegerField(_("groups"), default=1)
    advancing = models.PositiveSmallIntegerField(_("players who go on"), default=0)
    deciding = models.CharField(_("format of the final"), max_length=24, blank=True, default="")
    deciding_rounds = models.PositiveSmallIntegerField(_("rounds of the final"), default=0)
    fills_up = models.BooleanField(_("bots fill up tables"), default=False, db_default=False)
    plays_out = models.BooleanField(_("tables under way at the end are played out"), default=True, db_default=True)
    duplicate = models.BooleanField(_("same tiles at all tables"), default=False)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list)
    team_size = models.PositiveSmallIntegerField(
        _("players of a team"), default=0, db_default=0, help_text=_("0: no teams")
    )
    team_reserves = models.PositiveSmallIntegerField(_("reserves of a team"), default=0, db_default=0)
    team_best = models.PositiveSmallIntegerField(
        _("scores of a team that count"), default=0, db_default=0, help_text=_("0: all of them")
    )

    handicap_step = models.PositiveSmallIntegerField(
        _("rating points for a handicap point"), default=0, db_default=0, help_text=_("0: no handicap")
    )
    handicap_most = models.PositiveSmallIntegerField(
        _("most handicap points"), default=MOST_HANDICAP, db_default=MOST_HANDICAP
    )

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
    expected = models.PositiveSmallIntegerField(_("players expected"), null=True, blank=True)
    entrance = models.CharField(_("who may enter"), max_length=8, choices=Entrance, default=Entrance.ALL)
    least_matches = models.PositiveSmallIntegerField(_("matches played before"), default=0)
    admits_bots = models.BooleanField(_("bots of players may enter"), default=False, db_default=False)
    late_rounds = models.PositiveSmallIntegerField(_("late entry up to round"), default=1)
    late_score = models.CharField(
        _("rounds that late entrants missed"), max_length=8, default="missed", db_default="missed"
    )
    house_level = models.CharField(
        _("how well the house plays"), max_length=8, choices=HouseLevel, default=HouseLevel.WEAK, db_default="weak"
    )
    absence = models.CharField(_("absent players"), max_length=8, choices=Absence, default=Absence.PAUSE)
    no_shows = models.CharField(_("seats to which nobody comes"), max_length=8, choices=NoShows, default=NoShows.WORST)
    holds_seatings = models.BooleanField(_("I look at each seating before it is published"), default=False)

    agreeing = models.CharField(_("tables open"), max_length=9, choices=Agreeing, default="off", db_default="off")
    agree_days = models.PositiveSmallIntegerField(_("days to agree on a time"), default=0, db_default=0)
    fixed_day = models.PositiveSmallIntegerField(_("days until the fixed time"), default=0, db_default=0)

    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.DRAFT)
    round_number = models.PositiveSmallIntegerField(_("round"), default=0)
    paused_at = models.DateTimeField(_("paused since"), null=True)
    frozen_at = models.DateTimeField(_("frozen by moderators"), null=True, editable=False)
    """While set, nothing happens in the tournament and organisers cannot change it."""
    next_at = models.DateTimeField(_("something is due at"), null=True)
    version = models.PositiveIntegerField(default=0)
    chain = models.ForeignKey(Chain, null=True, on_delete=models.PROTECT, related_name="tournaments")
    mixed_in: models.JSONField[Any, Any] = models.JSONField(_("contributions to the shuffle"), default=list)
    """For duplicate decks: the entries' contributions at the start, as pairs of entry id and hex digits, by id."""
    cancelled_because = models.CharField(_("why it was cancelled"), max_length=200, blank=True)
    final: models.JSONField[Any, Any] = models.JSONField(_("final standings"), null=True)
    final_teams: models.JSONField[Any, Any] = models.JSONField(_("final standings of teams"), null=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["starts_at"]
        indexes = [
            # tournaments due for the sweep
            models.Index(fields=["next_at"], name="tournament_due", condition=Q(next_at__isnull=False)),
            # lists of upcoming, running and past tournaments
            models.Index(fields=["status", "starts_at"], name="tournament_status_start"),
            models.Index(fields=["-starts_at"], name="tournament_newest_over", condition=Q(finished_at__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(name="tournament_needs_two_players", condition=Q(least__gte=2)),
            models.CheckConstraint(
                name="tournament_time_per_move_is_ten_seconds_to_three_days",
                condition=Q(seconds__gte=10, seconds__lte=259_200),
            ),
            models.CheckConstraint(name="rounds_are_at_most_a_month_apart", condition=Q(days_between__lte=MOST_DAYS)),
            models.CheckConstraint(
                name="tournament_finishes_with_standings",
                condition=~Q(status="finished") | Q(final__isnull=False, finished_at__isnull=False),
            ),
            models.UniqueConstraint(fields=["division", "division_season"], name="division_plays_a_season_once"),
            models.UniqueConstraint(fields=["series", "starts_at"], name="series_has_each_date_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.id])

    @property
    def rules(self) -> Game:
        """Return the game under the version of its rules at the time of planning. Raises UnknownRulesError."""
        return rules_of(self.game, self.rules_version)

    @property
    def room(self) -> str:
        """Return the name of its room for live news."""
        return f"tournament-{self.id}"

    @property
    def terms(self) -> Terms:
        """Return the terms stored in its columns."""
        return Terms.from_columns({name: getattr(self, name) for name in COLUMNS})

    @property
    def schedule(self) -> Breaks | Dates:
        return Schedule.from_columns({name: getattr(self, name) for name in SCHEDULE})

    @property
    def is_over(self) -> bool:
        return self.status in self.OVER

    @property
    def begins_at(self) -> datetime:
        """Return when it started, or will start."""
        return self.started_at or self.starts_at

    @property
    def winners(self) -> list[str]:
        """Return the names of the winners, or of the winning teams; empty until the tournament is over."""
        return [row["name"] for row in self.final_teams or self.final or [] if row["rank"] == 1]

    @property
    def has_teams(self) -> bool:
        return self.team_size > 0

    @property
    def fewest_teams(self) -> int:
        """Return the minimum number of teams: enough for the minimum number of players, and at least two."""
        return max(2, -(-self.least // self.team_size))

    @property
    def most_teams(self) -> int | None:
        """Return the maximum number of teams, not counting reserves as players; None means no limit."""
        return None if self.most is None else self.most // self.team_size

    @property
    def has_handicap(self) -> bool:
        return self.handicap_step > 0

    @property
    def check_in_at(self) -> datetime:
        return self.terms.check_in_at

    @property
    def agrees_on_hours(self) -> bool:
        """Return whether the players at a table agree on when it opens."""
        return self.agreeing != self.Agreeing.OFF

    @property
    def is_rolling(self) -> bool:
        """Return whether it is a single round whose tables open one after another as players become free."""
        return FORMATS[self.format].is_rolling

    @property
    def is_enterable(self) -> bool:
        return self.status in self.ENTERABLE

"""Tables. The state of a match is not stored: it is replayed from its deals and moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, When, Window
from django.db.models.functions import Cast, RowNumber
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.codes import new_code, new_secret
from games.models.chains import Chain
from games.models.deals import Move
from games.models.seats import Seat
from games.rules import GAMES, Game, rules_of

if TYPE_CHECKING:
    from accounts.models import Player


def games_played() -> list[tuple[str, str]]:
    """Return the slug and name of each game. A function, so that the choices do not end up in migrations."""
    return [(slug, game.name) for slug, game in GAMES.items()]


class HouseLevel(models.TextChoices):
    """How well the house, which is the site itself, plays for people who are away, have left or are out of time."""

    WEAK = "weak", _("weakly, so that nobody gains by being away")
    EASY = "easy", _("like an easy bot")
    MEDIUM = "medium", _("like a medium bot")


def house_levels() -> list[tuple[str, str | Promise]]:
    """Return the levels of the house. A function, so that the choices do not end up in migrations."""
    return list(HouseLevel.choices)


class Pulse(models.Model):
    """Records when a recurring job, such as the sweep, last ran."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at}"


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> TableQuerySet:
        return self.filter(status=Table.Status.OPEN)

    def running(self) -> TableQuerySet:
        return self.filter(status=Table.Status.RUNNING)

    def finished(self) -> TableQuerySet:
        return self.filter(status=Table.Status.FINISHED)

    def counted(self) -> TableQuerySet:
        return self.finished().filter(voided_at=None)

    def public(self) -> TableQuerySet:
        return self.filter(visibility=Table.Visibility.PUBLIC)

    def of(self, player: Player | int) -> TableQuerySet:
        return self.filter(seats__player=player)

    def for_members(self) -> TableQuerySet:
        return self.filter(visibility=Table.Visibility.CLUB)

    def watchable_by(self, player: Player | int | None, invited: Collection[str] = ()) -> TableQuerySet:
        """Filter tables that a player (or the player with this id; None: a visitor) may watch.

        They may always watch their own. Of other tables, unless sealed, private ones are for those who followed the
        link (`invited`, by id), those of a private club are for its members, and all the rest are for everyone.
        """
        by_link = Q(visibility=Table.Visibility.INVITED)
        of_no_club = Q(club=None) & ~Q(visibility=Table.Visibility.CLUB)
        of_open_club = Q(club__in=Club.objects.open_to(player).values("pk"))
        may = Q(is_sealed=False) & ((by_link & Q(pk__in=invited)) | (~by_link & (of_no_club | of_open_club)))
        if player is not None:
            may |= Q(Exists(Seat.objects.filter(player=player, table=OuterRef("pk"))))
        return self.filter(may)

    def overdue(self, now: datetime) -> TableQuerySet:
        return self.filter(due_at__lte=now)

    def waiting_for_people(self) -> TableQuerySet:
        """Filter tables at which a person who is not away is on turn."""
        return self.filter(Exists(_people().filter(number=OuterRef("turn"))))

    def in_turns(self) -> TableQuerySet:
        """Order so that owners take turns: each owner's longest overdue table first, then each one's second, and so on.

        Every tournament table with people counts as if it had an owner of its own, since nobody chose how many there
        are; those with bots alone count as the organiser's.
        """
        of_people = Q(Exists(_people()), visibility=Table.Visibility.SET)
        whose = Case(When(of_people, then=F("pk")), default=Cast("owner_id", models.CharField()))
        return self.alias(place=Window(RowNumber(), partition_by=whose, order_by="due_at")).order_by("place", "due_at")

    def without_people(self, *, since: datetime) -> TableQuerySet:
        """Filter tables with only bots and absentees where no person has played `since`; not tournament tables."""
        played = Move.objects.filter(table=OuterRef("pk"), by=Move.By.PLAYER, played_at__gt=since)
        running_long = self.filter(started_at__lte=since).exclude(visibility=Table.Visibility.SET)
        return running_long.exclude(Exists(_people())).exclude(Exists(played))

    def of_the_house(self) -> TableQuerySet:
        """Filter running tables at which only bots and absentees are left."""
        return self.running().exclude(Exists(_people()))

    def with_people(self) -> TableQuerySet:
        return self.select_related("owner", "club").prefetch_related("seats__player")


def _people() -> models.QuerySet[Seat]:
    """Return the seats of a table (in a query of tables) at which a person is playing."""
    return Seat.objects.filter(table=OuterRef("pk"), player__isnull=False, away=False, left=False)


_FINISHED = Q(status="finished")
_OF_CLUB = Q(club__isnull=False)


class Table(models.Model):
    """A place where one match is played."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("anyone may join")
        INVITED = "invited", _("by invitation link")
        CLUB = "club", _("members of the club")
        SET = "set", _("the seats are set")

    id = models.CharField(_("id"), primary_key=True, max_length=10, default=new_code, editable=False)
    game = models.CharField(_("game"), max_length=20, choices=games_played)
    options = models.JSONField(_("options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    seconds = models.PositiveIntegerField(_("seconds per move"))
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.SET_NULL, related_name="tables"
    )
    occasion = models.CharField(_("what it is played for"), max_length=120, blank=True)
    occasion_url = models.CharField(max_length=200, blank=True)
    is_sealed = models.BooleanField(_("hidden from all but its players"), default=False)
    """True while other tables play with the same tiles; the links and the record are withheld as well."""
    is_paused = models.BooleanField(_("paused by the organisers"), default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invitation = models.CharField(max_length=32, default=new_secret, editable=False)
    # The house's own bots may always be seated by the owner; this is about accounts of programs (Player.is_bot).
    admits_bots = models.BooleanField(_("bots of players may sit down"), default=False, db_default=False)
    house_level = models.CharField(
        _("how well the house plays"), max_length=8, choices=house_levels, default="weak", db_default="weak"
    )
    """For anyone who is away, has left or lets the time run out, and for everybody if it plays a match to its end."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="owned_tables"
    )
    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="tables")
    rematch_of = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch")

    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1)
    deal_number = models.PositiveSmallIntegerField(_("deal"), default=0)
    ply = models.PositiveIntegerField(_("moves played"), default=0)
    turn = models.PositiveSmallIntegerField(_("seat on turn"), null=True)
    due_at = models.DateTimeField(_("the house acts at"), null=True)
    seats_version = models.PositiveIntegerField(default=0)
    totals = models.JSONField(_("totals"), default=list)
    result = models.JSONField(_("result"), null=True)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    voided_at = models.DateTimeField(_("result voided by moderators"), null=True, editable=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["-opened_at"]
        indexes = [
            # the sweep: what is due?
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
            # the lobby: newest tables of a status
            models.Index(fields=["status", "-opened_at"], name="table_status_newest"),
            # lobby, club page: tables of a club that are not over
            models.Index(fields=["club", "status", "-opened_at"], name="table_of_club", condition=_OF_CLUB),
            # the search: the newest finished tables; SQLite only uses it because it begins with the filtered column
            models.Index(fields=["status", "-finished_at", "id"], name="table_newest_finished", condition=_FINISHED),
            # ratings: which tables have finished since?
            models.Index(fields=["game", "finished_at", "id"], name="table_finished_in_game", condition=_FINISHED),
        ]
        constraints = [
            models.CheckConstraint(
                name="table_time_per_move_is_ten_seconds_to_three_days",
                condition=Q(seconds__gte=10, seconds__lte=259_200),
            ),
            models.CheckConstraint(
                name="table_finishes_with_a_result",
                condition=~Q(status="finished") | Q(result__isnull=False, finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_game_display()} {self.id}"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.id])

    def set_prefetched_seats(self, seats: Iterable[Seat]) -> None:
        """Set the seats of this instance as if they had been prefetched."""
        prefetched = self.seats.all()
        prefetched._result_cache = list(seats)
        self.__dict__.setdefault("_prefetched_objects_cache", {})["seats"] = prefetched

    @property
    def rules(self) -> Game:
        """Return the game under the rules that the table was opened with. Raises UnknownRulesError."""
        return rules_of(self.game, self.rules_version)

    @property
    def is_private(self) -> bool:
        return self.visibility == self.Visibility.INVITED

    @property
    def is_for_everyone(self) -> bool:
        """Return whether anybody may watch, without further checks; see `watchable_by` for the other tables."""
        is_open = self.club_id is None and self.visibility in (self.Visibility.PUBLIC, self.Visibility.SET)
        return is_open and not self.is_sealed

    @property
    def is_laid_open(self) -> bool:
        """Return whether everyone who may watch may know all tiles: the match is over, and no other one uses the same
        tiles."""
        return self.status == self.Status.FINISHED and not self.is_sealed

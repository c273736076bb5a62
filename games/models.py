"""Tables with their seats, deals and moves. The state of a match is not stored: it is replayed from these."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, When, Window
from django.db.models.functions import Cast, RowNumber
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.codes import new_code, new_secret
from games.rules import GAMES, Game, rules_of, shuffle

if TYPE_CHECKING:
    from accounts.models import Player


def games_played() -> list[tuple[str, str]]:
    """Return the slug and name of each game. A function, so that the choices do not end up in migrations."""
    return [(slug, game.name) for slug, game in GAMES.items()]


def bot_levels() -> list[tuple[str, str | Promise]]:
    """Return the levels of bots at tables. A function, so that the choices do not end up in migrations."""
    return list(Seat.Bot.choices)


class Chain(models.Model):
    """A hash chain whose links shuffle deals. Only its anchor is public (docs/fair-deals.md)."""

    secret = models.BinaryField(max_length=32, editable=False)
    anchor = models.CharField(_("anchor"), max_length=64)
    length = models.PositiveIntegerField(_("length"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    def __str__(self) -> str:
        return self.anchor[:12]

    @classmethod
    def new(cls) -> Self:
        """Return an unsaved chain with a new random secret."""
        return cls.of(shuffle.new_secret())

    @classmethod
    def of(cls, secret: bytes) -> Self:
        """Return an unsaved chain with this secret."""
        anchor = shuffle.link(secret, shuffle.LENGTH, 0).hex()
        return cls(secret=secret, anchor=anchor, length=shuffle.LENGTH)

    def link(self, number: int) -> bytes:
        return shuffle.link(bytes(self.secret), self.length, number)


class Pulse(models.Model):
    """When a recurring job, such as the sweep, last ran."""

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

    def of(self, player: Player) -> TableQuerySet:
        return self.filter(seats__player=player)

    def for_members(self) -> TableQuerySet:
        return self.filter(visibility=Table.Visibility.CLUB)

    def watchable_by(self, player: Player | None, invited: Collection[str] = ()) -> TableQuerySet:
        """Filter tables that the player (None: a visitor) may watch.

        These are always their own. Others are watchable unless sealed: private tables for those who followed the link
        (`invited`, by id), those of a private club for its members, and all the rest for everyone.
        """
        by_link = Q(visibility=Table.Visibility.INVITED)
        of_no_club = Q(club=None) & ~Q(visibility=Table.Visibility.CLUB)
        of_open_club = Q(club__in=Club.objects.open_to(player).values("pk"))
        may = Q(is_sealed=False) & ((by_link & Q(pk__in=invited)) | (~by_link & (of_no_club | of_open_club)))
        if player is not None:
            may |= Q(pk__in=Seat.objects.filter(player=player).values("table"))
        return self.filter(may)

    def overdue(self, now: datetime) -> TableQuerySet:
        return self.filter(due_at__lte=now)

    def in_turns(self) -> TableQuerySet:
        """Order by turns: the longest overdue table of each owner first, then everyone's second, and so on.

        Tournament tables with people count as an owner each, since nobody chose how many there are; those with bots
        alone count as the organiser's.
        """
        of_people = Q(Exists(_people()), visibility=Table.Visibility.SET)
        whose = Case(When(of_people, then=F("pk")), default=Cast("owner_id", models.CharField()))
        return self.alias(place=Window(RowNumber(), partition_by=whose, order_by="due_at")).order_by("place", "due_at")

    def without_people(self, *, since: datetime) -> TableQuerySet:
        """Filter running tables with only bots and absentees, at which no person has played `since`."""
        played = Move.objects.filter(table=OuterRef("pk"), by=Move.By.PLAYER, played_at__gt=since)
        running_long = self.filter(started_at__lte=since).exclude(visibility=Table.Visibility.SET)
        return running_long.exclude(Exists(_people())).exclude(Exists(played))

    def with_people(self) -> TableQuerySet:
        return self.select_related("owner", "club").prefetch_related("seats__player")


def _people() -> models.QuerySet[Seat]:
    """Return the seats of a table (in a query of tables) at which a person is playing."""
    return Seat.objects.filter(table=OuterRef("pk"), player__isnull=False, away=False, left=False)


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
    """True while other tables play with the same tiles; until then links and record are withheld, too."""
    is_paused = models.BooleanField(_("paused by the organisers"), default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invitation = models.CharField(max_length=32, default=new_secret, editable=False)
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

    @property
    def rules(self) -> Game:
        """Return the game under the rules that the table was opened with. Raises UnknownRulesError."""
        return rules_of(self.game, self.rules_version)

    @property
    def is_private(self) -> bool:
        return self.visibility == self.Visibility.INVITED


class Seat(models.Model):
    """A seat at a table, taken by a player or a bot; free if both are empty."""

    class Bot(models.TextChoices):
        EASY = "easy", _("easy bot")
        MEDIUM = "medium", _("medium bot")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(_("bot"), max_length=8, choices=bot_levels, blank=True)
    name = models.CharField(_("the bot's name"), max_length=40, blank=True)
    house_bytes = models.CharField(_("the house's bytes, published at opening"), max_length=32, editable=False)
    contribution = models.CharField(_("contribution to the shuffle"), max_length=32)
    contributed = models.BooleanField(_("contributed by the player"), default=False)
    missed = models.PositiveSmallIntegerField(_("moves missed in a row"), default=0)
    away = models.BooleanField(_("away"), default=False)
    left = models.BooleanField(_("left for good"), default=False)
    ready = models.PositiveSmallIntegerField(_("ready after deal"), default=0)
    connection = models.CharField(_("sits down from"), max_length=16, blank=True, editable=False)
    """A keyed hash of the player's IP address, which only reveals whether another seat of this table has the same
    one."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "player"], name="player_sits_once_at_a_table"),
            models.CheckConstraint(name="seat_is_a_players_or_a_bots", condition=Q(player__isnull=True) | Q(bot="")),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None and not self.bot


class SeatStay(models.Model):
    """Who played for a seat, and from which ply: kept when somebody else takes over the seat.

    Without `player` it was the house or a bot; `until_ply` is the first ply that was not theirs, None until the end.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="stays")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(_("bot"), max_length=8, blank=True)
    from_ply = models.PositiveIntegerField(_("from ply"))
    until_ply = models.PositiveIntegerField(_("until ply"), null=True)

    class Meta:
        verbose_name = _("stay at a seat")
        verbose_name_plural = _("stays at seats")
        ordering = ["table", "seat", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(until_ply=None), name="one_stay_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.from_ply}"


class Removal(models.Model):
    """A player whom the owner has removed from an open table, and who may not sit down there again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="removals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="player_is_removed_once")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.player_id}"


class Deal(models.Model):
    """One shuffle: its deck, and how the deal ended."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("number"))
    deck = models.TextField(_("deck"), editable=False)
    first = models.PositiveSmallIntegerField(_("first to draw"))
    reason = models.CharField(_("reason of the end"), max_length=8, blank=True)
    scores: models.JSONField[Any, Any] = models.JSONField(_("scores"), null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="deal_once_per_table")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class Move(models.Model):
    """A move as it was played. `ply` counts from 0 through the match. Never changed and never deleted."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        HOUSE = "house", _("the house")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField(_("ply"))
    deal = models.PositiveSmallIntegerField(_("deal"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    text = models.CharField(_("move"), max_length=24)
    by = models.CharField(_("by"), max_length=6, choices=By)
    played_at = models.DateTimeField(_("played"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["table", "ply"]
        constraints = [models.UniqueConstraint(fields=["table", "ply"], name="move_once_per_ply")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.ply} {self.text}"

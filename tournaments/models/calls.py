"""Players' calls for an organiser at a table, and their appeals against organisers' actions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from action_log.models import LogLine
from tournaments.models.rounds import Board
from tournaments.models.tournament import Tournament

LONGEST_TEXT = 300


class CallQuerySet(models.QuerySet["Call"]):
    def unanswered(self) -> CallQuerySet:
        return self.filter(answered_at=None)

    def of(self, tournament: Tournament) -> CallQuerySet:
        return self.filter(board__round__tournament=tournament)

    def for_display(self) -> CallQuerySet:
        """Load everything that pages show of a call, oldest first."""
        return self.select_related("player", "answered_by", "board__table", "board__round__tournament").order_by("pk")


class Call(models.Model):
    """A player's call for the organisers from a table, and the organisers' answer."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="calls")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(_("what it is about"), max_length=LONGEST_TEXT)
    called_at = models.DateTimeField(_("called"))
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(_("answered"), null=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_TEXT, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        verbose_name = _("call for the organisers")
        verbose_name_plural = _("calls for the organisers")
        ordering = ["id"]
        indexes = [
            # unanswered calls, which every page shows to organisers
            models.Index(fields=["board"], name="calls_unanswered", condition=Q(answered_at__isnull=True)),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "player"],
                condition=Q(answered_at__isnull=True),
                name="player_has_one_unanswered_call_at_a_table",
            ),
            models.CheckConstraint(
                name="call_is_answered_by_somebody",
                condition=Q(answered_at__isnull=True, answered_by__isnull=True)
                | Q(answered_at__isnull=False, answered_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.player_id}"


class AppealQuerySet(models.QuerySet["Appeal"]):
    def undecided(self) -> AppealQuerySet:
        return self.filter(decided_at=None)

    def to_organisers(self) -> AppealQuerySet:
        return self.filter(to=Appeal.To.ORGANISERS)

    def for_display(self) -> AppealQuerySet:
        """Load everything that pages show of an appeal, oldest first."""
        return self.select_related(
            "player", "decided_by", "line__by", "line__whom", "line__undone_by", "tournament"
        ).order_by("pk")


class Appeal(models.Model):
    """A player's appeal against a line of the log, to the other organisers or to the moderators of the site."""

    class To(models.TextChoices):
        ORGANISERS = "organisers", _("the other organisers")
        SITE = "site", _("the moderators of the site")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="appeals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    line = models.ForeignKey(LogLine, on_delete=models.PROTECT, related_name="+")
    to = models.CharField(_("to whom"), max_length=10, choices=To)
    text = models.CharField(_("why"), max_length=LONGEST_TEXT)
    made_at = models.DateTimeField(_("made"))
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(_("decided"), null=True)
    is_upheld = models.BooleanField(_("upheld"), null=True)
    reason = models.CharField(_("reason"), max_length=LONGEST_TEXT, blank=True)

    objects = AppealQuerySet.as_manager()

    class Meta:
        verbose_name = _("appeal against an organiser")
        verbose_name_plural = _("appeals against organisers")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "line"], name="player_appeals_once_against_a_line"),
            models.CheckConstraint(
                name="appeal_is_decided_with_a_reason",
                condition=Q(decided_at__isnull=True, is_upheld__isnull=True, reason="")
                | (Q(decided_at__isnull=False, is_upheld__isnull=False) & ~Q(reason="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id}"

"""Rounds, their tables, and the places at them with their results."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Chain, Table
from tournaments.models.entries import Entry
from tournaments.models.teams import Team
from tournaments.models.tournament import Tournament


class Round(models.Model):
    class Status(models.TextChoices):
        HELD = "held", _("to be looked at")
        """Seated, but the organiser wants to check the seating first; nobody else knows of it."""
        SEATED = "seated", _("about to begin")
        """The seating is public; the tables open at `opens_at`."""
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

    @property
    def is_sealed(self) -> bool:
        """Return whether its results are withheld because other tables are still playing the same tiles."""
        is_played = self.status == self.Status.RUNNING and self.tournament.status == Tournament.Status.RUNNING
        return is_played and self.tournament.duplicate


class Board(models.Model):
    """A numbered table of a round, with its places; `table` is where the match is played.

    When a match is replayed the board gets a new table; the log names the previous one.
    """

    class HourFrom(models.TextChoices):
        PLAYERS = "players", _("agreed by the players")
        RULE = "rule", _("fixed, as none was agreed")
        ORGANISERS = "organisers", _("set by the organisers")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("number"))
    table = models.OneToOneField(Table, null=True, on_delete=models.PROTECT, related_name="board")
    is_done = models.BooleanField(_("done"), default=False)
    """Done boards have no scores if they were broken off when the time for rolling tables was up."""
    is_corrected = models.BooleanField(_("corrected by hand"), default=False)
    is_stopped = models.BooleanField(_("stopped by an organiser"), default=False, db_default=False)
    """Tells whether this table alone is paused."""
    is_featured = models.BooleanField(_("featured"), default=False, db_default=False)
    """Tells whether the wall page shows it large while it is being played."""
    opens_at = models.DateTimeField(_("opens at"), null=True)
    """Says when its table opens, once known; only set where players agree on times, and at rolling tables."""
    hour_from = models.CharField(_("the time is"), max_length=10, choices=HourFrom, blank=True, db_default="")
    why = models.JSONField(_("why these"), default=list)

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of a round")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="board_once_per_round")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class Place(models.Model):
    """An entry's place in a round: on a seat of a board, with its result; or with a bye (no board)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    board = models.ForeignKey(Board, null=True, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    turn = models.PositiveSmallIntegerField(_("how many tables before in this round"), default=0, db_default=0)
    """How many tables the entry had earlier in the round; always 0 except at rolling tables."""
    score: models.JSONField[Any, Any] = models.JSONField(_("score"), null=True)
    """The fields of `SeatScore`; None until the board is done, and for a bye."""
    why = models.JSONField(_("why a bye"), default=list)

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering = ["round", "board", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry", "turn"], name="entry_has_one_place_in_a_round"),
            models.UniqueConstraint(fields=["board", "seat"], name="board_seat_is_one_place"),
            models.CheckConstraint(
                name="place_is_a_seat_or_a_bye",
                condition=Q(board__isnull=True, seat__isnull=True) | Q(board__isnull=False, seat__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.entry_id}"


class Line(models.Model):
    """The entry that played on a line of a team in a round; later changes of the line-up do not affect it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="lines")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveSmallIntegerField(_("number"))
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="lines")

    class Meta:
        verbose_name = _("line of a team")
        verbose_name_plural = _("lines of teams")
        ordering = ["round", "team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "team", "number"], name="line_once_in_a_round"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_has_one_line_in_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.team_id} {self.number}"

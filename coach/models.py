"""Models of the coach: analyses of finished matches, problems of the day, and players' solutions."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Table, games_played


class Analysis(models.Model):
    """The analysis of one seat's decisions in a finished match.

    `next_ply` is the first ply that has not been analysed yet; `decisions` have the format of `coach.judging`.
    """

    table = models.ForeignKey(Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="analyses")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="analyses"
    )
    asked_at = models.DateTimeField(_("asked for"))
    worked_at = models.DateTimeField(_("last worked at"))
    done_at = models.DateTimeField(_("done"), null=True)
    next_ply = models.PositiveIntegerField(_("next move"), default=0)
    decisions: models.JSONField[Any, Any] = models.JSONField(_("decisions"), default=list)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ["table", "seat"]
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="seat_is_analysed_once")]
        indexes = [
            # for the sweep: which analyses are waiting for a worker?
            models.Index(fields=["worked_at"], name="analysis_under_way", condition=models.Q(done_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Problem(models.Model):
    """A problem of the day: a position of a real match, before move `step` of a deal, as seen by the seat on turn.

    `moves` are the distinct legal moves, the best first, in the format of `coach.judging`.
    """

    game = models.CharField(_("game"), max_length=20, choices=games_played)
    day = models.DateField(_("day"))
    table = models.ForeignKey(Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="problems")
    deal = models.PositiveSmallIntegerField(_("deal"))
    step = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    moves: models.JSONField[Any, Any] = models.JSONField(_("moves"))
    reason: models.JSONField[Any, Any] = models.JSONField(_("reason"))
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("problem of the day")
        verbose_name_plural = _("problems of the day")
        ordering = ["-day", "game"]
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="one_problem_a_day_and_game")]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"


class Solution(models.Model):
    """A player's first answer to a problem."""

    problem = models.ForeignKey(Problem, verbose_name=_("problem"), on_delete=models.CASCADE, related_name="solutions")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="solutions"
    )
    move = models.CharField(_("move"), max_length=24)
    is_right = models.BooleanField(_("right"))
    solved_at = models.DateTimeField(_("answered"))

    class Meta:
        verbose_name = _("answer to a problem")
        verbose_name_plural = _("answers to problems")
        ordering = ["-solved_at"]
        constraints = [models.UniqueConstraint(fields=["problem", "player"], name="problem_is_answered_once")]

    def __str__(self) -> str:
        return f"{self.player} {self.problem}"

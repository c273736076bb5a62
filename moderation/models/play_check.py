"""Comparisons of how somebody played a match with what a bot would have played."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Table


class PlayCheck(models.Model):
    """A comparison of a player's moves in a finished match with a bot's. Computed once, by a worker."""

    table = models.ForeignKey(Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="play_checks"
    )
    choices = models.PositiveIntegerField(_("moves with a choice"))
    agreed = models.PositiveIntegerField(_("moves as a bot would have played"))
    median_seconds = models.FloatField(_("usual time for a choice, in seconds"), null=True)
    given_away = models.IntegerField(_("points given away"))
    # The points that others gained by it, by the ids of their players.
    helped: models.JSONField[Any, Any] = models.JSONField(_("points given to others"), default=dict)
    computed_at = models.DateTimeField(_("computed"))

    class Meta:
        verbose_name = _("comparison with a bot")
        verbose_name_plural = _("comparisons with a bot")
        ordering = ["-computed_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="play_checked_once")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.player_id}"

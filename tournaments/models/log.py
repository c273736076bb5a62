"""What organisers did."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


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

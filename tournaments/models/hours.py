"""Times that the players at a league table propose to each other."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import Board


class HourProposalQuerySet(models.QuerySet["HourProposal"]):
    def open(self, now: datetime) -> HourProposalQuerySet:
        """Filter proposals that can still be accepted."""
        return self.filter(is_declined=False, at__gt=now)


class HourProposal(models.Model):
    """A player's proposal to play at a certain time, kept until the table opens or a time is agreed."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="proposals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("time"))
    made_at = models.DateTimeField(_("made"))
    is_declined = models.BooleanField(_("declined"), default=False)
    accepted: models.ManyToManyField[Any, Any] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("accepted by"), blank=True, related_name="+"
    )

    objects = HourProposalQuerySet.as_manager()

    class Meta:
        verbose_name = _("proposed time")
        verbose_name_plural = _("proposed times")
        ordering = ["board", "at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["board", "player", "at"], name="player_proposes_an_hour_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.at}"

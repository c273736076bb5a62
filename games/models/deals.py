"""The deals and moves of a match."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.sealed import SealedText


class Deal(models.Model):
    """One shuffle: its deck, and how the deal ended."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="deals", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    deck = SealedText(_("deck"), editable=False)
    first = models.PositiveSmallIntegerField(_("first to draw"))
    reason = models.CharField(_("reason of the end"), max_length=8, blank=True)
    scores: models.JSONField[Any, Any] = models.JSONField(_("scores"), null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="deal_once_per_table")]
        # the index of this constraint also finds the deals of a table

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class Move(models.Model):
    """A move as it was played. `ply` counts from 0 through the match. Never changed; packed later
    (games/state/stored.py)."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        HOUSE = "house", _("the house")

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="moves", db_index=False)
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
        # the index of this constraint also finds the moves of a table; another index would slow every move down

    def __str__(self) -> str:
        return f"{self.table_id}:{self.ply} {self.text}"

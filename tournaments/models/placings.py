"""Places of players in the divisions of a coming season."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Placing(models.Model):
    """A player's reserved place in the tournament of a division's season."""

    class Mark(models.TextChoices):
        STAYS = "stays", _("stays")
        RISES = "rises", _("is promoted")
        FALLS = "falls", _("is relegated")
        FILLS = "fills", _("rises into a free place")
        PLACED = "placed", _("placed by the organisers")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="placings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField(_("number"))
    mark = models.CharField(_("how"), max_length=6, choices=Mark)

    class Meta:
        verbose_name = _("place in a division")
        verbose_name_plural = _("places in divisions")
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="player_is_placed_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id}"

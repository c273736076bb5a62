"""Seasons of clubs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club


class Season(models.Model):
    """A period in which a club adds up the points of its tournaments; clubs without seasons use calendar years."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    counts_best = models.PositiveSmallIntegerField(
        _("tournaments that count"), null=True, blank=True, help_text=_("Each player's best so many; empty: all.")
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["club", "-first_day"]
        constraints = [
            models.CheckConstraint(
                name="season_ends_after_it_begins", condition=Q(last_day__gte=models.F("first_day"))
            ),
            models.UniqueConstraint(fields=["club", "first_day"], name="club_begins_one_season_a_day"),
        ]

    def __str__(self) -> str:
        return self.name

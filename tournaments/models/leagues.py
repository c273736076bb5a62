"""Leagues of several divisions, with promotion and relegation after each season."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club


class League(models.Model):
    """A club's league. Each division plays a season as a tournament of its own."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=40)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["club", "name", "id"]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A division; `rank` is 1 at the top. `falls` players are relegated from it, and as many promoted into it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    rank = models.PositiveSmallIntegerField(_("rank"))
    name = models.CharField(_("name"), max_length=30)
    places = models.PositiveSmallIntegerField(_("places"))
    falls = models.PositiveSmallIntegerField(_("fall"), default=0)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["league", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["league", "rank"], name="league_has_each_rank_once"),
            models.CheckConstraint(name="division_has_two_places", condition=models.Q(places__gte=2)),
        ]

    def __str__(self) -> str:
        return self.name

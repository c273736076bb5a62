"""Series of tournaments."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.time_zones import known_zone


class Series(models.Model):
    """A repeating tournament; each date is created in advance as a copy of the newest one.

    `rule` is an RRULE that starts at `first_at`, in the local time of `time_zone`.
    """

    rule = models.CharField(_("repeat"), max_length=200)
    time_zone = models.CharField(_("time zone"), max_length=64, validators=[known_zone])
    first_at = models.DateTimeField(_("first date"))
    last_at = models.DateTimeField(_("last date that was created"))
    days_ahead = models.PositiveSmallIntegerField(_("days ahead"), default=14)
    is_stopped = models.BooleanField(_("stopped"), default=False)
    next_at = models.DateTimeField(_("next date is created at"), null=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = pgettext_lazy("plural", "series")

    def __str__(self) -> str:
        return self.rule

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.pk])

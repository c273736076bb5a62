"""Addresses of players' personal calendars."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.codes import new_secret


class CalendarAddress(models.Model):
    """The secret part of the address of a player's personal calendar."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_address"
    )
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return str(self.player_id)

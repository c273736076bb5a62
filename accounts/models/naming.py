"""Former names of players, and forbidden words."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PastName(models.Model):
    """A name that a player has given up, reserved for a while together with its look-alikes."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="past_names"
    )
    name = models.CharField(_("name"), max_length=150)
    folded = models.CharField(max_length=150, db_index=True)  # looked up whenever somebody chooses a name
    given_up_at = models.DateTimeField(_("given up"))
    reserved_until = models.DateTimeField(_("reserved until"))
    # If so, it is reserved even from the player, who may otherwise take a former name back at once.
    is_taken_away = models.BooleanField(_("taken away by moderators"), default=False, db_default=False)

    class Meta:
        verbose_name = _("past name")
        verbose_name_plural = _("past names")
        ordering = ["-given_up_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class ForbiddenWord(models.Model):
    """A word that moderators have added to the lists: forbidden in names, and masked in chats."""

    text = models.CharField(_("word"), max_length=60, unique=True)
    is_anywhere = models.BooleanField(
        _("anywhere"), default=False, help_text=_("Within longer words, too; in names, spelled however it may be.")
    )

    class Meta:
        verbose_name = _("forbidden word")
        verbose_name_plural = _("forbidden words")
        ordering = ["text"]

    def __str__(self) -> str:
        return self.text

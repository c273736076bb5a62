"""Sanctions, blocks and mutes."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def in_force(self, now: datetime) -> Self:
        """Filter sanctions that restrict a player now; a warning or a message does until it has been read."""
        unread = ~Q(kind__in=Sanction.TO_BE_READ) | Q(read_at=None)
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=now), unread, lifted_at=None, starts_at__lte=now)

    def told(self) -> Self:
        """Exclude sanctions of which the player is not told."""
        return self.exclude(kind=Sanction.Kind.SHADOWED)

    def longest_first(self) -> Self:
        return self.order_by(F("ends_at").desc(nulls_first=True), "-pk")


class Sanction(models.Model):
    """A restriction on a player, with its reason. Sanctions are lifted, never deleted."""

    class Kind(models.TextChoices):
        WARNING = "warning", pgettext_lazy("sanction", "warning")
        MUTED = "muted", pgettext_lazy("sanction", "muted")
        NO_PUBLIC_TABLES = "no-public-tables", pgettext_lazy("sanction", "paused from public tables")
        NO_PLAY = "no-play", pgettext_lazy("sanction", "paused from play")
        NO_TOURNAMENTS = "no-tournaments", pgettext_lazy("sanction", "paused from tournaments")
        CLOSED = "closed", pgettext_lazy("sanction", "account closed")
        MESSAGE = "message", pgettext_lazy("sanction", "message from the moderators")
        SHADOWED = "shadowed", pgettext_lazy("sanction", "read by nobody else")
        """For spammers, who are not told: they would only begin again under another name."""

    TO_BE_READ = (Kind.WARNING, Kind.MESSAGE)
    """Kinds that restrict players only until they have read them."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    # Why the site itself imposed it; put into words when it is shown.
    cause = models.SlugField(_("cause"), max_length=20, blank=True, db_index=False)
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("imposed by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("lifted by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=F("starts_at")), name="sanction_ends_after_its_start"
            ),
            models.CheckConstraint(condition=~Q(reason="", cause=""), name="sanction_has_a_reason"),
        ]
        indexes = [
            # check_may: what restricts this player?
            models.Index(fields=["player"], name="sanctions_not_lifted", condition=Q(lifted_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.starts_at:%Y-%m-%d}"


class Lapse(models.Model):
    """A match that a player left or held up although others wanted to play on. It counts for some days."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lapses")
    cause = models.SlugField(_("cause"), max_length=20, db_index=False)
    about = models.CharField(_("about"), max_length=40)  # such as the table; each counts once
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("lapse")
        verbose_name_plural = _("lapses")
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "about"], name="lapse_counts_once")]

    def __str__(self) -> str:
        return f"{self.cause} {self.about}"


class Block(models.Model):
    """Keeps `other` from meeting `player` again; `other` is never told."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="player_blocks_another_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id}"


class Mute(models.Model):
    """Hides what `other` says from `player`; `other` is never told, and nothing else changes."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = pgettext_lazy("of a person", "mute")
        verbose_name_plural = pgettext_lazy("of persons", "mutes")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="player_mutes_another_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="nobody_mutes_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id}"

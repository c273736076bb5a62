"""Traces, by which accounts of the same person are found."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Trace(models.Model):
    """A keyed hash of an address or a browser with which a player has been seen.

    It expires, and nobody can turn it back into an address.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address", pgettext_lazy("trace", "address")
        BROWSER = "browser", pgettext_lazy("trace", "browser")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="traces"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    mark = models.CharField(max_length=32, editable=False)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        ordering = ["-seen_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "kind", "mark"], name="trace_once_of_a_player")]
        indexes = [
            # likely_same: who else has left this trace?
            models.Index(fields=["kind", "mark"], name="traces_by_mark"),
            # expiry: the oldest
            models.Index(fields=["seen_at"], name="traces_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"

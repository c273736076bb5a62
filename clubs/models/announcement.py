"""Announcements of clubs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club


class Announcement(models.Model):
    """A message from a club to its members, in Markdown."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=10_000)
    is_pinned = models.BooleanField(_("pinned"), default=False)
    made_at = models.DateTimeField(_("announced"), default=timezone.now)
    edited_at = models.DateTimeField(_("edited"), null=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-is_pinned", "-made_at", "-pk"]
        indexes = [
            # a club's page: pinned ones first, then the newest
            models.Index(fields=["club", "-is_pinned", "-made_at"], name="announcements_of_club"),
        ]

    def __str__(self) -> str:
        return self.title

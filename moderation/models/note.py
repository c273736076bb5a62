"""Internal notes of moderators."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from moderation.models.case import Case
from moderation.models.people import person


class Note(models.Model):
    """A moderator's remark on a case for the other moderators; players never see it."""

    case = models.ForeignKey(Case, verbose_name=_("case"), on_delete=models.CASCADE, related_name="notes")
    by = person(_("by"))
    text = models.CharField(_("note"), max_length=2000)
    written_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("internal note")
        verbose_name_plural = _("internal notes")
        ordering = ["written_at", "pk"]

    def __str__(self) -> str:
        return self.text[:60]

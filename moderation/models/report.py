"""Reports that people have sent to the moderators."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from moderation.models.case import Case, Matter
from moderation.models.people import person


class ReportQuerySet(models.QuerySet["Report"]):
    def sent_by(self, player: Player) -> Self:
        """Return the player's reports with their cases, newest first."""
        return self.filter(reporter=player).select_related("case").order_by("-sent_at", "-pk")


class Report(models.Model):
    """A report by one person, with the evidence as it was at that moment."""

    case = models.ForeignKey(Case, verbose_name=_("case"), on_delete=models.CASCADE, related_name="reports")
    # Empty for visitors without an account, and for players who have deleted theirs.
    reporter = person(_("reported by"), "reports")
    kind = models.CharField(_("kind"), max_length=16, choices=Matter)
    subject_kind = models.CharField(_("concerns"), max_length=16)
    subject_id = models.CharField(max_length=32)
    text = models.CharField(_("what happened"), max_length=500, blank=True)
    weight = models.PositiveIntegerField(_("weight"))
    evidence: models.JSONField[Any, Any] = models.JSONField(_("evidence"), default=dict)
    sent_at = models.DateTimeField(_("sent"))

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["sent_at", "pk"]
        indexes = [
            # sent_by: the page of a player's own reports; trust: the outcomes of earlier ones
            models.Index(fields=["reporter", "-sent_at"], name="reports_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.subject_kind}:{self.subject_id}"

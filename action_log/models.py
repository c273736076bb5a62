"""Lines of the action log."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LogLineQuerySet(models.QuerySet["LogLine"]):
    def of(self, subject_kind: str, subject_id: object) -> LogLineQuerySet:
        return self.filter(subject_kind=subject_kind, subject_id=str(subject_id))

    def with_people(self) -> LogLineQuerySet:
        return self.select_related("by", "whom")


class LogLine(models.Model):
    """Record who did what to what, and why. Immutable, except that it can be marked as undone.

    The subject is a club or a tournament, for instance (`action_log.subjects`). `by` is empty if the site itself acted;
    `details` holds the values for the sentence's placeholders; `before` is the state needed to undo the action.
    """

    subject_kind = models.CharField(_("concerns"), max_length=16)
    subject_id = models.CharField(max_length=16)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("whom"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    action = models.CharField(_("what"), max_length=24)
    details: models.JSONField[Any, Any] = models.JSONField(_("more"), default=dict)
    reason = models.CharField(_("reason"), max_length=400, blank=True)
    before: models.JSONField[Any, Any] = models.JSONField(null=True)
    at = models.DateTimeField(_("when"), default=timezone.now)
    undone_at = models.DateTimeField(_("undone"), null=True)

    objects = LogLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("log line")
        verbose_name_plural = _("action log")
        ordering = ["-at", "-id"]
        indexes = [
            # the log of a club or a tournament, newest first
            models.Index(fields=["subject_kind", "subject_id", "-at", "-id"], name="log_of_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.subject_kind}:{self.subject_id} {self.action}"

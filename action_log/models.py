"""Lines of the action log, and the chain of hashes that shows whether one is missing or was changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LogLineQuerySet(models.QuerySet["LogLine"]):
    def of(self, subject_kind: str, subject_id: object) -> LogLineQuerySet:
        return self.filter(subject_kind=subject_kind, subject_id=str(subject_id))

    def with_people(self) -> LogLineQuerySet:
        return self.select_related("by", "whom", "undone_by")


class LogLine(models.Model):
    """A record of who did what to what, and why. The database refuses to change or delete it.

    The subject is a club or a tournament, for instance (`action_log.subjects`). `by` is empty if the site itself acted;
    `details` holds the values for the sentence's placeholders; `before` is the state needed to undo the action. The
    ids of players and subjects stay when these are deleted.
    """

    subject_kind = models.CharField(_("concerns"), max_length=16)
    subject_id = models.CharField(max_length=16)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("whom"),
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    action = models.CharField(_("what"), max_length=24)
    details: models.JSONField[Any, Any] = models.JSONField(_("more"), default=dict)
    reason = models.CharField(_("reason"), max_length=400, blank=True)
    before: models.JSONField[Any, Any] = models.JSONField(null=True)
    at = models.DateTimeField(_("when"), default=timezone.now)
    undoes = models.OneToOneField(
        "self", verbose_name=_("undoes"), null=True, on_delete=models.PROTECT, related_name="undone_by"
    )

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

    @property
    def is_of_moderators(self) -> bool:
        """Return whether a moderator acted, who is not named to players."""
        return "case" in self.details

    @property
    def undone_at(self) -> datetime | None:
        """Return when the action was undone; makes a query unless the line was loaded `with_people`."""
        undone_by = getattr(self, "undone_by", None)
        return undone_by and undone_by.at


class Link(models.Model):
    """A line's place in the chain. The hash covers the line and the hash before it."""

    number = models.PositiveBigIntegerField(primary_key=True)
    line = models.OneToOneField(LogLine, on_delete=models.PROTECT, related_name="link")
    previous = models.CharField(max_length=64, unique=True)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number} {self.hash[:8]}"

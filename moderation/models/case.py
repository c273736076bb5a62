"""Cases, which moderators look into."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.models.people import person


class Matter(models.TextChoices):
    """What a report is about; a case has the gravest of its reports."""

    DANGER = "danger", _("danger to somebody")
    ABUSE = "abuse", _("abuse or insult")
    CHEATING = "cheating", _("cheating or playing together in secret")
    NAME = "name", _("name or picture")
    SPAM = "spam", _("advertising or spam")
    STALLING = "stalling", _("stalling or leaving")
    OTHER = "other", _("something else")


class CaseQuerySet(models.QuerySet["Case"]):
    def open(self) -> Self:
        return self.filter(closed_at=None)

    def free(self, now: datetime) -> Self:
        """Filter open cases that nobody has claimed, or whose claim has expired."""
        return self.open().filter(Q(claimed_by=None) | Q(claimed_at__lte=now - Case.CLAIM_HOLDS))

    def queue(self) -> Self:
        """Return the open cases, the most urgent first."""
        return self.open().order_by("sorts_at", "pk")

    def about(self, player_id: int) -> Self:
        """Return the cases about a player, newest first."""
        return self.filter(player=player_id).order_by("-opened_at", "-pk")


class Case(models.Model):
    """A matter for moderators: all reports on one subject while it is open, and what was done about it."""

    CLAIM_HOLDS = timedelta(hours=12)

    class Outcome(models.TextChoices):
        ACTED = "acted", pgettext_lazy("case", "we have acted")
        NO_ACTION = "no-action", pgettext_lazy("case", "nothing against the rules")
        FALSE = "false", pgettext_lazy("case", "reported falsely on purpose")

    subject_kind = models.CharField(_("concerns"), max_length=16)
    subject_id = models.CharField(max_length=32)
    # Identifies the matter: a new report joins the open case with the same key.
    merge_key = models.CharField(max_length=100, editable=False)
    player = person(_("player concerned"), "cases")
    kind = models.CharField(_("kind"), max_length=16, choices=Matter)
    weight = models.PositiveIntegerField(_("weight"), default=0)
    opened_at = models.DateTimeField(_("opened"))
    # `opened_at`, an hour earlier for each point of weight: sorts by weight and age without knowing the time.
    sorts_at = models.DateTimeField(editable=False)
    claimed_by = person(_("claimed by"))
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    closed_by = person(_("closed by"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=16, choices=Outcome, blank=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["merge_key"], condition=Q(closed_at=None), name="one_open_case_for_each_matter"
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, outcome="") | (Q(closed_at__isnull=False) & ~Q(outcome="")),
                name="closed_case_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(claimed_by=None) | Q(claimed_at__isnull=False), name="claimed_case_has_a_date"
            ),
        ]
        indexes = [
            # queue: the open cases, the most urgent first
            models.Index(fields=["sorts_at", "id"], name="cases_in_queue", condition=Q(closed_at=None)),
            # about: earlier cases of a player
            models.Index(fields=["player", "-opened_at"], name="cases_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.subject_kind}:{self.subject_id}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

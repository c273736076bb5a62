"""Appeals of players against sanctions and acts."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Sanction
from moderation.models.act import Act
from moderation.models.people import person


class AppealQuerySet(models.QuerySet["Appeal"]):
    def waiting(self) -> Self:
        """Return the appeals that nobody has answered yet, oldest first."""
        return self.filter(answered_at=None).order_by("sent_at", "pk")


class Appeal(models.Model):
    """A player's objection to a sanction or an act, and another moderator's answer."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", pgettext_lazy("appeal", "upheld: lifted")
        REJECTED = "rejected", pgettext_lazy("appeal", "rejected: the decision stands")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="appeals"
    )
    sanction = models.OneToOneField(
        Sanction, verbose_name=_("sanction"), null=True, blank=True, on_delete=models.CASCADE, related_name="appeal"
    )
    act = models.OneToOneField(
        Act, verbose_name=_("act"), null=True, blank=True, on_delete=models.CASCADE, related_name="appeal"
    )
    text = models.CharField(_("why it is wrong"), max_length=2000)
    sent_at = models.DateTimeField(_("sent"))
    outcome = models.CharField(_("outcome"), max_length=16, choices=Outcome, blank=True)
    answer = models.CharField(_("answer"), max_length=1000, blank=True, help_text=_("The player reads it."))
    answered_by = person(_("answered by"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    objects = AppealQuerySet.as_manager()

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["-sent_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(sanction__isnull=False) | Q(act__isnull=False), name="appeal_is_against_something"
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, outcome="")
                | (Q(answered_at__isnull=False) & ~Q(outcome="") & ~Q(answer="")),
                name="answered_appeal_has_an_answer",
            ),
        ]
        indexes = [
            # waiting: the moderators' list
            models.Index(fields=["sent_at"], name="appeals_waiting", condition=Q(answered_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.sent_at:%Y-%m-%d}"

"""Acts: what moderators do about a case."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Sanction
from moderation.models.case import Case
from moderation.models.people import person
from moderation.models.reason import ReasonTemplate


class ActQuerySet(models.QuerySet["Act"]):
    def waiting(self) -> Self:
        """Return the acts that wait for a second moderator, oldest first."""
        return self.filter(state=Act.State.WAITING).order_by("at", "pk")

    def took_effect(self) -> Self:
        """Exclude acts that a second moderator has not confirmed."""
        return self.exclude(state__in=[Act.State.WAITING, Act.State.REFUSED])

    def told(self) -> Self:
        """Filter acts of which their player has been told; excludes shadow sanctions."""
        return self.took_effect().exclude(sanction__kind=Sanction.Kind.SHADOWED)

    def about(self, player_id: int) -> Self:
        """Return the acts that concern a player, newest first."""
        return self.filter(player=player_id).order_by("-at", "-pk")


class Act(models.Model):
    """What a moderator has done, to whom or what, why, and until when. Acts are lifted, never deleted."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("act", "waiting for a second moderator")
        DONE = "done", pgettext_lazy("act", "done")
        REFUSED = "refused", pgettext_lazy("act", "refused by a second moderator")
        LIFTED = "lifted", pgettext_lazy("act", "lifted")

    case = models.ForeignKey(Case, verbose_name=_("case"), on_delete=models.CASCADE, related_name="acts")
    kind = models.SlugField(_("kind"), max_length=32, db_index=False)
    player = person(_("player concerned"), "acts")
    subject_kind = models.CharField(_("concerns"), max_length=16, blank=True)
    subject_id = models.CharField(max_length=32, blank=True)
    by = person(_("by"))
    at = models.DateTimeField(_("when"))
    state = models.CharField(_("state"), max_length=16, choices=State, default=State.DONE)
    template = models.ForeignKey(
        ReasonTemplate, verbose_name=_("template"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True, help_text=_("The player reads it."))
    note = models.CharField(_("internal note"), max_length=500, blank=True)
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    # What is needed to lift the act, and whatever else its kind stores.
    details: models.JSONField[Any, Any] = models.JSONField(_("more"), default=dict, blank=True)
    sanction = models.OneToOneField(
        Sanction, verbose_name=_("sanction"), null=True, blank=True, on_delete=models.SET_NULL, related_name="act"
    )
    seconded_by = person(_("second moderator"))
    seconded_at = models.DateTimeField(_("confirmed or refused"), null=True, blank=True)
    lifted_by = person(_("lifted by"))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    objects = ActQuerySet.as_manager()

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="lifted", lifted_at__isnull=False) | (~Q(state="lifted") & Q(lifted_at=None)),
                name="lifted_act_has_a_date",
            ),
        ]
        indexes = [
            # about: earlier acts that concern a player
            models.Index(fields=["player", "-at"], name="acts_on_player"),
            # waiting: acts that a second moderator has to confirm
            models.Index(fields=["at"], name="acts_waiting", condition=Q(state="waiting")),
            # figures by kind and time
            models.Index(fields=["at", "kind"], name="acts_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"

"""Organisers' invitations to individual players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class EntryInvitationQuerySet(models.QuerySet["EntryInvitation"]):
    def waiting(self) -> EntryInvitationQuerySet:
        """Filter unanswered invitations to tournaments that may still be entered."""
        statuses = [*Tournament.ENTERABLE, Tournament.Status.RUNNING]
        return self.filter(answered_at=None, tournament__status__in=statuses)

    def for_display(self) -> EntryInvitationQuerySet:
        return self.select_related("tournament__club", "player", "by").order_by("pk")


class EntryInvitation(models.Model):
    """An organiser's invitation of a player to a tournament."""

    class Answer(models.TextChoices):
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken-back", _("taken back")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField(_("invited"))
    answered_at = models.DateTimeField(_("answered"), null=True)
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True)

    objects = EntryInvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation to a tournament")
        verbose_name_plural = _("invitations to tournaments")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(answered_at__isnull=True),
                name="player_has_one_invitation_to_answer",
            ),
            models.CheckConstraint(
                name="invitation_is_answered_with_something",
                condition=Q(answered_at__isnull=True, answer="") | (Q(answered_at__isnull=False) & ~Q(answer="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id}"

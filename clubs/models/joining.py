"""Join requests, invitations and bans."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club
from common.codes import new_secret


class JoinRequest(models.Model):
    """A player's request to join, with a line of text; kept after it has been answered."""

    class Answer(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests")
    line = models.CharField(_("message to the officers"), max_length=200, blank=True)
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    answer = models.CharField(_("answer"), max_length=9, choices=Answer, default=Answer.WAITING)
    answered_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        ordering = ["asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=Q(answer="waiting"), name="player_asks_a_club_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id} {self.answer}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def valid(self, now: datetime) -> InvitationQuerySet:
        not_used_up = Q(most_uses=None) | Q(uses__lt=F("most_uses"))
        return self.filter(not_used_up, revoked_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """A link that lets anyone in until it expires, is used up or is revoked."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    note = models.CharField(_("for whom"), max_length=60, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    expires_at = models.DateTimeField(_("valid until"))
    most_uses = models.PositiveSmallIntegerField(_("how often it may be used"), null=True, blank=True)
    uses = models.PositiveIntegerField(_("used"), default=0)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                name="invitation_is_not_used_too_often", condition=Q(most_uses=None) | Q(uses__lte=F("most_uses"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.note}"

    def get_absolute_url(self) -> str:
        return reverse("clubs:invited", args=[self.club.slug, self.secret])


class BanQuerySet(models.QuerySet["Ban"]):
    def in_force(self, now: datetime) -> BanQuerySet:
        return self.filter(Q(until=None) | Q(until__gt=now), lifted_at=None)


class Ban(models.Model):
    """A ban of a player from a club, in force until it is lifted or reaches its end, if it has one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_bans")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(_("reason"), max_length=300)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    banned_at = models.DateTimeField(_("since"), default=timezone.now)
    lifted_at = models.DateTimeField(_("lifted"), null=True)

    objects = BanQuerySet.as_manager()

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        ordering = ["-banned_at"]
        indexes = [
            # every attempt to join: is this player banned?
            models.Index(fields=["club", "player"], name="ban_not_lifted", condition=Q(lifted_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id}"

"""Webhooks: organisers' URLs that are notified of a tournament's events."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.sealed import SealedText
from tournaments.models import Tournament


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def outdated(self) -> Self:
        """Filter active webhooks whose tournament has changed since it was last checked."""
        return self.filter(off_at=None).exclude(seen_version=F("tournament__version"))


class Webhook(models.Model):
    """A URL that is notified of a tournament's events on behalf of the organiser who registered it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=300)
    secret = SealedText(editable=False)
    made_at = models.DateTimeField(_("made"))
    off_at = models.DateTimeField(_("switched off"), null=True)
    is_stopped = models.BooleanField(_("switched off by moderators"), default=False, db_default=False)
    failures = models.PositiveIntegerField(_("failures in a row"), default=0)
    seen_version = models.PositiveIntegerField(default=0, editable=False)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_stopped=False) | Q(off_at__isnull=False), name="stopped_webhook_is_switched_off"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.pk}"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def due(self, now: datetime) -> Self:
        return self.filter(state=Delivery.State.WAITING, due_at__lte=now, webhook__off_at=None)


class Delivery(models.Model):
    """One event, delivered or to be delivered to one webhook."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("of a message", "waiting")
        DONE = "done", pgettext_lazy("of a message", "delivered")
        FAILED = "failed", pgettext_lazy("of a message", "given up")
        PAST = "past", pgettext_lazy("of a message", "happened before")
        """Happened before the webhook was set up; never sent."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(_("event"), max_length=20)
    key = models.CharField(max_length=40)
    content: models.JSONField[Any, Any] = models.JSONField(default=dict)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(_("happened"))
    due_at = models.DateTimeField(_("to be sent at"), null=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    answer = models.CharField(_("last answer"), max_length=120, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-made_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="webhook_is_told_of_an_event_once")]
        indexes = [
            # the sweep: what is to be sent?
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.key}"

"""Browsers that show notices while no page of the site is open, and the notices on their way there."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.notice import Notice


class PushSubscription(models.Model):
    """A browser with an address at its maker's push service (RFC 8030) and the keys to encrypt for it (RFC 8291).

    It belongs to one session: signing out ends it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions", verbose_name=_("player")
    )
    endpoint = models.TextField(_("address"), unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    session_key = models.CharField(max_length=40, editable=False)
    user_agent = models.CharField(max_length=200)
    created_at = models.DateTimeField(_("turned on at"))

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        indexes = [
            # what is deleted when a session ends
            models.Index(fields=["session_key"], name="push_subscription_of_session")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.created_at:%Y-%m-%d}"

    @property
    def fingerprint(self) -> str:
        """Return the hash by which a browser recognises its own subscription on a page."""
        return sha256(self.endpoint.encode()).hexdigest()


class PushQuerySet(models.QuerySet["Push"]):
    def due(self, now: datetime) -> Self:
        return self.filter(due_at__lte=now)


class Push(models.Model):
    """A notice on its way to one browser. The row is deleted once it has arrived or is given up."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="pushes", verbose_name=_("notice"))
    subscription = models.ForeignKey(
        PushSubscription,
        on_delete=models.CASCADE,
        related_name="pushes",
        verbose_name=_("push subscription"),
        db_constraint=False,
    )
    """May be gone: without a constraint, a player who signs out just now cannot make a move or a round's start fail."""
    # When a worker should look at it: to send it, or because the worker that claimed it never reported back.
    due_at = models.DateTimeField(_("due at"))
    tries = models.PositiveSmallIntegerField(_("tries to send it"), default=0)

    objects = PushQuerySet.as_manager()

    class Meta:
        verbose_name = _("push notice")
        verbose_name_plural = _("push notices")
        constraints = [
            models.UniqueConstraint(fields=["notice", "subscription"], name="browser_gets_a_notice_once"),
        ]
        indexes = [
            # due: what the workers look for
            models.Index(fields=["due_at"], name="pushes_due"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.subscription_id}"

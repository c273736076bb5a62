"""Notices to players."""

import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.player import Player


class Mail(models.TextChoices):
    NONE = "none", pgettext_lazy("mail", "none")
    WAITING = "waiting", pgettext_lazy("mail", "waiting")
    SENT = "sent", pgettext_lazy("mail", "sent")
    FAILED = "failed", pgettext_lazy("mail", "failed")


class NoticeQuerySet(models.QuerySet["Notice"]):
    def shown_to(self, player: Player) -> Self:
        """Return the player's notices on the site, newest first."""
        return self.filter(player=player, on_site=True).order_by("-created_at", "-pk")

    def unread(self) -> Self:
        return self.filter(on_site=True, read_at=None)

    def mail_due(self, now: datetime) -> Self:
        """Filter notices whose letter is due to be sent."""
        return self.filter(mail_due_at__lte=now)

    def settled(self) -> Self:
        """Exclude notices with a letter that still has to be sent."""
        return self.exclude(mail=Mail.WAITING)


class Notice(models.Model):
    """A notice to one player: a kind and the values for its sentence, which is formed when it is shown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", verbose_name=_("player"))
    kind = models.SlugField(_("kind"), max_length=40, db_index=False)
    key = models.CharField(_("key"), max_length=100)  # what it is about; each player is notified of it once
    gaps = models.JSONField(_("gaps"), default=dict)
    url = models.CharField(_("address"), max_length=200)
    created_at = models.DateTimeField(_("told at"))
    on_site = models.BooleanField(_("on the site"), default=True)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)

    mail = models.CharField(_("mail"), max_length=7, choices=Mail, default=Mail.NONE)
    # When a worker should look at it: to send it, or because the worker that claimed it never reported back.
    mail_due_at = models.DateTimeField(_("mail due at"), null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(_("tries to send it"), default=0)
    # The letter it is part of, from the first attempt on; also in the letter's Message-ID.
    letter = models.UUIDField(_("e-mail"), null=True, blank=True, editable=False)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "key"], name="player_is_told_once"),
            models.CheckConstraint(condition=Q(mail__in=Mail.values), name="mail_is_known"),
            models.CheckConstraint(
                condition=Q(mail=Mail.WAITING, mail_due_at__isnull=False)
                | (~Q(mail=Mail.WAITING) & Q(mail_due_at__isnull=True)),
                name="mail_is_due_while_it_waits",
            ),
        ]
        indexes = [
            # shown_to: the page of notices
            models.Index(fields=["player", "-created_at", "-id"], name="notices_of_player"),
            # unread: the number at the bell on every page
            models.Index(fields=["player"], name="notices_unread", condition=Q(on_site=True, read_at=None)),
            # mail_due: what the workers look for
            models.Index(fields=["mail_due_at"], name="notices_mail_due", condition=Q(mail_due_at__isnull=False)),
            # the notices of a letter that is retried
            models.Index(fields=["letter"], name="notices_of_letter", condition=Q(letter__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

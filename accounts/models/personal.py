"""Exports of what the site holds about a player, and what it keeps of deleted players."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from common.lookalikes import fold


class DataExport(models.Model):
    """A file with everything that the site holds about a player; made by a worker, deleted when it has expired."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports")
    asked_at = models.DateTimeField(_("asked"))
    made_at = models.DateTimeField(_("made"), null=True)
    content = models.BinaryField(editable=False, default=b"")
    """JSON, compressed with gzip."""

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(made_at=None), name="one_export_of_a_player_is_made_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.asked_at:%Y-%m-%d}"


class DeletionLetterQuerySet(models.QuerySet["DeletionLetter"]):
    def due(self, now: datetime) -> Self:
        return self.filter(due_at__lte=now)


class DeletionLetter(models.Model):
    """A letter about the deletion of an account, ready to be sent; deleted once it is."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)  # also in its Message-ID
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deletion_letters"
    )
    address = models.EmailField(_("e-mail address"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    # When a worker should look at it: to send it, or because the worker that claimed it never reported back.
    due_at = models.DateTimeField(_("mail due at"))
    tries = models.PositiveSmallIntegerField(_("tries to send it"), default=0)

    objects = DeletionLetterQuerySet.as_manager()

    class Meta:
        verbose_name = _("letter about a deletion")
        verbose_name_plural = _("letters about deletions")

    def __str__(self) -> str:
        return str(self.pk)


class KeptHashQuerySet(models.QuerySet["KeptHash"]):
    def in_force(self, now: datetime) -> Self:
        return self.filter(until__gt=now)

    def of(self, kind: str, text: str) -> Self:
        """Filter the hash of this name or address, if it is kept."""
        return self.filter(kind=kind, digest=_digest(kind, text))

    def keep(self, kind: str, text: str, until: datetime) -> None:
        """Keep the hash of a name or an address. Idempotent; the later end counts."""
        self.get_or_create(kind=kind, digest=_digest(kind, text), defaults={"until": until})
        self.of(kind, text).filter(until__lt=until).update(until=until)


def _digest(kind: str, text: str) -> str:
    same = fold(text) if kind == KeptHash.Kind.NAME else mailbox(text)
    return salted_hmac(f"kept {kind}", same, algorithm="sha256").hexdigest()


GMAIL = frozenset({"gmail.com", "googlemail.com"})
"""Domains of one provider, which ignores dots before the @."""


def mailbox(address: str) -> str:
    """Return an e-mail address without what leads to the same mailbox: case, anything after a plus sign, and the dots
    that Gmail ignores."""
    local, _at, domain = address.casefold().rpartition("@")
    local = local.partition("+")[0]
    return f"{local.replace('.', '')}@gmail.com" if domain in GMAIL else f"{local}@{domain}"


class KeptHash(models.Model):
    """A keyed hash of a name or an e-mail address that a deleted player had, which nobody may use for a while.

    It can only tell whether a given name or address is the hashed one.
    """

    class Kind(models.TextChoices):
        NAME = "name", _("name")
        MAILBOX = "mailbox", _("e-mail address")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    digest = models.CharField(max_length=64)
    until = models.DateTimeField(_("until"))

    objects = KeptHashQuerySet.as_manager()

    class Meta:
        verbose_name = _("kept hash")
        verbose_name_plural = _("kept hashes")
        constraints = [models.UniqueConstraint(fields=["kind", "digest"], name="hash_is_kept_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.until:%Y-%m-%d}"

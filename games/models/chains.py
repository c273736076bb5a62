"""The hash chains whose links shuffle deals."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.sealed import SealedBytes
from games.rules import shuffle


class Chain(models.Model):
    """A hash chain whose links shuffle deals. Only its anchor is public (docs/fair-deals.md)."""

    secret = SealedBytes(editable=False)
    anchor = models.CharField(_("anchor"), max_length=64)
    length = models.PositiveIntegerField(_("length"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    def __str__(self) -> str:
        return self.anchor[:12]

    @classmethod
    def new(cls) -> Self:
        """Return an unsaved chain with a new random secret."""
        return cls.of(shuffle.new_secret())

    @classmethod
    def of(cls, secret: bytes) -> Self:
        """Return an unsaved chain with this secret."""
        anchor = shuffle.link(secret, shuffle.LENGTH, 0).hex()
        return cls(secret=secret, anchor=anchor, length=shuffle.LENGTH)

    def link(self, number: int) -> bytes:
        return shuffle.link(bytes(self.secret), self.length, number)

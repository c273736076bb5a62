"""Identifies this copy of the site's data."""

from __future__ import annotations

from typing import Self

from django.db import models

from common.codes import new_secret

ONLY = 1


class Copy(models.Model):
    """The single row that reveals whether the database was restored from a backup (games/state/dealt.py)."""

    name = models.CharField(max_length=32, default=new_secret, editable=False)
    """The name under which deals are counted outside the database. After a restore the copy gets a new one."""
    is_restored = models.BooleanField(default=False, editable=False)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def this(cls) -> Self:
        return cls.objects.get_or_create(pk=ONLY)[0]

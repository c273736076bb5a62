"""Columns whose content is encrypted in the database, so that neither its file nor a backup reveals it.

A value is encrypted when it is written and decrypted when it is read. The first of TILE_KEYS encrypts, and any of them
can decrypt, so that keys can be rotated (`manage.py reseal`).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

MARK = "gAAAAA"
"""The prefix of every sealed value. No unsealed one has it: neither a deck nor 32 bytes in hexadecimal digits."""


class CannotUnseal(Exception):
    """A value was sealed with a key that this process does not have."""

    def __init__(self) -> None:
        super().__init__("The database was encrypted with a key that is not among TILE_KEYS.")


@lru_cache(maxsize=4)
def _cipher(keys: tuple[str, ...]) -> MultiFernet:
    derived = (hashlib.sha256(f"tiles {key}".encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])


def _ours() -> MultiFernet:
    keys: Sequence[str] = settings.TILE_KEYS
    return _cipher(tuple(keys))


def seal(plain: bytes) -> bytes:
    return _ours().encrypt(plain)


def unseal(sealed: bytes) -> bytes:
    """Return the decrypted value; one that was never sealed, as in rows of an earlier release, is returned unchanged.
    Raises CannotUnseal."""
    if not is_sealed(sealed):
        return sealed
    try:
        return _ours().decrypt(sealed)
    except InvalidToken:
        raise CannotUnseal from None


def is_sealed(stored: bytes) -> bool:
    return stored.startswith(MARK.encode())


class _Refused(models.Lookup):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError("A sealed column cannot be searched: equal values are encrypted differently in each row.")


class Sealed(models.Field):
    """A mixin for sealed columns. Queries cannot filter by their content, except by `isnull`."""

    def get_lookup(self, lookup_name: str) -> type[models.Lookup] | None:
        return super().get_lookup(lookup_name) if lookup_name == "isnull" else _Refused


class SealedText(Sealed, models.TextField):
    """Text that is encrypted in the database."""

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else seal(str(value).encode()).decode()

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        return None if value is None else unseal(value.encode()).decode()


class SealedBytes(Sealed, models.BinaryField):
    """Bytes that are encrypted in the database."""

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return super().get_db_prep_value(None if value is None else seal(bytes(value)), connection, prepared)

    def from_db_value(self, value: Any, *_: object) -> bytes | None:
        return None if value is None else unseal(bytes(value))

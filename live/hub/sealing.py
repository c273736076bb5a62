"""Encryption and authentication of news sent through Redis: a reader of Redis sees no hands and cannot forge news.

The channel layer's own encryption (Fernet, with base64) takes ten times as long.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE = 12
"""Bytes of the random nonce in front of each sealed message."""


class NotOurs(Exception):
    """Something was not sealed by this site."""


@lru_cache(maxsize=4)
def _cipher(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(f"news {key}".encode()).digest())


def seal(plain: bytes, origin: str) -> bytes:
    """Encrypt and authenticate a message of the process `origin`, whose name is authenticated but not encrypted."""
    nonce = os.urandom(NONCE)
    return nonce + _cipher(settings.SECRET_KEY).encrypt(nonce, plain, origin.encode())


def unseal(sealed: bytes, origin: str) -> bytes:
    """Return a message that this site has sealed in the name of `origin`. Raises NotOurs."""
    try:
        return _cipher(settings.SECRET_KEY).decrypt(sealed[:NONCE], sealed[NONCE:], origin.encode())
    except (InvalidTag, ValueError, TypeError) as error:
        raise NotOurs from error

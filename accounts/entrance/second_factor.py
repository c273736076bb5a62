"""Encrypts the secrets of authenticator apps and recovery codes with the site's key."""

from __future__ import annotations

import base64
import logging
import os
from hashlib import sha256

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

logger = logging.getLogger(__name__)


class Adapter(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; if it was encrypted with another SECRET_KEY, return a random one, which no code fits."""
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.warning("a second factor is encrypted with another SECRET_KEY: none of its codes is accepted")
            return base64.b32encode(os.urandom(20)).decode()


def _fernet() -> Fernet:
    key = sha256(b"second factors" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))

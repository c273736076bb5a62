"""A browser with push notices: it has keys, and opens what its push service has received for it (RFC 8188, 8291)."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse

CURVE = ec.SECP256R1()


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(length: int, salt: bytes, secret: bytes, info: bytes) -> bytes:
    return HKDF(SHA256(), length=length, salt=salt, info=info).derive(secret)


class PushBrowser:
    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private, self._auth = ec.generate_private_key(CURVE), secrets.token_bytes(16)
        self._own = _point(self._private.public_key())

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": base64url(self._own), "auth": base64url(self._auth)}

    def turn_on(self, client: Client, **headers: str) -> None:
        client.post(reverse("accounts:push-on"), self.subscription, headers=headers)

    def opened(self, body: bytes) -> Any:
        """Return the message in the body of a request."""
        salt, size, sealed = body[:16], body[20], body[21:]
        theirs, sealed = sealed[:size], sealed[size:]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        keying = _derived(32, self._auth, shared, b"WebPush: info\0" + self._own + theirs)
        key = _derived(16, salt, keying, b"Content-Encoding: aes128gcm\0")
        nonce = _derived(12, salt, keying, b"Content-Encoding: nonce\0")
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        return json.loads(padded.rstrip(b"\0").removesuffix(b"\2"))

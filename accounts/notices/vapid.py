"""The key by which push services recognise the site (VAPID, RFC 8292). It follows from the site's secret key."""

from __future__ import annotations

from email.utils import parseaddr
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from webpush import VAPID, WebPush

HOURS_KEPT = 4
"""How many hours a push service keeps a notice for a browser that is switched off."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5)."""


@cache
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    derived = HKDF(SHA256(), length=48, salt=None, info=b"boneyard web push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(derived) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """Return the key that a browser passes to its push service when it subscribes, in base64url."""
    return VAPID.get_application_server_key(_private_key(settings.SECRET_KEY).public_key())


def new_encrypter() -> WebPush:
    """Return what encrypts and signs messages. It keeps the state of its last message, so threads must not share it."""
    private = _private_key(settings.SECRET_KEY)
    return WebPush(
        private_key=private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public_key=private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        subscriber=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        ttl=HOURS_KEPT * 3600,
    )

"""Random ids and secrets for URLs."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Return ten random characters from an alphabet without look-alikes such as `0` and `o`."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def new_secret() -> str:
    """Return a random string that cannot be guessed, for URLs that only invited people know."""
    return secrets.token_urlsafe(16)

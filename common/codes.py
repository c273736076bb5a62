"""Ids and secrets that stand in addresses."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Ten characters that are not mistaken for one another when read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def new_secret() -> str:
    """For an address that only those know who were told."""
    return secrets.token_urlsafe(16)

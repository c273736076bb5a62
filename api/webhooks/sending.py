"""Sends one signed message to a webhook's address."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime
from http.client import HTTPException

from api.models import Delivery
from common.errors import UserError
from common.outgoing.posting import post

SIGNATURE = "Boneyard-Signature"


def signature(secret: str, body: bytes, at: int) -> str:
    """Return the signature of a message that is sent at a moment (seconds since 1970)."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def send(delivery: Delivery, now: datetime) -> tuple[bool, str]:
    """Send a delivery once; return whether it was accepted, and the answer in a few words."""
    body = json.dumps(delivery.content).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Boneyard",
        "Boneyard-Event": delivery.event,
        "Boneyard-Delivery": str(delivery.pk),
        SIGNATURE: signature(delivery.webhook.secret, body, int(now.timestamp())),
        "Connection": "close",
    }
    try:
        status = post(delivery.webhook.url, body, headers)
    except UserError as refused:
        return False, refused.code
    except (OSError, HTTPException) as error:
        return False, type(error).__name__
    return 200 <= status < 300, str(status)

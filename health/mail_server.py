"""A check, when a worker starts, that the mail server lets us sign in."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.core.mail import get_connection

logger = logging.getLogger(__name__)


def try_mail_server() -> bool:
    """Sign in at the mail server; return whether that worked, and log an error if not. The worker starts regardless,
    since letters are retried."""
    try:
        with get_connection():
            pass
    except (SMTPException, OSError) as error:
        logger.error("cannot sign in at the mail server: %s", type(error).__name__)
        return False
    return True

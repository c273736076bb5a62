"""Asks at the start of a worker whether the mail server accepts our e-mails."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.core.mail import get_connection

logger = logging.getLogger(__name__)


def try_mail_server() -> bool:
    """Sign in at the mail server; return whether that worked, and log if not. Letters are sent by workers, and tried
    again."""
    try:
        with get_connection():
            pass
    except (SMTPException, OSError) as error:
        logger.error("the mail server takes no letters: %s", type(error).__name__)
        return False
    return True

"""What Celery runs for players: letters, and throwing old notices away. Every task may run twice, late or never."""

from __future__ import annotations

import time
from contextlib import closing

from celery import shared_task
from django.core.cache import cache
from django.core.mail import get_connection
from django.utils import timezone

from accounts import notices
from accounts.notices import letters

SECONDS = 25.0
"""How long one run goes on; the next sweep continues."""

FAILURES = 3
"""After so many in a row the mail server is not asked again in this run."""


@shared_task(ignore_result=True, expires=60)
def mail_notices() -> None:
    """Send the letters that are due, in one worker at a time, so that letters never keep bots waiting.

    That is a courtesy; what keeps a letter from being sent twice is its claim.
    """
    if cache.add("mailing", 1, timeout=60):
        try:
            _mail()
        finally:
            cache.delete("mailing")


@shared_task(ignore_result=True, expires=3000)
def prune_notices() -> None:
    """Throw notices away that are old enough."""
    notices.prune(now=timezone.now())


def _mail() -> None:
    until, failures = time.monotonic() + SECONDS, 0
    with closing(get_connection()) as connection:
        for letter in letters.claimed_letters(now=timezone.now()):
            is_sent = letters.send(letter, connection=connection, now=timezone.now())
            failures = 0 if is_sent else failures + 1
            if not is_sent:
                connection.close()
            if failures == FAILURES or time.monotonic() > until:
                return

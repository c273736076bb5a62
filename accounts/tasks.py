"""Celery tasks of players: sending letters, deleting old notices. Every task may run twice, late or never."""

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
"""How many seconds one run lasts; the next sweep continues."""

FAILURES = 3
"""After this many failures in a row, a run gives up on the mail server."""


@shared_task(ignore_result=True, expires=60)
def mail_notices() -> None:
    """Send the letters that are due, in one worker at a time, so that letters never delay bots.

    The lock is only a courtesy; the claim is what keeps a letter from being sent twice.
    """
    if cache.add("mailing", 1, timeout=60):
        try:
            _mail()
        finally:
            cache.delete("mailing")


@shared_task(ignore_result=True, expires=3000)
def prune_notices() -> None:
    """Delete old notices."""
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

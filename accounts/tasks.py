"""Celery tasks for letters, push notices, exports, and expired data. Every task may run twice, late or never."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

from celery import shared_task
from django.core.cache import cache
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import DeletionLetter, Notice, Push
from accounts.notices import letters as notices_letters
from accounts.notices import pushes
from accounts.personal import deletion, expiry, export
from accounts.personal import letters as deletion_letters

SECONDS = 25.0
"""How many seconds one run may last; the next sweep continues."""

FAILURES = 3
"""After this many failures in a row, a run gives up on the mail server."""

NEARLY_A_DAY = 23 * 3600
"""Seconds after a run of `expire` in which it does nothing. Beat starts it hourly, so that no restart skips a day."""

AN_HOUR = 3600
"""Seconds after which a worker that runs `expire` is presumed dead."""

DELETIONS_AT_ONCE = 200


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


@shared_task(ignore_result=True, expires=60)
def push_notices() -> None:
    """Send the push notices that are due, in one worker at a time, so that slow push services delay no clocks.

    The lock is only a courtesy, as for letters. Notices that become due meanwhile are sent as well: their own task may
    have found the lock taken.
    """
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and Push.objects.due(timezone.now()).exists():
        if not cache.add("pushing", 1, timeout=60):
            return
        try:
            _push(until)
        finally:
            cache.delete("pushing")


@shared_task(ignore_result=True, expires=10)
def sweep_letters() -> None:
    """Queue the letters and push notices that are due, such as those that could not be sent before."""
    now = timezone.now()
    if DeletionLetter.objects.due(now).exists() or Notice.objects.mail_due(now).exists():
        mail_notices.apply_async(retry=False)
    if Push.objects.due(now).exists():
        push_notices.apply_async(retry=False)


@shared_task(ignore_result=True)
def make_export(export_id: int) -> None:
    """Make a file with everything that the site holds about a player."""
    export.make(export_id=export_id, now=timezone.now())


@shared_task(ignore_result=True, expires=3000)
def expire() -> None:
    """Delete expired data, and players who have asked for deletion, once a day."""
    if cache.get("expired") is not None or not cache.add("expiring", 1, timeout=AN_HOUR):
        return
    try:
        now = timezone.now()
        export.make_pending(now=now)
        deletion.carry_out_due(now=now, most=DELETIONS_AT_ONCE)
        expiry.apply_all(now=now)
        cache.set("expired", 1, timeout=NEARLY_A_DAY)
    finally:
        cache.delete("expiring")


def _mail() -> None:
    until, failures = time.monotonic() + SECONDS, 0
    with closing(get_connection()) as connection:
        for is_sent in _sent_one_by_one(connection):
            failures = 0 if is_sent else failures + 1
            if not is_sent:
                connection.close()
            if failures == FAILURES or time.monotonic() > until:
                return


def _push(until: float) -> None:
    for claimed in pushes.claimed_pushes(now=timezone.now()):
        pushes.send(claimed, now=timezone.now())
        if time.monotonic() > until:
            return


def _sent_one_by_one(connection: BaseEmailBackend) -> Iterator[bool]:
    """Send all letters that are due, and yield after each whether the mail server accepted it."""
    now = timezone.now()
    for about_deletion in deletion_letters.claimed_letters(now=now):
        yield deletion_letters.send(about_deletion, connection=connection, now=timezone.now())
    for letter in notices_letters.claimed_letters(now=now):
        yield notices_letters.send(letter, connection=connection, now=timezone.now())

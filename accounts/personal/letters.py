"""Letters about the deletion of an account, which are sent whatever notices the player has chosen.

They are stored in the transaction that they report, so that none is lost, and kept until a worker has sent them, even
if the player is gone by then. A claim holds for ten minutes; then the letter is sent again under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import DeletionLetter, Player
from accounts.notices import ask_for_mail, localised_for
from accounts.notices.letters import PATIENCE

logger = logging.getLogger(__name__)

PAUSES = [timedelta(hours=hours) for hours in (0.1, 0.5, 2, 8, 24, 36)]
"""The pauses between attempts: a mail server may be down for nearly three days."""


# --- Writing: call these in the transaction ---


def tell_of_request(player: Player, now: datetime) -> None:
    """Tell the player when the account will be deleted, and how to keep it."""
    with localised_for(player):
        link = settings.SITE_URL + reverse("account_login")
        _write(player, now, _("Your account will be deleted"), "accounts/letters/deletion_asked.txt", link)


def tell_of_end(player: Player, now: datetime) -> None:
    """Tell the player that the account is deleted."""
    with localised_for(player):
        _write(player, now, _("Your account is deleted"), "accounts/letters/deletion_done.txt", settings.SITE_URL)


def drop(player: Player) -> None:
    """Drop letters that have not been sent."""
    DeletionLetter.objects.filter(player=player).delete()


def _write(player: Player, now: datetime, subject: str, template: str, link: str) -> None:
    if not player.email:
        return
    body = render_to_string(template, {"player": player, "link": link, "days": settings.KEEP_DAYS})
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject
    DeletionLetter.objects.create(player=player, address=player.email, subject=subject, body=body, due_at=now)
    transaction.on_commit(ask_for_mail)


# --- Sending ---


def claimed_letters(*, now: datetime) -> Iterator[DeletionLetter]:
    """Yield all letters that are due, claiming each just before."""
    while letter := DeletionLetter.objects.due(now).order_by("due_at").first():
        held = DeletionLetter.objects.filter(pk=letter.pk, due_at=letter.due_at)
        if letter.tries > len(PAUSES):
            _give_up(letter)
        elif held.update(due_at=now + PATIENCE, tries=letter.tries + 1):
            yield from DeletionLetter.objects.filter(pk=letter.pk)


def send(letter: DeletionLetter, *, connection: BaseEmailBackend, now: datetime) -> bool:
    """Send a letter; return False if the mail server refused it, in which case it is tried again later."""
    headers = {
        "Message-ID": f"<{letter.pk}@{urlsplit(settings.SITE_URL).hostname}>",
        "Auto-Submitted": "auto-generated",
    }
    message = EmailMessage(letter.subject, letter.body, to=[letter.address], headers=headers, connection=connection)
    try:
        connection.open()
        message.send()
    except Exception as error:  # whatever the e-mail backend raises
        _try_later(letter, error, now)
        return False
    DeletionLetter.objects.filter(pk=letter.pk).delete()
    return True


def _try_later(letter: DeletionLetter, error: Exception, now: datetime) -> None:
    logger.warning("letter %s about a deletion was refused, attempt %d: %r", letter.pk, letter.tries, error)
    if letter.tries > len(PAUSES):
        _give_up(letter)
    else:
        held = DeletionLetter.objects.filter(pk=letter.pk, due_at=letter.due_at)
        held.update(due_at=now + PAUSES[letter.tries - 1])


def _give_up(letter: DeletionLetter) -> None:
    if DeletionLetter.objects.filter(pk=letter.pk, due_at=letter.due_at).delete()[0]:
        logger.error("letter %s about a deletion could not be sent and was given up", letter.pk)

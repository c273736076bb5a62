"""Letters: pending notices of a player are combined into a letter, which is claimed, sent, and marked as sent.

No transaction is open while talking to a mail server. A claim holds for ten minutes; after that the letter is sent
again under the same Message-ID, by which mail programs recognise duplicates.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from accounts import notices
from accounts.models import Mail, Notice, Player
from accounts.notices.addresses import confirmed

logger = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=10)
"""How long a claim holds; after that, the worker that made it is presumed dead."""

PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480)]
"""The pauses between attempts; after the last one the letter has failed."""

MOST_IN_A_LETTER = 20


@dataclass(frozen=True)
class Letter:
    id: UUID
    player: Player
    notices: list[Notice]
    tries: int
    held_until: datetime


# --- Claiming ---


def claimed_letters(*, now: datetime) -> Iterator[Letter]:
    """Yield all letters that are due, claiming each just before."""
    while due := Notice.objects.mail_due(now).order_by("mail_due_at").first():
        letter = _claim_again(due, now) if due.letter else _claim_new(due.player_id, now)
        if letter and (wanted := _still_wanted(letter)):
            yield wanted


def _claim_new(player_id: int, now: datetime) -> Letter | None:
    """Claim a new letter with the player's pending notices; return None if another worker was faster."""
    fresh = Notice.objects.filter(player=player_id, mail=Mail.WAITING, letter=None)
    chosen = list(fresh.order_by("mail_due_at").values_list("pk", flat=True)[:MOST_IN_A_LETTER])
    name, until = uuid4(), now + PATIENCE
    fresh.filter(pk__in=chosen).update(letter=name, mail_due_at=until, mail_tries=1)
    return _letter(name, until)


def _claim_again(due: Notice, now: datetime) -> Letter | None:
    assert due.letter
    held = Notice.objects.filter(letter=due.letter, mail=Mail.WAITING, mail_due_at=due.mail_due_at)
    if due.mail_tries > len(PAUSES):
        _give_up(due.letter, held.update(mail=Mail.FAILED, mail_due_at=None))
        return None
    until = now + PATIENCE
    held.update(mail_due_at=until, mail_tries=F("mail_tries") + 1)
    return _letter(due.letter, until)


def _letter(name: UUID, until: datetime) -> Letter | None:
    held = Notice.objects.filter(letter=name, mail=Mail.WAITING, mail_due_at=until).select_related("player")
    rows = list(held.order_by("created_at", "pk"))
    return Letter(name, rows[0].player, rows, rows[0].mail_tries, until) if rows else None


def _still_wanted(letter: Letter) -> Letter | None:
    """Drop notices that the player no longer wants, or whose player or address is gone."""
    by_letter = confirmed([letter.player.pk])
    wanted = [notice for notice in letter.notices if _wants(letter.player, notice.kind, by_letter)]
    unwanted = [notice.pk for notice in letter.notices if notice not in wanted]
    if unwanted:
        Notice.objects.filter(pk__in=unwanted).update(mail=Mail.NONE, mail_due_at=None)
    return Letter(letter.id, letter.player, wanted, letter.tries, letter.held_until) if wanted else None


def _wants(player: Player, slug: str, by_letter: set[int]) -> bool:
    kind = notices.KINDS.get(slug)
    return kind is not None and player.is_active and notices.choice_of(player, kind).by_mail and player.pk in by_letter


# --- Sending ---


def send(letter: Letter, *, connection: BaseEmailBackend, now: datetime) -> bool:
    """Send a letter; return False if the mail server refused it, in which case it is tried again later."""
    try:
        message = compose(letter)
        connection.open()
        message.connection = connection
        message.send()
    except Exception as error:  # whatever the e-mail backend raises
        _try_later(letter, error, now)
        return False
    Notice.objects.filter(letter=letter.id, mail=Mail.WAITING).update(mail=Mail.SENT, mail_due_at=None)
    return True


def _try_later(letter: Letter, error: Exception, now: datetime) -> None:
    held = Notice.objects.filter(letter=letter.id, mail=Mail.WAITING, mail_due_at=letter.held_until)
    if letter.tries > len(PAUSES):
        logger.warning("letter %s was refused: %r", letter.id, error)
        _give_up(letter.id, held.update(mail=Mail.FAILED, mail_due_at=None))
    else:
        pause = PAUSES[letter.tries - 1]
        held.update(mail_due_at=now + pause)
        logger.warning("letter %s was refused, attempt %d, again in %s: %r", letter.id, letter.tries, pause, error)


def _give_up(letter: UUID, count: int) -> None:
    if count:
        logger.error("letter %s with %d notices could not be sent and was given up", letter, count)


# --- Writing ---


def compose(letter: Letter) -> EmailMessage:
    with notices.localised_for(letter.player):
        told = [(notices.sentence(one), settings.SITE_URL + notices.address(one)) for one in letter.notices]
        kinds = [notices.KINDS[slug] for slug in sorted({one.kind for one in letter.notices})]
        stop = settings.SITE_URL + notices.stop_address(letter.player, kinds)
        words = {
            "player": letter.player,
            "told": told,
            "kinds": kinds,
            "stop": stop,
            "choices": settings.SITE_URL + reverse("accounts:notice-choices"),
        }
        return EmailMessage(
            subject=_subject([sentence for sentence, _ in told]),
            body=render_to_string("accounts/notices_letter.txt", words),
            to=[letter.player.email],
            headers={
                "Message-ID": f"<{letter.id}@{urlsplit(settings.SITE_URL).hostname}>",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )


def _subject(sentences: list[str]) -> str:
    """Return the subject on one line, as it contains names that players have chosen."""
    first = Truncator(" ".join(sentences[0].split())).chars(120)
    more = len(sentences) - 1
    if more:
        words = ngettext("%(sentence)s (and one more)", "%(sentence)s (and %(number)d more)", more)
        first = words % {"sentence": first, "number": more}
    return gettext("Boneyard: %(sentence)s") % {"sentence": first}

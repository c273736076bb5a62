"""Sending push notices: each is claimed, encrypted for its browser, and handed to the browser's push service.

No transaction is open while talking to a push service. A claim holds for ten minutes; after that the notice is sent
again, and the browser shows it in place of the first one, as both have the same id.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPException

from django.db.models import F
from django.utils.text import Truncator
from webpush import WebPush

from accounts import notices
from accounts.models import Push
from accounts.notices.subscriptions import as_target
from accounts.notices.vapid import new_encrypter
from common.errors import UserError
from common.outgoing.posting import post
from live.sessions import is_signed_in

logger = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=10)
"""How long a claim holds; after that, the worker that made it must be dead."""

PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30)]
"""The pauses between attempts; after the last one the notice is given up."""

AT_ONCE = 16
"""How many push services are talked to at the same time."""

LONGEST_TEXT = 500
"""Characters of a notice that are sent; a message may have 4096 bytes (RFC 8030, 7.2), a character four."""

GONE = frozenset({404, 410})
"""Answers of a push service that does not know the browser any more."""

REFUSED = frozenset({400, 401, 403})
"""Answers of a push service that knows the browser with another key of this site, or finds fault with the site: its
clock, or its address in DEFAULT_FROM_EMAIL. Only if it stays so, the browser is forgotten."""

DROPPED = frozenset({413})
"""Answers that mean this one notice cannot be delivered."""


@dataclass(frozen=True)
class Request:
    """A request to a push service, ready to be sent."""

    url: str
    body: bytes
    headers: dict[str, str]


# --- Claiming ---


def claimed_pushes(*, now: datetime) -> Iterator[list[Push]]:
    """Yield the notices that are due, a few at a time, claiming them just before."""
    while due := list(Push.objects.due(now).order_by("due_at", "pk")[:AT_ONCE]):
        yield [push for push in due if _claim(push, now)]


def _claim(push: Push, now: datetime) -> bool:
    """Claim a notice, unless another worker was faster. Give it up if all workers that claimed it have died."""
    held = Push.objects.filter(pk=push.pk, due_at=push.due_at)
    if push.tries > len(PAUSES):
        logger.error("push notice %d could not be sent and was given up", push.pk)
        held.delete()
        return False
    return bool(held.update(due_at=now + PATIENCE, tries=F("tries") + 1))


# --- Sending ---


def send(claimed: Sequence[Push], *, now: datetime) -> None:
    """Send notices side by side, and note what became of each."""
    held = Push.objects.filter(pk__in=[push.pk for push in claimed])
    pushes = list(held.select_related("notice__player", "subscription"))
    held.exclude(pk__in=[push.pk for push in pushes]).delete()  # those of browsers that have just been removed
    encrypter = new_encrypter()
    ready = [(push, _compose(push, encrypter)) for push in pushes if _is_wanted(push)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(_post, [request for _push, request in ready]))
    for (push, _request), answer in zip(ready, answers, strict=True):
        _note(push, answer, now)


def _is_wanted(push: Push) -> bool:
    """Return whether to send a notice. Deletes it if not, and the subscription if its session is over."""
    notice, subscription = push.notice, push.subscription
    player, kind = notice.player, notices.KINDS.get(notice.kind)
    if not is_signed_in(player_id=subscription.player_id, session_key=subscription.session_key):
        subscription.delete()
        return False
    is_same = subscription.player_id == player.pk
    if kind and is_same and notice.read_at is None and notices.choice_of(player, kind).by_push:
        return True
    push.delete()
    return False


def _compose(push: Push, encrypter: WebPush) -> Request:
    notice, subscription = push.notice, push.subscription
    with notices.localised_for(notice.player):
        text = Truncator(notices.sentence(notice)).chars(LONGEST_TEXT)
    message = {"id": str(notice.pk), "text": text, "url": notices.address(notice)}
    target = as_target(subscription.endpoint, subscription.p256dh, subscription.auth)
    sealed = encrypter.get(message=json.dumps(message, ensure_ascii=False), subscription=target)
    headers = {**sealed.headers, "Content-Type": "application/octet-stream", "Urgency": "high", "Connection": "close"}
    return Request(subscription.endpoint, sealed.encrypted, headers)


def _post(request: Request) -> int | str:
    """Return the status code of the answer, or the reason why there is none."""
    try:
        return post(request.url, request.body, request.headers)
    except UserError as refused:
        return refused.code
    except (OSError, HTTPException) as error:
        return type(error).__name__


def _note(push: Push, answer: int | str, now: datetime) -> None:
    if isinstance(answer, int) and (200 <= answer < 300 or answer in DROPPED):
        push.delete()
    elif answer in GONE or answer == "bad-address":
        logger.info("browser %d gets no more push notices: %s", push.subscription_id, answer)
        push.subscription.delete()
    elif push.tries > len(PAUSES):
        logger.warning("push notice %d was given up: %s", push.pk, answer)
        (push.subscription if answer in REFUSED else push).delete()
    else:
        pause = PAUSES[push.tries - 1]
        logger.info("push notice %d, attempt %d, again in %s: %s", push.pk, push.tries, pause, answer)
        _postpone(push, now + pause)


def _postpone(push: Push, until: datetime) -> None:
    """Try a notice again later, and none of the same browser sooner, so that its push service keeps no others
    waiting."""
    Push.objects.filter(pk=push.pk).update(due_at=until)
    Push.objects.filter(subscription=push.subscription_id, due_at__lt=until).update(due_at=until)

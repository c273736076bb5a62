"""Setting up webhooks, and delivering their messages."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from api import notices
from api.models import Delivery, Webhook
from api.webhooks import events, sending
from common.codes import new_secret
from common.errors import UserError
from common.outgoing import addresses
from moderation import log
from tournaments.base.permissions import check_may_run
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

MOST = 5
"""The maximum number of webhooks that a tournament may have."""
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480)]
"""How long to wait after each failed attempt; after the last, a message is given up."""
MOST_FAILURES = 20
"""How many attempts may fail in a row before a webhook is switched off."""
A_SWEEP = 100


def set_up(*, tournament: Tournament, by: Player, url: str, now: datetime) -> tuple[Webhook, str]:
    """Set up a webhook, and return it with its secret, which is never shown again.

    Raises UserError (frozen, no-right, bad-address, stopped, too-many-webhooks).
    """
    check_may_run(tournament, by)
    addresses.read(url)
    _check_not_stopped(Webhook.objects.filter(tournament=tournament, url=url))
    secret = new_secret() + new_secret()
    with transaction.atomic():
        Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
        if Webhook.objects.filter(tournament=tournament).count() >= MOST:
            raise UserError("too-many-webhooks", _("A tournament has at most five webhooks: take one away first."))
        webhook = Webhook.objects.create(tournament=tournament, player=by, url=url, secret=secret, made_at=now)
        events.note_past(webhook, now)
    return webhook, secret


def delete(*, tournament: Tournament, by: Player, webhook_id: int) -> None:
    """Delete a webhook with its messages. Idempotent. Raises UserError (frozen, no-right, stopped)."""
    check_may_run(tournament, by)
    _check_not_stopped(Webhook.objects.filter(tournament=tournament, pk=webhook_id))
    Webhook.objects.filter(tournament=tournament, pk=webhook_id, is_stopped=False).delete()


def switch_on(*, tournament: Tournament, by: Player, webhook_id: int) -> None:
    """Switch a webhook on again, now on behalf of `by`. Idempotent. Raises UserError (frozen, no-right, stopped)."""
    check_may_run(tournament, by)
    webhooks = Webhook.objects.filter(tournament=tournament, pk=webhook_id)
    _check_not_stopped(webhooks)
    webhooks.filter(is_stopped=False).update(off_at=None, failures=0, player=by)


@transaction.atomic
def stop(*, webhook: Webhook, by: Player, reason: str, now: datetime) -> None:
    """Switch a webhook off, as a moderator, until moderators allow it again; its organiser is told why. Idempotent."""
    if Webhook.objects.filter(pk=webhook.pk, is_stopped=False).update(is_stopped=True, off_at=now):
        log.webhook_stopped(webhook.player, by=by, tournament=webhook.tournament_id, reason=reason)
        notices.tell_of_stop(webhook, reason, now)


@transaction.atomic
def allow_again(*, webhook: Webhook, by: Player, reason: str) -> None:
    """Let organisers switch on a webhook again that moderators have switched off. Idempotent."""
    if Webhook.objects.filter(pk=webhook.pk, is_stopped=True).update(is_stopped=False):
        log.webhook_allowed(webhook.player, by=by, tournament=webhook.tournament_id, reason=reason)


def _check_not_stopped(webhooks: QuerySet[Webhook]) -> None:
    """Raise UserError (stopped) if moderators have switched one of these off."""
    if webhooks.filter(is_stopped=True).exists():
        raise UserError("stopped", _("Moderators have switched this webhook off: only they can allow it again."))


def store_deliveries(now: datetime) -> int:
    """Store deliveries for all webhooks whose tournament has changed; return how many."""
    outdated = Webhook.objects.outdated().select_related("player")[:A_SWEEP]
    return sum(_store_for(webhook, now) for webhook in outdated)


def _store_for(webhook: Webhook, now: datetime) -> int:
    """Store deliveries for one webhook, logging any error but a lost database, so that the others still go ahead."""
    try:
        with transaction.atomic():
            return events.store_deliveries(webhook, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("could not store deliveries for webhook %d", webhook.pk)
        return 0


def due(now: datetime) -> list[int]:
    return list(Delivery.objects.due(now).order_by("due_at", "pk").values_list("pk", flat=True)[:A_SWEEP])


def deliver(*, delivery_id: int, now: datetime) -> None:
    """Send a message if it is due. It is claimed first, so that the next attempt follows even if the worker dies."""
    delivery = Delivery.objects.due(now).select_related("webhook__tournament", "webhook__player").filter(pk=delivery_id)
    found = delivery.first()
    if found is None or not _claim(found, now):
        return
    is_done, answer = sending.send(found, now)
    sent = Delivery.objects.filter(pk=found.pk)
    if is_done:
        sent.update(state=Delivery.State.DONE, answer=answer, due_at=None)
        Webhook.objects.filter(pk=found.webhook_id).update(failures=0)
        return
    is_last = found.attempts >= len(PAUSES)
    sent.update(answer=answer, **({"state": Delivery.State.FAILED, "due_at": None} if is_last else {}))
    _note_failure(found.webhook, now)


def _claim(delivery: Delivery, now: datetime) -> bool:
    """Schedule the next attempt; return False if another worker has just done so."""
    pause = PAUSES[min(delivery.attempts, len(PAUSES) - 1)]
    mine = Delivery.objects.due(now).filter(pk=delivery.pk, attempts=delivery.attempts)
    return bool(mine.update(attempts=F("attempts") + 1, due_at=now + pause))


def _note_failure(webhook: Webhook, now: datetime) -> None:
    """Count a failure; after many in a row, switch the webhook off and tell the organiser."""
    with transaction.atomic():
        Webhook.objects.filter(pk=webhook.pk).update(failures=F("failures") + 1)
        worn_out = Webhook.objects.filter(pk=webhook.pk, failures__gte=MOST_FAILURES, off_at=None)
        if worn_out.update(off_at=now):
            notices.tell_of_silence(webhook, now)

"""How long this app keeps sessions, guests, notices and the like."""

from __future__ import annotations

import logging
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import DataExport, KeptHash, Lapse, Notice, Player, PushSubscription
from accounts.personal.deletion import delete_for_good
from accounts.personal.expiry import AT_ONCE, Rule, deleting, register
from accounts.personal.holdings import HOLDINGS, Then

logger = logging.getLogger(__name__)


def _sessions(before: datetime) -> int:
    """Delete sessions that have expired, and the records and push subscriptions of their browsers."""
    ended = deleting(lambda _before: Session.objects.filter(expire_date__lt=timezone.now()))(before)
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    known = deleting(lambda _before: UserSession.objects.filter(~Exists(alive)))(before)
    return ended + known + deleting(lambda _before: PushSubscription.objects.filter(~Exists(alive)))(before)


def _exports(before: datetime) -> QuerySet[DataExport]:
    """Return exports made before a date, and those requested before it that could not be made."""
    return DataExport.objects.filter(Q(made_at__lt=before) | Q(made_at=None, asked_at__lt=before))


def _guests(before: datetime) -> int:
    """Delete guests who have not played and whose last visit (their `last_login`) was before a date."""
    quiet = Player.objects.filter(Q(last_login__lt=before) | Q(last_login=None, date_joined__lt=before), is_guest=True)
    for holding in HOLDINGS.values():
        if holding.then is Then.KEPT:
            rows = holding.model._base_manager.filter(**{holding.field: OuterRef("pk")})
            quiet = quiet.exclude(Exists(rows))
    return sum(map(_try_to_delete, list(quiet.filter(deleted_at=None).order_by("pk")[: AT_ONCE // 10])))


def _try_to_delete(guest: Player) -> bool:
    """Delete a guest, logging any error so that the others still go ahead; the next run retries it."""
    try:
        delete_for_good(guest, timezone.now())
    except Exception:
        logger.exception("guest %d could not be deleted", guest.pk)
        return False
    return True


register(
    Rule("sessions", _("sign-ins, after the last visit from a browser"), _sessions),
    Rule("guests", _("guests who have not played a match, after their last visit"), _guests),
    Rule(
        "read-notices",
        _("notices, after they have been read"),
        deleting(lambda before: Notice.objects.settled().filter(read_at__lte=before)),
    ),
    Rule(
        "notices",
        _("notices that nobody reads"),
        deleting(lambda before: Notice.objects.settled().filter(created_at__lte=before)),
    ),
    Rule(
        "lapses",
        _("matches that were left or held up"),
        deleting(lambda before: Lapse.objects.filter(at__lt=before)),
    ),
    Rule(
        "exports",
        _("files with your data"),
        deleting(_exports),
    ),
    Rule(
        "names",
        _("keyed hashes of the names of deleted players, which nobody else may take"),
        deleting(lambda _before: KeptHash.objects.filter(kind=KeptHash.Kind.NAME, until__lte=timezone.now())),
    ),
    Rule(
        "mailboxes",
        _("keyed hashes of the e-mail addresses of banned players who have deleted their account"),
        deleting(lambda _before: KeptHash.objects.filter(kind=KeptHash.Kind.MAILBOX, until__lte=timezone.now())),
    ),
)

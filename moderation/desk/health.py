"""Health of the site: database, Redis, the sweep, the queues of the workers, letters."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.http import HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts import roles
from accounts.models import Mail, Notice
from accounts.pages.requests import PlayerRequest
from games.models import Pulse, Table
from games.state import dispatch
from health.checks import FULL, MOST_OVERDUE, SWEEP_LATE
from moderation.desk.access import requires, show


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one health check."""

    name: str | Promise
    state: str
    is_well: bool


@requires(roles.may_export_log)
@require_safe
def health(request: PlayerRequest) -> HttpResponse:
    now = timezone.now()
    context = {"groups": [(_("Site"), site(now)), (_("Jobs"), jobs(now))]}
    return show(request, "desk/health.html", _("Health and jobs"), context)


def worries(now: datetime) -> list[Check]:
    """Return the checks that failed."""
    return [check for check in (*site(now), *jobs(now)) if not check.is_well]


def site(now: datetime) -> list[Check]:
    return [_database(), _sweep("tables", gettext_lazy("Sweep of the tables"), now), _overdue(now)]


def jobs(now: datetime) -> list[Check]:
    """Check the queues of the workers, which are in Redis, and the letters."""
    return [*_queues(), *_letters()]


def _database() -> Check:
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    took = (time.perf_counter() - began) * 1000
    return Check(_("Database"), _("%(vendor)s, %(took).1f ms") % {"vendor": connection.vendor, "took": took}, True)


def _sweep(name: str, label: str | Promise, now: datetime) -> Check:
    pulse = Pulse.objects.filter(name=name).first()
    if pulse is None:
        return Check(label, _("has never run"), False)
    age = now - pulse.at
    return Check(label, _("%(seconds)d s ago") % {"seconds": age.total_seconds()}, age.total_seconds() < SWEEP_LATE)


def _overdue(now: datetime) -> Check:
    many = Table.objects.overdue(now - MOST_OVERDUE).count()
    return Check(_("Tables that wait for the house"), str(many), many == 0)


def _queues() -> list[Check]:
    waiting = dispatch.waiting_by_queue()
    if waiting is None:
        return [Check(_("Redis"), _("does not answer"), False)]
    found = [Check(_("Redis"), _("answers"), True)]
    for name, many in waiting.items():
        found.append(Check(_("Queue %(name)s") % {"name": name}, _("%(many)d waiting") % {"many": many}, many < FULL))
    return found


def _letters() -> list[Check]:
    due = Notice.objects.filter(mail=Mail.WAITING).count()
    failed = Notice.objects.filter(mail=Mail.FAILED).count()
    return [
        Check(_("Letters to be sent"), str(due), due < FULL),
        Check(_("Letters that could not be sent"), str(failed), failed == 0),
    ]

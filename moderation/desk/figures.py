"""Figures of moderation: how much there is to do, how fast it is done, and how often decisions were wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncMonth
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import roles
from accounts.pages.requests import PlayerRequest
from moderation import acts
from moderation.desk.access import requires, show
from moderation.models import Act, Appeal, Case, Matter

MONTHS = timedelta(days=365)
LATELY = timedelta(days=30)


@requires(roles.may_see_queue)
@require_safe
def figures(request: PlayerRequest) -> HttpResponse:
    now = timezone.now()
    context = {
        "open_many": Case.objects.open().count(),
        "oldest": Case.objects.open().order_by("opened_at").first(),
        "by_kind": _by_kind(now),
        "answer": _usual(Case.objects.filter(closed_at__gte=now - LATELY).values_list("opened_at", "closed_at")),
        "acts": _acts(now),
        "appeals": _appeals(now),
    }
    return show(request, "desk/figures.html", _("Figures"), context)


def _by_kind(now: datetime) -> list[tuple[Any, int, int]]:
    """Return for each kind its label, the number of open cases, and the number opened lately."""
    still = dict(Case.objects.open().values_list("kind").annotate(many=Count("pk")).order_by())
    lately = Case.objects.filter(opened_at__gte=now - LATELY)
    opened = dict(lately.values_list("kind").annotate(many=Count("pk")).order_by())
    return [(label, still.get(kind, 0), opened.get(kind, 0)) for kind, label in Matter.choices]


def _usual(spans: Iterable[tuple[datetime, datetime | None]]) -> timedelta | None:
    """Return the median time in which cases were closed."""
    took = [(closed - opened).total_seconds() for opened, closed in spans if closed]
    return timedelta(seconds=round(median(took))) if took else None


def _acts(now: datetime) -> dict[str, Any]:
    """Return the numbers of acts in a year as a table: a row for each kind, a column for each month."""
    done = Act.objects.filter(at__gte=now - MONTHS).exclude(state__in=[Act.State.WAITING, Act.State.REFUSED])
    rows = done.annotate(month=TruncMonth("at")).values_list("month", "kind").annotate(many=Count("pk")).order_by()
    counted = Counter({(month, kind): many for month, kind, many in rows})
    months = sorted({month for month, _kind in counted})
    kinds = sorted({kind for _month, kind in counted})
    labels = {kind: acts.KINDS[kind].label if kind in acts.KINDS else kind for kind in kinds}
    return {"months": months, "rows": [(labels[kind], [counted[month, kind] for month in months]) for kind in kinds]}


def _appeals(now: datetime) -> dict[str, int]:
    answered = Appeal.objects.filter(answered_at__gte=now - MONTHS)
    upheld = answered.filter(outcome=Appeal.Outcome.UPHELD).count()
    many = answered.count()
    waiting = Appeal.objects.waiting().count()
    return {"answered": many, "upheld": upheld, "share": round(100 * upheld / many) if many else 0, "waiting": waiting}

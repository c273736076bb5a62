"""The public page with figures of moderation, by half-year."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderation.lookups.half_years import STEP, HalfYear, figures_of, half_years


@require_safe
def transparency(request: HttpRequest, year: int | None = None, half: int | None = None) -> HttpResponse:
    now = timezone.now()
    current = HalfYear.of(now)
    shown = current if year is None or half is None else HalfYear(year, half)
    offered = half_years(now)
    if shown not in offered:
        raise Http404
    context = {"shown": shown, "offered": offered, "is_running": shown == current, "step": STEP}
    return render(request, "moderation/transparency.html", {**context, "figures": figures_of(shown)})

"""Pages of series: repeating a tournament, changing and stopping a series."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.requests import PlayerRequest
from accounts.pages.visitors import reader
from common.errors import UserError
from tournaments.base import querysets
from tournaments.base.guards import organised_tournament
from tournaments.base.permissions import listed_for, may_organise
from tournaments.models import Series, Tournament
from tournaments.planning.series import repeating
from tournaments.planning.series.forms import RepeatForm, SeriesForm, repeat_of
from tournaments.planning.series.recurrence import next_date

PAST_DATES_A_PAGE = 20


@require_safe
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    shown, newest = _series(series_id)
    player = reader(request)
    dates = querysets.for_lists(listed_for(player).filter(series=shown))
    if not dates.exists():
        raise Http404
    coming = dates.exclude(status__in=["finished", "cancelled"]).order_by("starts_at")
    over = Paginator(dates.over().order_by("-starts_at"), PAST_DATES_A_PAGE).get_page(request.GET.get("page"))
    organises = may_organise(newest, player)
    further = None
    if not shown.is_stopped:
        further = next_date(shown.rule, shown.first_at, shown.time_zone, shown.last_at)
    context = {
        "series": shown,
        "newest": newest,
        "coming": coming,
        "page": over,
        "further": further,
        "form": _series_form(shown) if organises else None,
    }
    return render(request, "tournaments/series.html", context)


def _series(series_id: int) -> tuple[Series, Tournament]:
    shown = get_object_or_404(Series, pk=series_id)
    newest = shown.tournaments.select_related("club", "organiser").order_by("-starts_at").first()
    if newest is None:
        raise Http404
    return shown, newest


def _series_form(shown: Series, data: object = None) -> SeriesForm:
    start = shown.last_at.astimezone(ZoneInfo(shown.time_zone))
    repeat = repeat_of(shown.rule, start)
    initial = {"repeat": repeat, "rule": shown.rule if repeat == "own" else "", "days_ahead": shown.days_ahead}
    return SeriesForm(data, start=start, initial={**initial, "hour": start.time()})


@login_required
@require_POST
def repeat(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    form = RepeatForm(request.POST, start=tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone)))
    if not form.is_valid():
        messages.warning(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("tournaments:plan", tournament.pk)
    try:
        made = repeating.repeat(
            tournament_id=tournament.pk, rule=form.rule_text, days_ahead=form.cleaned_data["days_ahead"]
        )
    except UserError as refusal:
        messages.warning(request, str(refusal))
        return redirect("tournaments:plan", tournament.pk)
    messages.success(request, _("It will be repeated."))
    return redirect(made)


@login_required
@require_http_methods(["POST"])
def change_series(request: PlayerRequest, series_id: int) -> HttpResponse:
    shown = _organised_series(request, series_id)
    form = _series_form(shown, request.POST)
    if not form.is_valid():
        messages.warning(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect(shown)
    hour = form.cleaned_data["hour"]
    try:
        repeating.change_series(
            series_id=shown.pk,
            rule=form.rule_text,
            hour=hour.hour,
            minute=hour.minute,
            days_ahead=form.cleaned_data["days_ahead"],
        )
    except UserError as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, _("The series is changed; dates that have already been created stay as they are."))
    return redirect(shown)


@login_required
@require_POST
def stop_series(request: PlayerRequest, series_id: int) -> HttpResponse:
    shown = _organised_series(request, series_id)
    repeating.stop_series(series_id=shown.pk)
    messages.success(request, _("The series is stopped; dates that have already been created stay."))
    return redirect(shown)


def _organised_series(request: PlayerRequest, series_id: int) -> Series:
    """Return the series; 404 unless the reader organises its newest date."""
    shown, newest = _series(series_id)
    if not may_organise(newest, request.user):
        raise Http404
    return shown

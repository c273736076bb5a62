"""What is coming, running and over; series and their dates."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from accounts.pages.visitors import reader
from clubs.models import Club
from common.errors import UserError
from games.rules import GAMES
from tournaments.base import querysets
from tournaments.base.guards import may_organise, organised_tournament
from tournaments.models import Series, Tournament, TournamentQuerySet
from tournaments.series import repeating
from tournaments.series.forms import RepeatForm, SeriesForm, repeat_of
from tournaments.series.recurrence import next_date

A_PAGE = 20
COMING, OVER = "coming", "over"


class FilterForm(forms.Form):
    """`club` and `mine` are for those who have any."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[("", pgettext_lazy("games", "all")), *((slug, game.name) for slug, game in GAMES.items())],
    )
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    mine = forms.BooleanField(label=gettext_lazy("only mine"), required=False)

    def __init__(self, data: object, clubs: list[Club], player: Player | None, asked: str) -> None:
        super().__init__(data, label_suffix="")  # type: ignore[arg-type]
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        offered = {club.slug: club.name for club in clubs}
        if asked and asked not in offered and (other := Club.objects.alive().filter(slug=asked).first()):
            offered[asked] = other.name
        field.choices = [("", pgettext_lazy("clubs", "all")), *offered.items()]
        if player is None:
            del self.fields["mine"]


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    player = reader(request)
    clubs = list(Club.objects.alive().of(player)) if player else []
    form = FilterForm(request.GET, clubs, player, request.GET.get("club", ""))
    found = querysets.known_to(player)
    if form.is_valid():
        found = _filtered(found, form, player)
    which = OVER if request.GET.get("when") == OVER else COMING
    found = found.over().order_by("-starts_at") if which == OVER else found.coming().order_by("starts_at")
    page = Paginator(querysets.for_lists(found), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "which": which,
        "page": page,
        "running": [] if which == OVER else list(_running(form, player)),
        "drafts": list(querysets.drafts_of(player)) if player and which == COMING else [],
        "query": _query(request),
        "player": player,
    }
    return render(request, "tournaments/list.html", context)


def _filtered(found: TournamentQuerySet, form: FilterForm, player: Player | None) -> TournamentQuerySet:
    chosen = form.cleaned_data
    if chosen["game"]:
        found = found.filter(game=chosen["game"])
    if chosen["club"]:
        found = found.filter(club__slug=chosen["club"])
    if player and chosen.get("mine"):
        found = found.filter(querysets.of(player))
    return found


def _running(form: FilterForm, player: Player | None) -> TournamentQuerySet:
    running = querysets.known_to(player).running()
    if form.is_valid():
        running = _filtered(running, form, player)
    return querysets.for_lists(running.order_by("-started_at"))[:A_PAGE]


def _query(request: HttpRequest) -> str:
    """The filters, for links to other pages of the list."""
    kept = request.GET.copy()
    kept.pop("page", None)
    kept.pop("when", None)
    return kept.urlencode()


# --- Series ---


@require_safe
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    shown, newest = _series(series_id)
    player = reader(request)
    dates = querysets.for_lists(querysets.known_to(player).filter(series=shown))
    if not dates.exists():
        raise Http404
    coming = dates.exclude(status__in=["finished", "cancelled"]).order_by("starts_at")
    over = Paginator(dates.over().order_by("-starts_at"), A_PAGE).get_page(request.GET.get("page"))
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
        messages.success(request, _("The series is changed; dates that are created already stay as they are."))
    return redirect(shown)


@login_required
@require_POST
def stop_series(request: PlayerRequest, series_id: int) -> HttpResponse:
    shown = _organised_series(request, series_id)
    repeating.stop_series(series_id=shown.pk)
    messages.success(request, _("The series is stopped; dates that are created already stay."))
    return redirect(shown)


def _organised_series(request: PlayerRequest, series_id: int) -> Series:
    """404 but for those who organise its newest date."""
    shown, newest = _series(series_id)
    if not may_organise(newest, request.user):
        raise Http404
    return shown

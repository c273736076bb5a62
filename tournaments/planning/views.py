"""Planning a tournament: choosing a kind, the form, and the page from which its organisers lead it to its start."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from action_log.services import describe
from clubs.models import Club, Right
from common.errors import UserError
from games.rules import GAMES, OptionsError
from tournaments.base.guards import organised_tournament, visible_tournament
from tournaments.base.snapshot import format_of, plan_of
from tournaments.base.texts import said
from tournaments.control.actions.plan.announce import Announce
from tournaments.formats import PlanError
from tournaments.models import Tournament
from tournaments.planning import organising, plans
from tournaments.planning.estimate import in_words
from tournaments.planning.forms import PlanForm
from tournaments.planning.organising import check_may_plan
from tournaments.planning.presets import BY_KEY, PRESETS, Preset
from tournaments.planning.series.forms import RepeatForm
from tournaments.planning.series.repeating import COPIED
from tournaments.planning.terms import facts_of

USUAL_PLAYERS = 12


# --- Choosing ---


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PlayerRequest) -> HttpResponse:
    """`?preset=` chooses what the form starts from, `?like=` an old tournament, `?club=` whose it will be."""
    club = _club(request)
    try:
        check_may_plan(request.user, club)
    except UserError as refusal:
        return render(request, "tournaments/plan_not.html", {"refusal": refusal, "club": club}, status=403)
    like = _like(request, club)
    if like is None:
        return render(
            request, "tournaments/plan_presets.html", {"kinds": _kinds(), "club": club, "clubs": _clubs(request)}
        )
    return _plan(request, like)


def _club(request: PlayerRequest) -> Club | None:
    """404 if there is none, or none that the reader may know the inside of."""
    slug = request.GET.get("club", "")
    if not slug:
        return None
    club = get_object_or_404(Club.objects.alive(), slug=slug)
    if not club.is_open_to(request.user):
        raise Http404
    return club


def _clubs(request: PlayerRequest) -> list[Club]:
    """For which the reader may plan."""
    return list(Club.objects.alive().where_may(request.user, Right.TOURNAMENTS))


def _kinds() -> list[tuple[str, str, list[Preset]]]:
    """The presets of each game."""
    return [
        (slug, game.name, [preset for preset in PRESETS if preset.columns["game"] == slug])
        for slug, game in GAMES.items()
    ]


def _like(request: PlayerRequest, club: Club | None) -> Tournament | None:
    """What the form starts from; not saved."""
    now = timezone.now()
    zone = club.time_zone if club else request.user.time_zone or "UTC"
    if old := request.GET.get("like"):
        return _copy_of(visible_tournament(request, old), request.user, club, now)
    preset = BY_KEY.get(request.GET.get("preset", ""))
    if preset is None:
        return None
    start = _next(preset.weekday, preset.hour, now, zone)
    entrance = Tournament.Entrance.MEMBERS if club and club.is_private else Tournament.Entrance.ALL
    like = Tournament(
        organiser=request.user,
        club=club,
        name=str(preset.name),
        time_zone=zone,
        starts_at=start,
        registration_at=now,
        entrance=entrance,
        **{"check_in_minutes": 15, **preset.columns},
    )
    like.take_current_rules()
    if "late_rounds" not in preset.columns:
        like.late_rounds = format_of(like).last_round_to_enter(plan_of(like), USUAL_PLAYERS)
    return like


def _next(weekday: int, hour: int, now: datetime, zone: str) -> datetime:
    """The next such day, not today."""
    local = now.astimezone(ZoneInfo(zone))
    days = (weekday - local.weekday() - 1) % 7 + 1
    return datetime.combine(local.date() + timedelta(days=days), time(hour), local.tzinfo)


def _copy_of(old: Tournament, organiser: Player, club: Club | None, now: datetime) -> Tournament:
    """On the same day of the week at the same hour, the next that is to come."""
    zone = ZoneInfo(old.time_zone)
    start = old.starts_at.astimezone(zone)
    weeks = max(0, (now - old.starts_at).days // 7 + 1) if old.starts_at <= now else 1
    local = (start.replace(tzinfo=None) + timedelta(weeks=weeks)).replace(tzinfo=zone)
    columns = {name: getattr(old, name) for name in COPIED}
    if club is None:
        columns["entrance"] = Tournament.Entrance.ALL
    return Tournament(organiser=organiser, club=club, starts_at=local, registration_at=now, **columns)


# --- The form ---


def _plan(request: PlayerRequest, like: Tournament) -> HttpResponse:
    form = _form(request, like)
    if form.is_bound and form.is_valid():
        try:
            tournament = organising.organise(
                organiser=request.user, club=like.club, helpers=form.helpers, columns=form.columns
            )
        except (UserError, PlanError, OptionsError) as error:
            _refuse(form, error)
        else:
            return _planned(request, tournament)
    return _show(request, form)


def _form(request: HttpRequest, like: Tournament) -> PlanForm:
    data = request.POST.dict() if request.method == "POST" else None
    again = data is not None and data.get("then") in ("look", "shape")
    return PlanForm(data, like=like, now=timezone.now(), again=again)


def _refuse(form: PlanForm, error: Exception) -> None:
    if isinstance(error, PlanError):
        form.refuse(error.at, said(error.sentence, {}))
    elif isinstance(error, UserError):
        form.refuse(error.code, str(error))
    else:
        form.refuse("options", str(error))


def _show(request: HttpRequest, form: PlanForm) -> HttpResponse:
    folds = form.has_folded_errors if form.is_bound else {"game": request.POST.get("then") == "shape"}
    context = {"form": form, "like": form.like, "club": form.like.club, "forecast": form.forecast(), "open": folds}
    return render(request, "tournaments/plan_form.html", context)


def _planned(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Leave it as a draft, or announce it at once; if that cannot be, the draft is there and says why."""
    if request.POST.get("then") == "announce":
        try:
            line = Announce().carry_out(tournament_id=tournament.pk, by=request.user)
        except UserError as refusal:
            messages.warning(request, str(refusal))
        else:
            messages.success(request, describe(line))
    return redirect("tournaments:plan", tournament.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    if tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        messages.warning(request, _("This tournament is over."))
        return redirect("tournaments:plan", tournament.pk)
    form = _form(request, tournament)
    if form.is_bound and form.is_valid():
        try:
            organising.revise(tournament_id=tournament.pk, helpers=form.helpers, columns=form.columns)
        except (UserError, PlanError, OptionsError) as error:
            _refuse(form, error)
        else:
            messages.success(request, _("The plan is changed."))
            return redirect("tournaments:plan", tournament.pk)
    return _show(request, form)


# --- The plan of one ---


@login_required
@require_safe
def plan(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    players = tournament.entries.filter(status="entered").count()
    start = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone))
    context = {
        "tournament": tournament,
        "start": start,
        "facts": facts_of(tournament),
        "entered": players,
        "forecast": in_words(tournament, max(players, tournament.least)),
        "helpers": tournament.helpers.order_by("username"),
        "repeat": RepeatForm(start=start),
        "is_over": tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED),
    }
    return render(request, "tournaments/plan.html", context)


@login_required
@require_POST
def discard(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    try:
        plans.discard(tournament_id=tournament.pk)
    except UserError as refusal:
        messages.warning(request, str(refusal))
        return redirect("tournaments:plan", tournament.pk)
    messages.success(request, _("The draft is thrown away."))
    return redirect("tournaments:list")

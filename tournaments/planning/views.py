"""Pages for planning a tournament: choosing a preset, the form, and the plan."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.requests import PlayerRequest
from action_log.services import describe
from clubs.models import Club, Right
from clubs.views.access import club_at
from common.errors import UserError
from games.rules import GAMES, OptionsError
from tournaments.base.guards import organised_tournament, visible_tournament
from tournaments.control.actions.plan.announce import Announce
from tournaments.formats import PlanError
from tournaments.models import Tournament
from tournaments.planning import organising, plans
from tournaments.planning.estimate import in_words
from tournaments.planning.forms import PlanForm
from tournaments.planning.organising import SentBefore, check_may_begin, check_not_sent
from tournaments.planning.presets import BY_KEY, PRESETS, Preset
from tournaments.planning.series.forms import RepeatForm
from tournaments.planning.terms import described_terms
from tournaments.terms import Terms

LONGEST_MARK = 32

# --- Choosing ---


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PlayerRequest) -> HttpResponse:
    """Show and handle the form. It starts from `?preset=` or an old tournament (`?like=`); `?club=` chooses the club.

    `?form=` is a token of each form, so that one submitted again after going back in the browser is recognised.
    """
    club = _club(request)
    try:
        if _is_sent(request):
            check_not_sent(request.user, _form_sent(request))
        check_may_begin(request.user, club)
    except SentBefore as refusal:
        return _lead_to_sent(request, refusal)
    except UserError as refusal:
        return render(request, "tournaments/plan_not.html", {"refusal": refusal, "club": club}, status=403)
    like = _like(request, club)
    if like is None:
        return render(
            request, "tournaments/plan_presets.html", {"kinds": _kinds(), "club": club, "clubs": _clubs(request)}
        )
    if request.method != "POST" and not _form_sent(request):
        query = request.GET.copy()
        query["form"] = secrets.token_urlsafe(12)
        return redirect(f"{request.path}?{query.urlencode()}")
    return _plan(request, like, club)


def _is_sent(request: HttpRequest) -> bool:
    """Return whether the form is submitted to be saved, and not just to preview or reshape it."""
    return request.method == "POST" and request.POST.get("then") not in ("look", "shape")


def _form_sent(request: HttpRequest) -> str:
    return request.GET.get("form", "").replace("\0", "")[:LONGEST_MARK]


def _lead_to_sent(request: HttpRequest, refusal: SentBefore) -> HttpResponse:
    messages.info(request, str(refusal))
    return redirect("tournaments:plan", refusal.tournament.pk)


def _club(request: PlayerRequest) -> Club | None:
    """Return the chosen club; raise 404 unless it exists and the reader may see its members' area."""
    slug = request.GET.get("club", "")
    if not slug:
        return None
    club = club_at(slug)
    if not club.is_open_to(request.user):
        raise Http404
    return club


def _clubs(request: PlayerRequest) -> list[Club]:
    """Return the clubs in which the reader may plan tournaments."""
    return list(Club.objects.alive().where_may(request.user, Right.TOURNAMENTS))


def _kinds() -> list[tuple[str, str, list[Preset]]]:
    """Return the presets of each game."""
    return [
        (slug, game.name, [preset for preset in PRESETS if preset.terms.game == slug]) for slug, game in GAMES.items()
    ]


def _like(request: PlayerRequest, club: Club | None) -> Terms | None:
    """Return the terms that the form starts from, or None if nothing was chosen."""
    now = timezone.now()
    if old := request.GET.get("like"):
        return _copy_of(visible_tournament(request, old), club, now)
    preset = BY_KEY.get(request.GET.get("preset", ""))
    if preset is None:
        return None
    zone = club.time_zone if club else request.user.time_zone or "UTC"
    entrance = Tournament.Entrance.MEMBERS if club and club.is_private else Tournament.Entrance.ALL
    return replace(preset.terms_after(now, zone), entrance=entrance)


def _copy_of(old: Tournament, club: Club | None, now: datetime) -> Terms:
    """Return its terms for the next date on the same weekday, at the same time of day."""
    start = old.schedule.local_start
    weeks = max(0, (now - old.starts_at).days // 7 + 1) if old.starts_at <= now else 1
    local = (start.replace(tzinfo=None) + timedelta(weeks=weeks)).replace(tzinfo=start.tzinfo)
    terms = old.terms.starting(local, registration_at=now)
    return terms if club else replace(terms, entrance=Tournament.Entrance.ALL)


# --- The form ---


def _plan(request: PlayerRequest, like: Terms, club: Club | None) -> HttpResponse:
    form = _form(request, like, club)
    if form.is_bound and form.is_valid():
        try:
            tournament = organising.organise(
                organiser=request.user,
                club=club,
                helpers=form.helpers,
                terms=form.terms(like),
                form=_form_sent(request),
            )
        except SentBefore as refusal:
            return _lead_to_sent(request, refusal)
        except (UserError, PlanError, OptionsError) as error:
            form.refuse(error)
        else:
            return _planned(request, tournament)
    return _show(request, form)


def _form(request: HttpRequest, like: Terms, club: Club | None, tournament: Tournament | None = None) -> PlanForm:
    data = request.POST.dict() if request.method == "POST" else None
    again = data is not None and not _is_sent(request)
    return PlanForm(data, like=like, now=timezone.now(), club=club, tournament=tournament, again=again)


def _show(request: HttpRequest, form: PlanForm) -> HttpResponse:
    folds = form.has_folded_errors if form.is_bound else {"game": request.POST.get("then") == "shape"}
    context = {
        "form": form,
        "tournament": form.tournament,
        "club": form.club,
        "estimate": form.estimate(),
        "open": folds,
    }
    return render(request, "tournaments/plan_form.html", context)


def _planned(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Announce a new draft if asked to; if that is refused, keep the draft and show the reason."""
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
    if tournament.is_over:
        messages.warning(request, _("This tournament is over."))
        return redirect("tournaments:plan", tournament.pk)
    form = _form(request, tournament.terms, tournament.club, tournament)
    if form.is_bound and form.is_valid():
        try:
            organising.revise(
                tournament_id=tournament.pk, by=request.user, helpers=form.helpers, to=form.terms_if_unchanged
            )
        except (UserError, PlanError, OptionsError) as error:
            form.refuse(error)
        else:
            messages.success(request, _("The plan is changed."))
            return redirect("tournaments:plan", tournament.pk)
    return _show(request, form)


# --- The plan ---


@login_required
@require_safe
def plan(request: PlayerRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    players = tournament.entries.filter(status="entered").count()
    start = tournament.schedule.local_start
    context = {
        "tournament": tournament,
        "start": start,
        "terms": described_terms(tournament),
        "entered": players,
        "estimate": in_words(tournament.terms, max(players, tournament.expected or tournament.least)),
        "helpers": tournament.helpers.order_by("username"),
        "repeat": RepeatForm(start=start),
        "is_over": tournament.is_over,
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
    messages.success(request, _("The draft is discarded."))
    return redirect("tournaments:list")

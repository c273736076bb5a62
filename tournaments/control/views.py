"""The control room: one page that says what needs the organiser, a page for each act with what it would do, the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from common.errors import UserError
from tournaments.base.action_log import said, why_not
from tournaments.base.guards import organised_tournament
from tournaments.control import acting
from tournaments.control.actions import VERBS, Verb
from tournaments.control.forms import ActForm
from tournaments.control.previews import Scene, subject
from tournaments.control.room import control_of, tables_of
from tournaments.models import Act, Round, Tournament

ACTS_A_PAGE = 50


@require_safe
def control(request: HttpRequest, tournament_id: str) -> HttpResponse:
    return _shown(request, organised_tournament(request, tournament_id), "tournaments/control.html")


@require_safe
def live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The part of the page that changes while it is open."""
    return _shown(request, organised_tournament(request, tournament_id), "tournaments/control_live.html")


def _shown(request: HttpRequest, tournament: Tournament, template: str) -> HttpResponse:
    room = control_of(tournament, timezone.now())
    acts = [(act, said(act)) for act in room.acts]
    context = {"tournament": tournament, "room": room, "acts": acts, "seen": room.seen}
    return render(request, template, context)


@require_safe
def round(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """An earlier one, whose results can be corrected."""
    tournament = organised_tournament(request, tournament_id)
    shown = get_object_or_404(tournament.played_rounds.exclude(status=Round.Status.HELD), number=number)
    room = {"tables": tables_of(tournament, shown, timezone.now()), "round": shown}
    return render(request, "tournaments/control_round.html", {"tournament": tournament, "room": room})


@require_safe
def log(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    page = Paginator(tournament.acts.select_related("by"), ACTS_A_PAGE).get_page(request.GET.get("page"))
    states = dict(tournament.played_rounds.values_list("pk", "status"))
    lines = [{"act": act, "said": said(act), "why_not": _why_not(act, states)} for act in page]
    return render(request, "tournaments/control_log.html", {"tournament": tournament, "lines": lines, "page": page})


def _why_not(act: Act, states: Mapping[int, str]) -> str:
    """Empty if it may be undone, as far as can be said without looking. `states`: of the rounds, by their key."""
    if act.undone_at is not None:
        return ""
    if act.before is None:
        return why_not(act)
    kind, state = act.before["kind"], states.get(act.before["key"])
    if kind == "seating" and state != Round.Status.HELD:
        return _("This seating has been published: everyone knows it already.")
    if kind == "end" and state != Round.Status.RUNNING:
        return _("The round is over.")
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, tournament_id: str, verb: str) -> HttpResponse:
    """What an act needs to know, what it would do, and, once it is asked for with a reason, doing it."""
    tournament = organised_tournament(request, tournament_id)
    if verb not in VERBS:
        raise Http404
    try:
        if request.method == "POST":
            return _do(request, tournament, verb)
        return _ask(request, tournament, verb, _asked(request))
    except UserError as refusal:
        if refusal.code in ("no-board", "no-entry"):
            raise Http404 from refusal
        messages.warning(request, str(refusal))
        return redirect("tournaments:control", tournament_id)


def _asked(request: HttpRequest) -> dict[str, str]:
    """A button says in its address what it is about, a form in its fields."""
    return {**request.GET.dict(), **request.POST.dict()}


def _ask(
    request: HttpRequest, tournament: Tournament, slug: str, asked: dict[str, str], refusal: UserError | None = None
) -> HttpResponse:
    """Raises Refused where there is nothing to act on."""
    verb = VERBS[slug]
    form = _form(verb, tournament, asked)
    context: dict[str, Any] = {
        "tournament": tournament,
        "slug": slug,
        "verb": verb,
        "form": form,
        "subject": subject(tournament, form),
        "refusal": refusal,
        "reason": asked.get("reason", ""),
    }
    if form.is_bound and form.is_valid():
        context |= _foreseen(verb, Scene(tournament, form.chosen()), context)
    return render(request, "tournaments/control_act.html", context, status=409 if refusal else 200)


def _form(verb: Verb, tournament: Tournament, asked: dict[str, str]) -> ActForm:
    shows_fields = bool(verb.form(tournament, asked, is_complete=False).visible_fields())
    return verb.form(tournament, asked, is_complete=not shows_fields or "look" in asked)


def _foreseen(verb: Verb, scene: Scene, context: dict[str, Any]) -> dict[str, Any]:
    """What it would do; or why it cannot be done, which leaves the form as it was filled in."""
    try:
        return {
            "is_ready": True,
            "words": verb.words(scene),
            "outlook": verb.outlook(scene),
            "seen": acting.seen(scene.tournament, verb.about[0], verb.key(scene.chosen)),
        }
    except UserError as refusal:
        if not context["form"].visible_fields():
            raise
        return {"refusal": context["refusal"] or refusal}


def _do(request: HttpRequest, tournament: Tournament, slug: str) -> HttpResponse:
    verb = VERBS[slug]
    asked = _asked(request)
    form = verb.form(tournament, asked, is_complete=True)
    if not form.is_valid():
        return _ask(request, tournament, slug, asked)
    try:
        scene = Scene(tournament, form.chosen())
        verb.do(scene, cast("Player", request.user), asked.get("reason", ""), asked.get("seen", ""))
    except UserError as refusal:
        if not verb.needs_reason and not form.visible_fields():
            raise
        return _ask(request, Tournament.objects.get(pk=tournament.pk), slug, asked, refusal)
    done = tournament.acts.first()
    messages.success(request, said(done) if done else _("Done."))
    return redirect("tournaments:control-log" if slug == "undo" else "tournaments:control", tournament.pk)

"""The control room, the page of each action with its preview, and the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from action_log.models import LogLine
from action_log.services import describe
from common.caching.tagged import tagged
from common.errors import UserError
from tournaments.base.guards import organised_tournament
from tournaments.base.log import lines_of, why_final
from tournaments.control import restoring
from tournaments.control.actions import ACTIONS, Action, Context
from tournaments.control.actions.forms import ActionForm
from tournaments.control.restorable_entries import EntriesNow
from tournaments.control.room.cached import kept_room
from tournaments.control.room.matches import matches_at, part_of_matches
from tournaments.control.room.parts import Look
from tournaments.control.room.tables import part_of_tables, past_tables
from tournaments.models import Round, Tournament

LINES_A_PAGE = 50


@require_safe
def control(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    look = Look.of(request.GET)
    kept = kept_room(tournament, _reader(request), timezone.now(), look)
    return render(request, "tournaments/control.html", {"tournament": tournament, "kept": kept, "look": look})


@require_safe
@tagged
def live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Render the part of the page that changes while it is open."""
    tournament = organised_tournament(request, tournament_id)
    return HttpResponse(kept_room(tournament, _reader(request), timezone.now(), Look.of(request.GET)).html)


@require_safe
def round(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """Show an earlier round, whose results can be corrected."""
    tournament = organised_tournament(request, tournament_id)
    shown = get_object_or_404(tournament.played_rounds.exclude(status=Round.Status.HELD), number=number)
    tables, look = past_tables(tournament, shown, timezone.now()), Look.of(request.GET)
    room = {
        "shown_tables": part_of_tables(tables, look),
        "shown_matches": part_of_matches(matches_at(shown, tables), look),
        "round": shown,
    }
    return render(request, "tournaments/control_round.html", {"tournament": tournament, "room": room})


@require_safe
def log(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    page = Paginator(lines_of(tournament).with_people(), LINES_A_PAGE).get_page(request.GET.get("page"))
    statuses = dict(tournament.played_rounds.values_list("pk", "status"))
    entries = EntriesNow.of(tournament, [line.before["key"] for line in page if _is_of_entry(line)])
    lines = [{"line": line, "said": describe(line), "why_not": _why_not(line, statuses, entries)} for line in page]
    return render(request, "tournaments/control_log.html", {"tournament": tournament, "lines": lines, "page": page})


def _is_of_entry(line: LogLine) -> bool:
    return line.before is not None and line.before["kind"] == restoring.ENTRY.slug


def _why_not(line: LogLine, statuses: Mapping[int, str], entries: EntriesNow) -> str:
    """Return why a line cannot be undone, or an empty string if it probably can; `statuses` are of rounds, by id."""
    if line.undone_at is not None:
        return ""
    if line.before is None:
        return why_final(line)
    if _is_of_entry(line):
        refusal = entries.refusal(line.before["key"], line.before["was"])
        return str(refusal or "")
    needs = restoring.KINDS[line.before["kind"]].while_round_is
    if needs is None:
        return ""
    status, otherwise = needs
    return "" if statuses.get(line.before["key"]) == status else str(otherwise)


# --- An action ---


@require_http_methods(["GET", "HEAD", "POST"])
def action(request: HttpRequest, tournament_id: str, slug: str) -> HttpResponse:
    """Show an action's form and preview, and carry it out once it is confirmed with a reason."""
    tournament = organised_tournament(request, tournament_id)
    chosen = ACTIONS.get(slug)
    if chosen is None:
        raise Http404
    try:
        if request.method == "POST":
            return _do(request, tournament, chosen)
        return _ask(request, tournament, chosen, _asked(request))
    except UserError as refusal:
        if refusal.code in ("no-board", "no-entry"):
            raise Http404 from refusal
        messages.warning(request, str(refusal))
        return redirect("tournaments:control", tournament_id)


def _asked(request: HttpRequest) -> dict[str, str]:
    """Return the parameters, which buttons send in the query and forms in their fields."""
    return {**request.GET.dict(), **request.POST.dict()}


def _ask(
    request: HttpRequest,
    tournament: Tournament,
    chosen: type[Action],
    asked: dict[str, str],
    refusal: UserError | None = None,
) -> HttpResponse:
    """Render the form and the preview. Raises UserError if there is nothing to act on."""
    form = _form(chosen, tournament, asked)
    context: dict[str, Any] = {
        "tournament": tournament,
        "action": chosen,
        "form": form,
        "subject": form.subject(),
        "refusal": refusal,
        "reason": asked.get("reason", ""),
    }
    if form.is_bound and form.is_valid():
        context |= _previewed(request, chosen(**form.chosen()), context)
    return render(request, "tournaments/control_action.html", context, status=409 if refusal else 200)


def _form(chosen: type[Action], tournament: Tournament, asked: dict[str, str]) -> ActionForm:
    shows_fields = bool(chosen.form(tournament, asked, is_complete=False).visible_fields())
    return chosen.form(tournament, asked, is_complete=not shows_fields or "look" in asked)


def _previewed(request: HttpRequest, action: Action, context: dict[str, Any]) -> dict[str, Any]:
    """Return the preview, or why the action is impossible; the form stays filled in."""
    tournament = context["tournament"]
    where = Context(tournament, _reader(request), timezone.now())
    try:
        action.check(where)
        return {
            "is_ready": True,
            "preview": action.preview(where),
            "diff": action.standings_diff(where),
            "seen": action.seen(tournament),
        }
    except UserError as refusal:
        if not context["form"].visible_fields():
            raise
        return {"refusal": context["refusal"] or refusal}


def _do(request: HttpRequest, tournament: Tournament, chosen: type[Action]) -> HttpResponse:
    asked = _asked(request)
    form = chosen.form(tournament, asked, is_complete=True)
    if not form.is_valid():
        return _ask(request, tournament, chosen, asked)
    try:
        line = chosen(**form.chosen()).carry_out(
            tournament_id=tournament.pk,
            by=_reader(request),
            reason=asked.get("reason", ""),
            seen=asked.get("seen", ""),
        )
    except UserError as refusal:
        if not chosen.needs_reason and not form.visible_fields():
            raise
        return _ask(request, Tournament.objects.get(pk=tournament.pk), chosen, asked, refusal)
    messages.success(request, describe(line))
    return redirect(chosen.leads_to, tournament.pk)


def _reader(request: HttpRequest) -> Player:
    return cast("Player", request.user)

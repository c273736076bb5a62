"""The page of a case: all evidence in one place, and the acts that are possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from common.errors import UserError
from games.models import Table
from moderation import log
from moderation.desk import acting
from moderation.desk.access import requires, show
from moderation.lookups import chats, likely_same, matches, meetings, people
from moderation.models import Case, PlayCheck, Report
from moderation.services import cases, notes, play_checks
from moderation.services.judging import check_may_judge

MOST_CHECKS = 12
MOST_ANNOUNCEMENTS = 20


@requires(roles.may_see_queue)
@require_safe
def case(request: PlayerRequest, case_id: int) -> HttpResponse:
    return _page(request, _readable(case_id, request.user))


@requires(roles.may_see_private_chat)
@require_POST
def private_chat(request: PlayerRequest, case_id: int) -> HttpResponse:
    """Show the case with its private chats, and log the view."""
    found = _readable(case_id, request.user)
    for room in chats.rooms_of(found, list(found.reports.all())):
        if chats.is_private(room):
            log.chat_seen(found, by=request.user, room=room)
    return _page(request, found, with_private=True)


@requires(roles.may_see_likely_same)
@require_POST
def same_people(request: PlayerRequest, case_id: int) -> HttpResponse:
    """Show the case with the accounts that are likely the same person's, and log the view."""
    found = _readable(case_id, request.user)
    if found.player is None:
        return redirect("admin:desk_case", case_id)
    log.likely_same_seen(found, by=request.user, player=found.player)
    return _page(request, found, same=likely_same.likely_same(found.player))


@requires(roles.may_see_queue)
@require_POST
def compare(request: PlayerRequest, case_id: int) -> HttpResponse:
    """Queue a comparison of the newest matches of the player concerned with what a bot would have played."""
    found = _readable(case_id, request.user)

    def service() -> None:
        if found.player is not None:
            play_checks.ask(found.player)
            messages.success(request, _("In progress: look again in a minute."))

    return _do(request, case_id, service)


@requires(roles.may_see_queue)
@require_POST
def write_note(request: PlayerRequest, case_id: int) -> HttpResponse:
    text = request.POST.get("text", "")
    return _do(request, case_id, lambda: notes.add(case_id=case_id, by=request.user, text=text, now=timezone.now()))


@requires(roles.may_see_queue)
@require_POST
def release(request: PlayerRequest, case_id: int) -> HttpResponse:
    return _do(request, case_id, lambda: cases.release(case_id=case_id, by=request.user), then="admin:desk_queue")


@requires(roles.may_see_queue)
@require_POST
def close(request: PlayerRequest, case_id: int) -> HttpResponse:
    outcome = request.POST.get("outcome", "")
    now = timezone.now()

    def service() -> None:
        cases.close(case_id=case_id, by=request.user, outcome=outcome, now=now)

    return _do(request, case_id, service, then="admin:desk_queue")


def _do(request: PlayerRequest, case_id: int, service: Callable[[], object], then: str | None = None) -> HttpResponse:
    try:
        service()
    except UserError as error:
        messages.error(request, str(error))
        then = None
    return redirect(then) if then else redirect("admin:desk_case", case_id)


def _readable(case_id: int, player: Player) -> Case:
    """Return a case, unless it concerns the moderator (403)."""
    found = get_object_or_404(Case.objects.select_related("player", "claimed_by", "closed_by"), pk=case_id)
    try:
        check_may_judge(player, found)
    except UserError as error:
        raise PermissionDenied(str(error)) from error
    return found


def _page(
    request: PlayerRequest, case: Case, *, with_private: bool = False, same: list[likely_same.Likely] | None = None
) -> HttpResponse:
    reports = list(case.reports.select_related("reporter"))
    context = {
        "case": case,
        "reports": reports,
        "is_mine": case.claimed_by_id == request.user.pk,
        "may_claim": case.is_open and case.claimed_by_id != request.user.pk,
        "outcomes": Case.Outcome.choices,
        "notes": case.notes.select_related("by"),
        "done": acting.done_so_far(case),
        **_acting(case, reports, request.user),
        "announcements": acting.announcements(case)[:MOST_ANNOUNCEMENTS],
        "chats": _chats(case, reports, with_private=with_private),
        "may_see_private": roles.may_see_private_chat(request.user),
        "match": _match(case, reports),
        "may_see_same": case.player is not None and roles.may_see_likely_same(request.user),
        "same": same,
        "past": people.past_of(case.player, but=case) if case.player else None,
        "checks": _checks(case.player) if case.player else [],
        "met": meetings.of_case(case, reports, timezone.now()),
        "now": timezone.now(),
    }
    return show(request, "desk/case.html", _("Case %(number)d") % {"number": case.pk}, context)


def _acting(case: Case, reports: list[Report], player: Player) -> dict[str, Any]:
    """Return the form of acts, for the moderator who has claimed the case."""
    if not case.is_open or case.claimed_by_id != player.pk:
        return {}
    return {"offers": acting.offers(case, reports, player, timezone.now()), **acting.choices(case)}


def _checks(player: Player) -> list[dict[str, Any]]:
    """Return the comparisons of the player with a bot, match by match, newest first."""
    checks = list(PlayCheck.objects.filter(player=player).select_related("table")[:MOST_CHECKS])
    names = Player.objects.in_bulk({int(key) for check in checks for key in check.helped})
    return [
        {
            "check": check,
            "share": round(100 * check.agreed / check.choices) if check.choices else 0,
            "helped": [(names[int(key)], points) for key, points in check.helped.items() if int(key) in names],
        }
        for check in checks
    ]


def _chats(case: Case, reports: list[Report], *, with_private: bool) -> list[chats.Chat]:
    reported = {int(report.evidence["line"]) for report in reports if report.evidence.get("line")}
    found = []
    for room in chats.rooms_of(case, reports):
        private = chats.is_private(room)
        lines = chats.around(room, reported) if with_private or not private else []
        found.append(chats.Chat(room, lines, private))
    return found


def _match(case: Case, reports: list[Report]) -> matches.Position | None:
    """Return the match at the ply at which it was first reported."""
    at = next((report.evidence["table"] for report in reports if report.evidence.get("table")), None)
    key, ply = (at["id"], at["ply"]) if at else (case.subject_id if case.subject_kind == "table" else None, None)
    table = Table.objects.select_related("chain").filter(pk=key).first() if key else None
    return matches.position(table, table.ply if ply is None else ply) if table else None

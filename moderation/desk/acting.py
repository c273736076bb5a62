"""Acting on a case: the acts that fit it, reasons from templates, and approval of severe acts by a second moderator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from chat.models import ChatLine
from clubs.models import Announcement
from common.converters import row_id
from common.errors import UserError
from moderation import acts
from moderation.desk.access import requires, show
from moderation.lookups import chats
from moderation.models import Act, Case, Matter, ReasonTemplate, Report
from tournaments.control import moderating
from tournaments.live.chatting import TournamentRoom

ENDS: dict[str, tuple[str | Promise, timedelta | None]] = {
    "day": (gettext_lazy("one day"), timedelta(days=1)),
    "days": (gettext_lazy("three days"), timedelta(days=3)),
    "week": (gettext_lazy("one week"), timedelta(days=7)),
    "month": (gettext_lazy("30 days"), timedelta(days=30)),
    "none": (gettext_lazy("without end"), None),
}

USUAL_REASONS = {
    Matter.DANGER: "threat",
    Matter.ABUSE: "insult",
    Matter.CHEATING: "collusion",
    Matter.NAME: "name",
    Matter.SPAM: "spam",
    Matter.STALLING: "stalling",
}
"""The code of the template that is preselected for each kind of case."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that fits a case, and the subject of the act."""

    kind: acts.ActKind
    subject_id: str
    waits: bool
    """Tells whether a second moderator would have to confirm it, however short it is."""


def offers(case: Case, reports: list[Report], player: Player, now: datetime) -> list[Offer]:
    """Return the acts that fit a case and that this moderator may do or propose."""
    found = []
    for kind in sorted(acts.KINDS.values(), key=_mildest_first):
        subject = _subject(kind, case, reports)
        if subject is None or not _fits(kind, case):
            continue
        if roles.may_act(player, kind.severity):
            found.append(Offer(kind, subject, waits=not roles.may_act_alone(player, kind.severity)))
    return found


def _mildest_first(kind: acts.ActKind) -> int:
    return list(roles.Severity).index(kind.severity)


def _subject(kind: acts.ActKind, case: Case, reports: list[Report]) -> str | None:
    """Return the id of the act's subject, or None if the case has none of that kind."""
    if kind.is_done_to_player and case.player is None:
        return None
    if kind.is_done_to_player and kind.about == "tournament":
        return _entered(case, reports)
    if kind.about == "player":
        return str(case.player.pk) if case.player else None
    if kind.about == "club" and case.subject_kind == "emblem":
        return case.subject_id
    if kind.about == case.subject_kind:
        return case.subject_id
    return _table(case, reports) if kind.about == "table" else None


def _entered(case: Case, reports: list[Report]) -> str | None:
    """Return the id of the tournament of the case, or of its table or chat, if the player concerned has entered it."""
    assert case.player is not None
    board = moderating.board_of_table(_table(case, reports) or "")
    rooms = [room.partition(":") for room in chats.rooms_of(case, reports)]
    keys = [case.subject_id] if case.subject_kind == "tournament" else []
    keys += [board.round.tournament_id] if board else []
    keys += [place for kind, _colon, place in rooms if kind == TournamentRoom.kind]
    return next((key for key in keys if moderating.entry_at(key, case.player.pk) is not None), None)


def _table(case: Case, reports: list[Report]) -> str | None:
    """Return the id of the table that a case is about, or from which it was reported."""
    if case.subject_kind == "table":
        return case.subject_id
    return next((report.evidence["table"]["id"] for report in reports if report.evidence.get("table")), None)


def announcements(case: Case) -> QuerySet[Announcement]:
    """Return the announcements of the club that a case is about, newest first."""
    is_of_club = case.subject_kind in ("club", "emblem")
    found = Announcement.objects.filter(club=int(case.subject_id)) if is_of_club else Announcement.objects.none()
    return found.select_related("author").order_by("-made_at")


def _fits(kind: acts.ActKind, case: Case) -> bool:
    try:
        kind.check_fits(case)
    except UserError:
        return False
    return True


def choices(case: Case) -> dict[str, Any]:
    """Return the form's other choices besides the acts: reasons in the moderator's language, and ends."""
    templates = ReasonTemplate.objects.filter(is_offered=True).prefetch_related("texts")
    language = get_language() or ""
    return {
        "reasons": [(template.code, template.text_in(language)) for template in templates],
        "usual_reason": USUAL_REASONS.get(Matter(case.kind), ""),
        "ends": [(key, label) for key, (label, _length) in ENDS.items()],
    }


@requires(roles.may_see_queue)
@require_POST
def act(request: PlayerRequest, case_id: int) -> HttpResponse:
    """Carry out the chosen act. Its subject follows from the case, except for a chat line or an announcement."""
    case = get_object_or_404(Case.objects.select_related("player"), pk=case_id)
    now = timezone.now()
    kind = acts.KINDS.get(request.POST.get("kind", ""))
    reports = list(case.reports.all())
    subject = _subject(kind, case, reports) if kind else None
    if kind is not None and kind.about == "line" and request.POST.get("line"):
        subject = _line_of(case, reports, request.POST["line"])
    if kind is not None and kind.about == "announcement":
        subject = _announcement_of(case, request.POST.get("announcement", ""))
    if kind is None or subject is None:
        messages.error(request, _("Choose what to do."))
        return redirect("admin:desk_case", case_id)
    _label, length = ENDS.get(request.POST.get("end", ""), ENDS["day"])
    is_about_player = kind.about == "player" or kind.is_done_to_player
    return _answer(
        request,
        lambda: acts.carry_out(
            kind=kind.slug,
            case_id=case_id,
            by=request.user,
            now=now,
            player=case.player if is_about_player else None,
            subject_id=subject,
            template=ReasonTemplate.objects.filter(code=request.POST.get("template", "")).first(),
            reason=request.POST.get("reason", ""),
            note=request.POST.get("note", ""),
            until=now + length if kind.has_end and length else None,
        ),
        case_id,
    )


def _line_of(case: Case, reports: list[Report], key: str) -> str | None:
    """Return the id of a chat line if it was written in a room of the case."""
    rooms = chats.rooms_of(case, reports)
    return key if ChatLine.objects.filter(pk=row_id(key), room__in=rooms).exists() else None


def _announcement_of(case: Case, key: str) -> str | None:
    """Return the id of an announcement if it belongs to the case's club."""
    return key if announcements(case).filter(pk=row_id(key)).exists() else None


@requires(roles.may_see_queue)
@require_POST
def lift(request: PlayerRequest, act_id: int) -> HttpResponse:
    found = get_object_or_404(Act, pk=act_id)
    return _answer(request, lambda: acts.lift(act_id=act_id, by=request.user, now=timezone.now()), found.case_id)


def may_approve(player: Player) -> bool:
    """Return whether the player may confirm acts of others."""
    return roles.may_approve(player, roles.Severity.ORDINARY)


def _may_decide(player: Player, act: Act) -> bool:
    kind = acts.KINDS.get(act.kind)
    if kind is None or act.by_id == player.pk:
        return False
    return roles.may_approve(player, kind.severity_of(act.ends_at, act.at))


@requires(may_approve)
@require_safe
def approvals(request: PlayerRequest) -> HttpResponse:
    waiting = Act.objects.waiting().exclude(player=request.user).select_related("case", "player", "by")
    rows = [(act, label_of(act), _may_decide(request.user, act)) for act in waiting]
    return show(request, "desk/approvals.html", _("Second pair of eyes"), {"waiting": rows})


@requires(may_approve)
@require_POST
def decide(request: PlayerRequest, act_id: int) -> HttpResponse:
    get_object_or_404(Act, pk=act_id)
    service = acts.approve if request.POST.get("answer") == "approve" else acts.refuse
    why = request.POST.get("why", "")
    return _answer(request, lambda: service(act_id=act_id, by=request.user, now=timezone.now(), answer=why), None)


def _answer(request: PlayerRequest, service: Callable[[], Act], case_id: int | None) -> HttpResponse:
    try:
        done = service()
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{label_of(done)}: {done.get_state_display()}")
    return redirect("admin:desk_approvals") if case_id is None else redirect("admin:desk_case", case_id)


def label_of(act: Act) -> str:
    """Return the label of an act, or its slug if no such kind exists any more."""
    return str(acts.KINDS[act.kind].label) if act.kind in acts.KINDS else act.kind


def done_so_far(case: Case) -> list[dict[str, Any]]:
    """Return the acts on a case, with their labels and whether they can be lifted."""
    return [
        {
            "act": act,
            "label": label_of(act),
            "can_be_lifted": act.state == Act.State.DONE
            and act.kind in acts.KINDS
            and acts.KINDS[act.kind].can_be_lifted,
        }
        for act in case.acts.select_related("by", "seconded_by", "player")
    ]

"""Appeals, which a moderator other than the one who acted has to answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from accounts.standing import reason_of
from action_log.services import describe
from common.errors import UserError
from moderation.desk.access import requires, show
from moderation.desk.acting import label_of
from moderation.models import Appeal
from moderation.services import appeals as services
from moderation.services import tournament_appeals
from tournaments.models import Appeal as TournamentAppeal

LATEST = 10


@requires(roles.may_answer_appeals)
@require_safe
def appeals(request: PlayerRequest) -> HttpResponse:
    rows = Appeal.objects.exclude(player=request.user)
    rows = rows.select_related("player", "sanction__given_by", "act__case", "answered_by")
    rows = rows.select_related("act__by", "act__seconded_by", "sanction__act__by", "sanction__act__seconded_by")
    context = {
        "waiting": [
            (appeal, *_against(appeal), *_by(appeal), _refusal(request.user, appeal)) for appeal in rows.waiting()
        ],
        "answered": rows.exclude(answered_at=None).order_by("-answered_at")[:LATEST],
        "outcomes": Appeal.Outcome.choices,
        "in_tournaments": [_in_tournament(request.user, appeal) for appeal in tournament_appeals.waiting()],
    }
    return show(request, "desk/appeals.html", _("Appeals"), context)


def _against(appeal: Appeal) -> tuple[str, str]:
    """Return what an appeal is against, and the reason given for it."""
    if appeal.sanction is not None:
        return capfirst(appeal.sanction.get_kind_display()), reason_of(appeal.sanction)
    return (label_of(appeal.act), appeal.act.reason) if appeal.act is not None else ("", "")


def _by(appeal: Appeal) -> tuple[Player | None, Player | None]:
    """Return the moderator whose act an appeal is against, and the second one who confirmed it, if any."""
    act = appeal.act or getattr(appeal.sanction, "act", None)
    if act is not None:
        return act.by, act.seconded_by
    return (appeal.sanction.given_by, None) if appeal.sanction else (None, None)


def _in_tournament(player: Player, appeal: TournamentAppeal) -> tuple[TournamentAppeal, str, str]:
    """Return an appeal in a tournament, what it is against, and why this moderator may not answer it (or an empty
    string)."""
    try:
        tournament_appeals.check_may_answer(player, appeal)
    except UserError as error:
        return appeal, describe(appeal.line), str(error)
    return appeal, describe(appeal.line), ""


def _refusal(player: Player, appeal: Appeal) -> str:
    """Return why this moderator may not answer the appeal, or an empty string."""
    try:
        services.check_may_answer(player, appeal)
    except UserError as error:
        return str(error)
    return ""


@requires(roles.may_answer_appeals)
@require_POST
def answer(request: PlayerRequest, appeal_id: int) -> HttpResponse:
    outcome, text = request.POST.get("outcome", ""), request.POST.get("text", "")
    try:
        services.answer(appeal_id=appeal_id, by=request.user, outcome=outcome, text=text, now=timezone.now())
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The player has been told."))
    return redirect("admin:desk_appeals")


@requires(roles.may_answer_appeals)
@require_POST
def answer_in_tournament(request: PlayerRequest, appeal_id: int) -> HttpResponse:
    is_upheld = request.POST.get("outcome") == "upheld"
    try:
        tournament_appeals.answer(
            appeal_id=appeal_id, by=request.user, is_upheld=is_upheld, text=request.POST.get("text", "")
        )
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The player has been told."))
    return redirect("admin:desk_appeals")

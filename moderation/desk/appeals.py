"""Appeals that wait for an answer, by another moderator than the one who acted."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from common.errors import UserError
from moderation.desk.access import asks, show
from moderation.models import Appeal
from moderation.services import appeals as services

LATEST = 10


@asks(roles.may_answer_appeals)
@require_safe
def appeals(request: PlayerRequest) -> HttpResponse:
    rows = Appeal.objects.exclude(player=request.user)
    rows = rows.select_related("player", "sanction__given_by", "act__by", "act__case", "answered_by")
    context = {
        "waiting": [(appeal, _refusal(request.user, appeal)) for appeal in rows.waiting()],
        "answered": rows.exclude(answered_at=None).order_by("-answered_at")[:LATEST],
        "outcomes": Appeal.Outcome.choices,
    }
    return show(request, "desk/appeals.html", _("Appeals"), context)


def _refusal(player: Player, appeal: Appeal) -> str:
    """Return why this moderator may not answer the appeal, or an empty string."""
    try:
        services.check_may_answer(player, appeal)
    except UserError as error:
        return str(error)
    return ""


@asks(roles.may_answer_appeals)
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

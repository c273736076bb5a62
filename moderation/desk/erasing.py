"""Deletion of an account at its owner's request, for owners who cannot do it themselves."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import demo, roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from accounts.personal import deletion
from common.errors import UserError
from moderation import log
from moderation.desk.access import requires, show

LEAST_REASON = 10


@requires(roles.may_manage_staff)
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: PlayerRequest, player_id: int) -> HttpResponse:
    """Ask for the reason, and begin the grace period, in which the owner can sign in and keep the account."""
    player = get_object_or_404(Player, pk=player_id, deleted_at=None)
    if request.method == "POST":
        try:
            _begin(player, request.user, request.POST.get("reason", "").strip())
        except UserError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("The account of %(name)s will be deleted.") % {"name": player.username})
        return redirect("admin:desk_erase", player_id)
    context = {
        "player": player,
        "obstacles": deletion.obstacles_of(player),
        "days": settings.KEEP_DAYS["deletion"],
        "most": log.LONGEST_REASON,
        "least": LEAST_REASON,
    }
    return show(request, "desk/erase.html", _("Delete an account on request"), context)


def _begin(player: Player, by: Player, reason: str) -> None:
    """Log the deletion and begin it, in transactions of its own. Raises UserError (no-reason, not-allowed, begun,
    in-the-way)."""
    if len(reason) < LEAST_REASON:
        raise UserError("no-reason", _("Say in a few words how the owner has asked for it."))
    if player.is_staff or player.is_superuser or player.username == demo.NAME:
        raise UserError("not-allowed", _("Accounts of the team and the demo account cannot be deleted here."))
    if player.deletion_due_at is not None:
        raise UserError("begun", _("This account is going to be deleted already."))
    if deletion.obstacles_of(player):
        raise UserError("in-the-way", _("Something has to be settled before the account can be deleted."))
    log.deletion_begun(player, by=by, reason=reason[: log.LONGEST_REASON])
    deletion.ask(player=player, now=timezone.now())

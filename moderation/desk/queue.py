"""The queue: open cases by weight and age, which moderators claim."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player, is_player_or_bot_of
from accounts.pages.requests import PlayerRequest
from common.errors import UserError
from moderation.desk.access import requires, show
from moderation.models import Case, CaseQuerySet, Matter
from moderation.services import cases

MOST_SHOWN = 100

WHOSE = {"": _("All"), "free": _("Free"), "mine": _("Mine")}


@requires(roles.may_see_queue)
@require_safe
def queue(request: PlayerRequest) -> HttpResponse:
    whose, kind = request.GET.get("whose", ""), request.GET.get("kind", "")
    found = _chosen(whose, kind, request.user)
    context = {
        "cases": found[:MOST_SHOWN],
        "now": timezone.now(),
        "whose": whose,
        "kind": kind,
        "choices": WHOSE.items(),
        "matters": Matter.choices,
        "is_filtered": bool(whose or kind),
    }
    return show(request, "desk/queue.html", _("Queue"), context)


def _chosen(whose: str, kind: str, player: Player) -> CaseQuerySet:
    found = with_counts(not_own(Case.objects.queue(), player))
    if whose == "free":
        found = found.free(timezone.now())
    elif whose == "mine":
        found = found.filter(claimed_by=player)
    return found.filter(kind=kind) if kind in Matter.values else found


def not_own(found: CaseQuerySet, player: Player) -> CaseQuerySet:
    """Exclude cases about the moderator or their bots, as they must not learn who reported them."""
    return found.exclude(is_player_or_bot_of(player))


def with_counts(found: CaseQuerySet) -> CaseQuerySet:
    """Load what a row of the queue shows."""
    return found.select_related("player", "claimed_by").annotate(many=Count("reports"))


@requires(roles.may_see_queue)
@require_POST
def claim(request: PlayerRequest, case_id: int) -> HttpResponse:
    """Claim a case and open it; a moderator who is too late is told who has it."""
    try:
        cases.claim(case_id=case_id, by=request.user, now=timezone.now())
    except UserError as error:
        messages.error(request, str(error))
        return redirect("admin:desk_queue")
    return redirect("admin:desk_case", case_id)

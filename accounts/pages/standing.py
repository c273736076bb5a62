"""The page that tells players about their sanctions: what they forbid, until when, and how to appeal."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts import standing
from accounts.models import Sanction
from accounts.pages.requests import PlayerRequest

MOST_SHOWN = 50


@login_required
@require_safe
def show(request: PlayerRequest) -> HttpResponse:
    if request.user.is_sanctioned:
        standing.clear_sanctioned_flag(request.user)
    ids = set(standing.in_force(request.user).values_list("pk", flat=True))
    told = Sanction.objects.told().filter(player=request.user).select_related("appeal")[:MOST_SHOWN]
    all_of_them = [(one, standing.reason_of(one)) for one in told]
    in_force = [row for row in all_of_them if row[0].pk in ids]
    context = {
        "in_force": in_force,
        "may_appeal": any(not hasattr(sanction, "appeal") for sanction, _ in in_force),
        "past": [row for row in all_of_them if row[0].pk not in ids],
        "appeals_to": settings.APPEALS_EMAIL,
    }
    return render(request, "accounts/standing.html", context)


@login_required
@require_POST
def note_read(request: PlayerRequest, sanction_id: int) -> HttpResponse:
    standing.note_read(player=request.user, sanction_id=sanction_id, now=timezone.now())
    return redirect("accounts:standing")

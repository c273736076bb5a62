"""Appealing against a sanction or an act, and reading the answer."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Sanction
from accounts.pages.requests import PlayerRequest
from accounts.standing import reason_of
from common.errors import UserError
from moderation.acts import KINDS
from moderation.models import Act, Appeal
from moderation.pages.forms import AppealForm
from moderation.services import appeals

MOST_SHOWN = 50


@login_required
@require_safe
def decisions(request: PlayerRequest) -> HttpResponse:
    """Show moderators' decisions about the player, except sanctions, which have a page of their own."""
    told = Act.objects.told().about(request.user.pk).filter(sanction=None).select_related("appeal")
    return render(request, "moderation/decisions.html", {"acts": [(act, _told(act)) for act in told[:MOST_SHOWN]]})


def _told(act: Act) -> str:
    """Return the sentence that tells the player of an act; empty if its kind no longer exists."""
    return str(KINDS[act.kind].told) if act.kind in KINDS else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def against_sanction(request: PlayerRequest, sanction_id: int) -> HttpResponse:
    sanction = get_object_or_404(Sanction.objects.told(), pk=sanction_id, player=request.user)
    is_open = sanction.lifted_at is None
    told = {"what": sanction.get_kind_display(), "since": sanction.starts_at, "reason": reason_of(sanction)}
    stands = {"is_open": is_open, "is_over": _is_over(sanction)}
    context = {**told, **stands, "appeal": Appeal.objects.filter(sanction=sanction).first()}

    def appeal(text: str) -> Appeal:
        return appeals.appeal(player=request.user, sanction=sanction, text=text, now=timezone.now())

    return _answered(request, context, appeal)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def against_act(request: PlayerRequest, act_id: int) -> HttpResponse:
    act = get_object_or_404(Act.objects.told().select_related("sanction"), pk=act_id, player=request.user)
    is_open = act.state == Act.State.DONE
    is_over = act.sanction is not None and _is_over(act.sanction)
    told = {"what": _told(act), "since": act.at, "reason": act.reason}
    stands = {"is_open": is_open, "is_over": is_over}
    context = {**told, **stands, "appeal": Appeal.objects.filter(act=act).first()}

    def appeal(text: str) -> Appeal:
        return appeals.appeal_against_act(player=request.user, act=act, text=text, now=timezone.now())

    return _answered(request, context, appeal)


def _is_over(sanction: Sanction) -> bool:
    return not Sanction.objects.in_force(timezone.now()).filter(pk=sanction.pk).exists()


def _answered(request: PlayerRequest, context: dict[str, object], appeal: Callable[[str], Appeal]) -> HttpResponse:
    form = AppealForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            appeal(form.cleaned_data["text"])
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(request.path)
    return render(request, "moderation/appeal.html", {**context, "form": form})

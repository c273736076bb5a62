"""The officers' desk: join requests, invitations and bans."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from clubs import services
from clubs.forms import BanByNameForm, InvitationForm
from clubs.models import Ban, Invitation, JoinRequest, Right
from clubs.views.access import Place, led_by
from clubs.views.actions import club_action, with_an_account
from common.errors import UserError

MOST_SHOWN = 100


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    return _show(request, led_by(request, slug), {})


def _show(request: HttpRequest, here: Place, forms: dict[str, Any]) -> HttpResponse:
    now = timezone.now()
    context: dict[str, Any] = {"place": here, "club": here.club}
    if here.may_manage_members:
        requests = JoinRequest.objects.filter(club=here.club, answer=JoinRequest.Answer.WAITING)
        links = Invitation.objects.valid(now).filter(club=here.club).select_related("made_by", "club")
        context |= {
            "requests": requests.select_related("player")[:MOST_SHOWN],
            "invitations": [(one, request.build_absolute_uri(one.get_absolute_url())) for one in links],
            "invitation_form": InvitationForm(),
        }
    if here.may_moderate:
        bans = Ban.objects.in_force(now).filter(club=here.club).select_related("player", "by")
        context |= {"bans": bans[:MOST_SHOWN], "ban_form": BanByNameForm()}
    return render(request, "clubs/desk.html", context | forms)


@club_action
def accept(request: HttpRequest, player: Player, slug: str, request_id: int) -> str:
    asked = _request(request, slug, request_id)
    services.accept(request_id=asked.pk, by=player, now=timezone.now())
    messages.success(request, _("%(name)s is now a member.") % {"name": asked.player.username})
    return _desk(slug)


@club_action
def refuse(request: HttpRequest, player: Player, slug: str, request_id: int) -> str:
    asked = _request(request, slug, request_id)
    services.refuse(request_id=asked.pk, by=player, now=timezone.now())
    messages.success(request, _("%(name)s's request is declined.") % {"name": asked.player.username})
    return _desk(slug)


def _request(request: HttpRequest, slug: str, request_id: int) -> JoinRequest:
    here = led_by(request, slug, Right.MEMBERS)
    return get_object_or_404(JoinRequest.objects.select_related("player"), pk=request_id, club=here.club)


def _desk(slug: str) -> str:
    return reverse("clubs:desk", args=[slug])


@require_POST
@with_an_account
def invite(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    here = led_by(request, slug, Right.MEMBERS)
    form = InvitationForm(request.POST)
    if form.is_valid():
        try:
            services.invite(
                club_id=here.club.pk,
                by=player,
                now=timezone.now(),
                valid_for=form.valid_for,
                most_uses=form.cleaned_data["most_uses"],
                text=form.cleaned_data["note"],
            )
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The invitation is ready: send its link to whoever you want to invite."))
            return redirect("clubs:desk", slug)
    return _show(request, here, {"invitation_form": form})


@club_action
def revoke(request: HttpRequest, player: Player, slug: str, invitation_id: int) -> str:
    here = led_by(request, slug, Right.MEMBERS)
    invitation = get_object_or_404(Invitation, pk=invitation_id, club=here.club)
    services.revoke(invitation_id=invitation.pk, by=player, now=timezone.now())
    messages.success(request, _("The invitation is revoked: its link no longer works."))
    return _desk(slug)


@require_POST
@with_an_account
def ban(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Ban a player by name, who need not be a member."""
    here = led_by(request, slug, Right.MODERATION)
    form = BanByNameForm(request.POST)
    if form.is_valid():
        now = timezone.now()
        try:
            services.ban(
                club_id=here.club.pk,
                by=player,
                player_id=form.cleaned_data["name"].pk,
                now=now,
                reason=form.cleaned_data["reason"],
                until=form.until(now),
            )
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s is banned.") % {"name": form.cleaned_data["name"].username})
            return redirect("clubs:desk", slug)
    return _show(request, here, {"ban_form": form})


@club_action
def lift(request: HttpRequest, player: Player, slug: str, ban_id: int) -> str:
    here = led_by(request, slug, Right.MODERATION)
    banned = get_object_or_404(Ban.objects.select_related("player"), pk=ban_id, club=here.club)
    services.lift(ban_id=banned.pk, by=player, now=timezone.now())
    messages.success(request, _("The ban of %(name)s is lifted.") % {"name": banned.player.username})
    return _desk(slug)

"""Joining and leaving: open clubs, requests, invitation links."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs import services
from clubs.forms import AskForm
from clubs.models import Club, Invitation
from clubs.services.joining import check_ban
from clubs.views.access import place
from clubs.views.actions import club_action
from common.errors import UserError


@club_action
def join(request: HttpRequest, player: Player, slug: str) -> None:
    here = place(request, slug)
    services.join(club_id=here.club.pk, player=player, now=timezone.now())
    messages.success(request, _("Welcome! You are now a member."))


@club_action
def ask(request: HttpRequest, player: Player, slug: str) -> None:
    here = place(request, slug)
    form = AskForm(request.POST)
    if not form.is_valid():
        messages.warning(request, " ".join(str(error) for error in form.errors["line"]))
        return
    services.ask(club_id=here.club.pk, player=player, now=timezone.now(), text=form.cleaned_data["line"])
    messages.success(request, _("Your request has been sent to the officers. You will be told what they decide."))


@club_action
def withdraw(request: HttpRequest, player: Player, slug: str) -> None:
    here = place(request, slug)
    services.withdraw(club_id=here.club.pk, player=player, now=timezone.now())
    messages.success(request, _("Your request is withdrawn."))


@club_action
def leave(request: HttpRequest, player: Player, slug: str) -> None:
    here = place(request, slug)
    services.leave(club_id=here.club.pk, player=player, now=timezone.now())
    messages.success(request, _("You have left the club."))


@require_safe
def invited(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Show the page of an invitation link, with a button to join or a remark that the link is no longer valid."""
    here = place(request, slug)
    if here.membership:
        return redirect(here.club)
    invitation = Invitation.objects.filter(club=here.club, secret=secret).first()
    if invitation is None:
        raise Http404
    is_valid = Invitation.objects.valid(timezone.now()).filter(pk=invitation.pk).exists()
    context = {
        "place": here,
        "club": here.club,
        "invitation": invitation,
        "is_valid": is_valid,
        "refusal": _refusal(request, here.club),
    }
    return render(request, "clubs/invited.html", context)


def _refusal(request: HttpRequest, club: Club) -> str:
    """Return why the reader may not join, even with an invitation; empty if they may."""
    player = reader(request)
    try:
        if player is not None:
            check_ban(club, player, timezone.now())
    except UserError as refusal:
        return str(refusal)
    return ""


@club_action
def join_by_invitation(request: HttpRequest, player: Player, slug: str, secret: str) -> None:
    services.join_by_invitation(secret=secret, player=player, now=timezone.now())
    messages.success(request, _("Welcome! You are now a member."))

"""A member's page for officers: promote, change rights, hand over the club, remove, ban."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from clubs import services
from clubs.forms import BanForm, ReasonForm, RightsForm
from clubs.models import Membership, Right
from clubs.views.access import Place, led_by, owned_by
from clubs.views.actions import club_action


@require_safe
def member(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    here = led_by(request, slug, Right.MEMBERS, Right.MODERATION)
    other = _membership(here, name)
    if not here.outranks(other):
        raise PermissionDenied
    context = {
        "place": here,
        "club": here.club,
        "other": other,
        "rights_form": RightsForm(membership=other if other.leads else None),
        "reason_form": ReasonForm(),
        "ban_form": BanForm(),
    }
    return render(request, "clubs/member.html", context)


def _membership(here: Place, name: str) -> Membership:
    players = Player.objects.named(name).values("pk")
    memberships = Membership.objects.filter(club=here.club).select_related("player")
    return get_object_or_404(memberships, player__in=players)


def _page(slug: str, name: str) -> str:
    return reverse("clubs:member", args=[slug, name])


@club_action
def promote(request: HttpRequest, player: Player, slug: str, name: str) -> str:
    """Make a member an officer, or change an officer's rights."""
    here = owned_by(request, slug)
    other = _membership(here, name)
    form = RightsForm(request.POST)
    form.is_valid()  # checkboxes are always valid
    do = services.change_rights if other.leads else services.promote
    do(club_id=here.club.pk, by=player, player_id=other.player_id, rights=form.rights, now=timezone.now())
    messages.success(request, _("%(name)s is now an officer with these rights.") % {"name": other.player.username})
    return _page(slug, name)


@club_action
def demote(request: HttpRequest, player: Player, slug: str, name: str) -> str:
    here = owned_by(request, slug)
    other = _membership(here, name)
    services.demote(club_id=here.club.pk, by=player, player_id=other.player_id, now=timezone.now())
    messages.success(request, _("%(name)s is an ordinary member again.") % {"name": other.player.username})
    return _page(slug, name)


@club_action
def hand_over(request: HttpRequest, player: Player, slug: str, name: str) -> None:
    here = owned_by(request, slug)
    other = _membership(here, name)
    services.hand_over(club_id=here.club.pk, by=player, player_id=other.player_id, now=timezone.now())
    messages.success(request, _("%(name)s now owns the club. You are an officer.") % {"name": other.player.username})


@club_action
def remove(request: HttpRequest, player: Player, slug: str, name: str) -> str:
    here = led_by(request, slug, Right.MEMBERS, Right.MODERATION)
    other = _membership(here, name)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.warning(request, " ".join(str(error) for error in form.errors["reason"]))
        return _page(slug, name)
    reason = form.cleaned_data["reason"]
    services.remove(club_id=here.club.pk, by=player, player_id=other.player_id, now=timezone.now(), reason=reason)
    messages.success(request, _("%(name)s is no longer a member.") % {"name": other.player.username})
    return reverse("clubs:members", args=[slug])


@club_action
def ban(request: HttpRequest, player: Player, slug: str, name: str) -> str:
    here = led_by(request, slug, Right.MODERATION)
    other = _membership(here, name)
    form = BanForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Say why, in 300 characters at most, and for how long."))
        return _page(slug, name)
    now = timezone.now()
    reason, until = form.cleaned_data["reason"], form.until(now)
    services.ban(club_id=here.club.pk, by=player, player_id=other.player_id, now=now, reason=reason, until=until)
    messages.success(request, _("%(name)s is banned.") % {"name": other.player.username})
    return reverse("clubs:members", args=[slug])

"""Blocking and muting other players, undoing either, and the choice to read only ready-made phrases."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import names, standing
from accounts.models import Block, Mute, Player
from accounts.pages.requests import PlayerRequest
from common.errors import UserError

Doing = Callable[[Player, Player], str]
"""An action of the first player on the second; returns the message to show."""


def actions_on(player: Player | None, other: Player) -> list[tuple[str, str]]:
    """Return the player's possible actions on another, as pairs of URL and label."""
    if player is None or player == other:
        return []
    is_muted = Mute.objects.filter(player=player, other=other).exists()
    is_blocked = Block.objects.filter(player=player, other=other).exists()
    muting = ("accounts:unmute", _("Unmute")) if is_muted else ("accounts:mute", _("Mute"))
    blocking = ("accounts:unblock", _("Unblock")) if is_blocked else ("accounts:block", _("Block"))
    return [(reverse(address, args=[other.username]), label) for address, label in (muting, blocking)]


class TalkForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["phrases_only", "is_child"]


@login_required
def people(request: PlayerRequest) -> HttpResponse:
    player = Player.objects.get(pk=request.user.pk)
    form = TalkForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        standing.set_talk(player=request.user, **form.cleaned_data)
        messages.success(request, _("Your choice is saved."))
        return redirect("accounts:people")
    lists: dict[str, Any] = {
        "blocks": Block.objects.filter(player=player).select_related("other"),
        "mutes": Mute.objects.filter(player=player).select_related("other"),
    }
    return render(request, "accounts/people.html", {"form": form, **lists})


def about_a_player(doing: Doing) -> Callable[..., HttpResponse]:
    """Turn an action on the player named in the URL into a view. Answers scripts in JSON, and forms with a redirect."""

    @login_required
    @require_POST
    def view(request: PlayerRequest, name: str) -> HttpResponse:
        other = get_object_or_404(Player.objects.named(name))
        wants_json = request.accepts("application/json") and not request.accepts("text/html")
        try:
            said, level, status = doing(request.user, other), messages.SUCCESS, 200
        except UserError as refusal:
            said, level, status = str(refusal), messages.WARNING, 409
        if wants_json:
            return JsonResponse({"message": said}, status=status)
        messages.add_message(request, level, said)
        return redirect(_back(request, other))

    return view


def _back(request: HttpRequest, other: Player) -> str:
    asked = request.POST.get("next", "")
    return asked if url_has_allowed_host_and_scheme(asked, allowed_hosts=None) else other.get_absolute_url()


@about_a_player
def block(player: Player, other: Player) -> str:
    standing.block(player=player, other=other, now=timezone.now())
    sentence = _(
        "%(name)s is blocked: you no longer see what they write, and are not seated together. They are not told."
    )
    return sentence % {"name": names.shown(other.username)}


@about_a_player
def unblock(player: Player, other: Player) -> str:
    standing.unblock(player=player, other=other)
    return _("%(name)s is not blocked any more.") % {"name": names.shown(other.username)}


@about_a_player
def mute(player: Player, other: Player) -> str:
    standing.mute(player=player, other=other, now=timezone.now())
    return _("%(name)s is muted: you no longer see what they write. They are not told.") % {
        "name": names.shown(other.username)
    }


@about_a_player
def unmute(player: Player, other: Player) -> str:
    standing.unmute(player=player, other=other)
    return _("%(name)s is not muted any more.") % {"name": names.shown(other.username)}

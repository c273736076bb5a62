"""The chat on a club's page: writing, and moderating it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

import chat.services as chat
from accounts.models import Player
from chat import silences
from chat.pages import write_in
from clubs.forms import LineForm, MuteForm
from clubs.models import Right
from clubs.talk import order
from clubs.talk.room import ClubRoom, refusal_to_speak
from clubs.views.access import Place, inside, led_by
from clubs.views.actions import club_action, with_an_account
from common.converters import row_id
from common.errors import UserError


def chat_of(here: Place) -> dict[str, Any]:
    """Return the context of the chat, which only members see."""
    if here.membership is None or here.reader is None:
        return {}
    room, may_moderate = ClubRoom.of(here.club), here.may_moderate
    return {
        "lines": chat.last_lines(room, reader=here.reader),
        "player": here.reader,
        "may_write": not here.reader.keeps_to_phrases,
        "chat_refusal": refusal_to_speak(here.club, here.reader),
        "silences": list(silences.in_force(room, timezone.now()).for_display()) if may_moderate else [],
    }


@require_POST
@with_an_account
def say(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Write a line in the club's chat, or send a phrase."""
    here = inside(request, slug)
    return write_in(ClubRoom.of(here.club), request, player, page=here.club.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def delete_line(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Ask for a reason, and delete a line."""
    here = led_by(request, slug, Right.MODERATION)
    form = LineForm(request.POST or None)
    if form.is_valid():
        act = {"line_id": _line_id(request), "reason": form.cleaned_data["reason"], "now": timezone.now()}
        return _done(request, here, lambda: order.delete_line(club_id=here.club.pk, by=player, **act))
    return _asked(request, here, form, _("Delete the line"))


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def mute(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Ask for a reason and a duration, and mute the author of a line."""
    here = led_by(request, slug, Right.MODERATION)
    form = MuteForm(request.POST or None)
    if form.is_valid():
        act = {"line_id": _line_id(request), "now": timezone.now(), **form.cleaned_data}
        return _done(request, here, lambda: order.mute(club_id=here.club.pk, by=player, **act))
    return _asked(request, here, form, _("Mute in this chat"))


@club_action
def unmute(request: HttpRequest, player: Player, slug: str, player_id: int) -> str:
    here = led_by(request, slug, Right.MODERATION)
    order.unmute(club_id=here.club.pk, by=player, player_id=player_id, now=timezone.now())
    return _chat(here)


def _asked(request: HttpRequest, here: Place, form: LineForm, title: str) -> HttpResponse:
    try:
        line = order.line_of(here.club, _line_id(request))
    except UserError as refusal:
        messages.warning(request, str(refusal))
        return redirect(_chat(here))
    context = {"place": here, "club": here.club, "form": form, "title": title, "line": line}
    return render(request, "clubs/talk_order.html", context)


def _done(request: HttpRequest, here: Place, act: Any) -> HttpResponse:
    try:
        act()
    except UserError as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, _("Done. It is in the club's log."))
    return redirect(_chat(here))


def _line_id(request: HttpRequest) -> int:
    return row_id(request.GET.get("line"))


def _chat(here: Place) -> str:
    return f"{reverse('clubs:club', args=[here.club.slug])}#chat"

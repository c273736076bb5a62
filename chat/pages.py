"""Writing in the chat of a page: scripts are answered in JSON, plain forms are redirected back to the chat."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts.models import Player
from chat.models import ChatLine
from chat.rooms import Room
from chat.services import line_message, say, say_phrase, too_fast
from common.addresses import address_of
from common.errors import UserError
from common.limits import is_within_of_address


def write_in(room: Room, request: HttpRequest, player: Player, *, page: str) -> HttpResponse:
    """Write the line, or send the phrase, that was posted; `page` is the address of the page with the chat."""
    wants_json = request.accepts("application/json") and not request.accepts("text/html")
    try:
        if not is_within_of_address("lines", address_of(request)):
            raise too_fast()
        line = _write(room, request, player)
    except UserError as refusal:
        if wants_json:
            return JsonResponse({"code": refusal.code, "message": str(refusal)}, status=409)
        messages.warning(request, str(refusal))
    else:
        if wants_json:
            return JsonResponse(line_message(line))
    return redirect(f"{page}#chat")


def _write(room: Room, request: HttpRequest, player: Player) -> ChatLine:
    if phrase := request.POST.get("phrase"):
        return say_phrase(room, player=player, phrase=phrase)
    return say(room, player=player, text=request.POST.get("text", ""))

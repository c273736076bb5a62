"""What players do on a tournament's page: enter, withdraw, check in, sit out, come back, chat."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.pages.visitors import reader
from chat.pages import write_in
from common.errors import UserError
from tournaments.base.guards import visible_tournament
from tournaments.inviting import inviting
from tournaments.life import entering
from tournaments.life.teams.line_ups import is_reserve
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Entry, Tournament

Action = Callable[[HttpRequest, Player, Tournament], str]
View = Callable[[HttpRequest, str], HttpResponse]


def keep_account(tournament: Tournament) -> str:
    """Return the URL where a guest creates an account, which leads back to the tournament."""
    return f"{reverse('accounts:keep')}?next={quote(tournament.get_absolute_url())}"


def at_a_tournament(action: Action) -> View:
    """Make a view of a player's action in a tournament.

    The sentence it returns, or the UserError it raises, is shown on the tournament's page; if htmx asks, as from the
    bar, it is shown on the open page, which then asks for its bar again.
    """

    @require_POST
    @wraps(action)
    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        tournament, player = visible_tournament(request, tournament_id), reader(request)
        is_part = "HX-Request" in request.headers
        if player is None:
            page = tournament.get_absolute_url()
            return HttpResponse(headers={"HX-Redirect": page}) if is_part else redirect_to_login(page)
        try:
            messages.success(request, action(request, player, tournament))
        except UserError as refusal:
            messages.warning(request, str(refusal))
            if refusal.code == "guest":
                return redirect(keep_account(tournament))
        if is_part:
            answer = render(request, "parts/messages.html")
            answer["HX-Trigger"] = "expected"
            return answer
        return redirect(tournament)

    return view


@at_a_tournament
def enter(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    """Enter; the browser contributes bytes to the shuffle, otherwise the server draws some."""
    contribution = request.POST.get("contribution", "")
    entry = entering.enter(tournament_id=tournament.pk, player=player, contribution=contribution)
    if entry.status == Entry.Status.WAITING and not tournament.has_teams:
        return _("You are on the waiting list, and move up when a place becomes free.")
    return _("You have entered.")


@at_a_tournament
def accept(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    inviting.accept(tournament_id=tournament.pk, player=player, contribution=request.POST.get("contribution", ""))
    return _("You have entered.")


@at_a_tournament
def decline(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    inviting.decline(tournament_id=tournament.pk, player=player)
    return _("You have declined the invitation.")


@at_a_tournament
def withdraw(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    entering.withdraw(tournament_id=tournament.pk, player=player)
    return _("You have withdrawn.")


@at_a_tournament
def check_in(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    entering.check_in(tournament_id=tournament.pk, player=player)
    return _("You are checked in.")


@at_a_tournament
def sit_out(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    entering.sit_out(tournament_id=tournament.pk, player=player)
    if tournament.is_rolling:
        return _("You are not seated any more until you say that you are back.")
    return _("You sit out from the next round on, until you say that you are back.")


@at_a_tournament
def come_back(request: HttpRequest, player: Player, tournament: Tournament) -> str:
    entering.come_back(tournament_id=tournament.pk, player=player)
    if tournament.is_rolling:
        return _("You are seated as soon as others are free.")
    if is_reserve(entering.own_entry(tournament, player)):
        return _("You are here again, as a reserve.")
    return _("You are seated again from the next round on.")


@require_POST
def say(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Write a line in the tournament's chat, or send a phrase."""
    tournament, player = visible_tournament(request, tournament_id), reader(request)
    page = tournament.get_absolute_url()
    if player is None:
        return redirect_to_login(page)
    return write_in(TournamentRoom(tournament.pk), request, player, page=page)

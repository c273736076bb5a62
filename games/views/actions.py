"""What visitors can do at a table apart from playing: sit down, get up, start, leave, return, rematch."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.pages.visitors import PlayersView, View, by_a_player, reader
from common.addresses import outside_address_of
from common.errors import UserError
from games import notices, services
from games.models import Seat, Table
from games.pages.forms import JoinForm, StartForm
from games.views.access import check_may_open, invitation_for, visible_table

LOBBY = "games:lobby"
Action = Callable[[HttpRequest, Player, Table], Table | str]


def at_a_table(action: Action) -> PlayersView[[str]]:
    """Turn an action at a table that the player may see into a view; the action returns where to redirect.

    A UserError is shown as a message at the table.
    """

    @wraps(action)
    def view(request: HttpRequest, player: Player, /, table_id: str) -> HttpResponse:
        table = visible_table(request, table_id)
        try:
            return redirect(action(request, player, table))
        except UserError as refusal:
            messages.warning(request, str(refusal))
            return redirect(table)

    return view


def signed_in(view: PlayersView[[str]]) -> View[[str]]:
    """Ask visitors to sign in first, and take them to the table afterwards."""

    @wraps(view)
    def by_reader(request: HttpRequest, /, table_id: str) -> HttpResponse:
        player = reader(request)
        if player is None:
            return redirect_to_login(reverse("games:table", args=[table_id]))
        return view(request, player, table_id)

    return by_reader


def of_those_signed_in(action: Action) -> View[[str]]:
    """Turn an action at a table into a view for POST requests of signed-in players."""
    return require_POST(signed_in(at_a_table(action)))


@require_POST
@by_a_player
@at_a_table
def join(request: HttpRequest, player: Player, table: Table) -> Table:
    form = JoinForm(request.POST)
    seat = form.cleaned_data["seat"] if form.is_valid() else None
    services.join(
        table_id=table.pk,
        player=player,
        invitation=invitation_for(request, table),
        seat=seat,
        address=outside_address_of(request),
    )
    return table


@of_those_signed_in
def get_up(request: HttpRequest, player: Player, table: Table) -> str:
    """Get up before the match starts."""
    services.leave(table_id=table.pk, player=player)
    return LOBBY


@of_those_signed_in
def remove(request: HttpRequest, player: Player, table: Table) -> Table:
    """Remove the player on a seat from the owner's table."""
    form = JoinForm(request.POST)
    if form.is_valid() and form.cleaned_data["seat"] is not None:
        services.remove(table_id=table.pk, by=player, seat=form.cleaned_data["seat"])
    return table


@of_those_signed_in
def close(request: HttpRequest, player: Player, table: Table) -> str:
    services.close(table_id=table.pk, by=player)
    messages.success(request, _("The table is closed."))
    return LOBBY


@of_those_signed_in
def start(request: HttpRequest, player: Player, table: Table) -> Table:
    """Start the match with bots in the free seats."""
    form = StartForm(request.POST)
    level = form.cleaned_data["level"] if form.is_valid() else Seat.Bot.MEDIUM.value
    services.start_early(table_id=table.pk, player=player, level=level)
    return table


@of_those_signed_in
def back(request: HttpRequest, player: Player, table: Table) -> Table:
    """Return to a running match in which the house plays for the player."""
    services.come_back(table_id=table.pk, player_id=player.pk)
    return table


@of_those_signed_in
def leave(request: HttpRequest, player: Player, table: Table) -> str:
    """Leave a running match for good."""
    services.leave_for_good(table_id=table.pk, player_id=player.pk)
    table.refresh_from_db()
    if table.status == Table.Status.CLOSED:
        messages.success(request, _("You have left the match. It ends here, as nobody else was playing."))
    else:
        messages.success(request, _("You have left the match. The house plays your tiles to the end."))
    return LOBBY


@of_those_signed_in
def rematch(request: HttpRequest, player: Player, table: Table) -> Table:
    if not Table.objects.filter(rematch_of=table).exists():
        check_may_open(request, player)
    following = services.rematch(table_id=table.pk, player=player, address=outside_address_of(request))
    if following.owner_id == player.pk:
        notices.rematch(table, following, player)
    return following


@of_those_signed_in
def mute(request: HttpRequest, player: Player, table: Table) -> Table:
    """Mute the table's chat."""
    services.mute(table_id=table.pk, player=player)
    messages.success(request, _("You no longer see what is said at this table."))
    return table


@of_those_signed_in
def unmute(request: HttpRequest, player: Player, table: Table) -> Table:
    services.unmute(table_id=table.pk, player=player)
    messages.success(request, _("You can see the chat of this table again."))
    return table

"""Fetch a table and check that the visitor may see it in one step, so that no view can do one without the other."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.pages.visitors import reader
from common.addresses import address_of
from common.database.compiled import compiled_once, padded
from common.errors import UserError
from common.limits import is_within_both
from games.models import Seat, Table

INVITED = "invited"
MOST_INVITATIONS = 100


def visible_table(request: HttpRequest, table_id: str) -> Table:
    """Return the table with its people; 404 if there is none or the visitor may not see it."""
    table = next(iter(_table(table_id)), None)
    if table is None or not (table.is_for_everyone or _may_watch(request, table_id)):
        raise Http404
    table.set_prefetched_seats(_seats_at(table_id))
    return table


def _may_watch(request: HttpRequest, table_id: str) -> bool:
    player, invited = reader(request), request.session.get(INVITED, [])
    return bool(_if_watchable(table_id, player.pk if player else None, *padded(invited)))


@compiled_once
def _table(table_id: str) -> QuerySet[Table]:
    return Table.objects.filter(pk=table_id).select_related("owner", "club", "chain").order_by()


@compiled_once
def _seats_at(table_id: str) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table_id).select_related("player").order_by("number")


@compiled_once
def _if_watchable(table_id: str, player: int | None, *invited: str) -> QuerySet[Table, str]:
    watchable = Table.objects.watchable_by(player, invited).filter(pk=table_id)
    return watchable.order_by().values_list("pk", flat=True)


def own_seat(request: HttpRequest, table: Table) -> Seat | None:
    player = reader(request)
    return next((seat for seat in table.seats.all() if player and seat.player_id == player.pk), None)


def accept_invitation(request: HttpRequest, table_id: str, invitation: str) -> Table | None:
    """Remember in the session that the visitor followed the right link, and return the table; a wrong link has no
    effect."""
    table = get_object_or_404(Table, pk=table_id)
    if not constant_time_compare(invitation, table.invitation):
        return None
    others = [one for one in request.session.get(INVITED, []) if one != table_id]
    request.session[INVITED] = [*others, table_id][-MOST_INVITATIONS:]
    return table


def invitation_for(request: HttpRequest, table: Table) -> str:
    """Return the invitation code with which the visitor may join, or an empty string."""
    return table.invitation if table.pk in request.session.get(INVITED, []) else ""


def check_may_open(request: HttpRequest, player: Player) -> None:
    """Count a new table against the limits of the player and the address. Raises UserError (too-often)."""
    if not is_within_both("tables", player_id=player.pk, address=address_of(request)):
        raise UserError("too-often", _("You have opened too many tables. Play at those first, then try again."))

"""Rematches: the same players play again at a new table."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from games.errors import seats_are_set
from games.models import Seat, Table
from games.services.opening import join, open_table
from games.state.messages_out import table_message
from live.hub import News, announce, encode


def rematch(*, table_id: str, player: Player, address: str = "") -> Table:
    """Return the table at which the same players play again: the first who asks opens it, the others join.

    If that table was closed, a new one is opened. `address` is the IP address of the request. Raises UserError
    (not-finished, not-seated, and those of `open_table` and `join`).
    """
    old = Table.objects.select_related("owner", "club").get(pk=table_id)
    if old.visibility == Table.Visibility.SET:
        raise seats_are_set()
    if old.status != Table.Status.FINISHED:
        raise UserError("not-finished", _("This match is not over yet."))
    seats = list(Seat.objects.filter(table=old))
    if all(seat.player_id != player.pk for seat in seats):
        raise UserError("not-seated", _("You had no seat at this table."))
    still = Table.objects.filter(rematch_of=old).exclude(status=Table.Status.CLOSED)
    following = still.first() or _open_rematch(old, seats, player, address)
    if following.status == Table.Status.OPEN:
        join(table_id=following.pk, player=player, invitation=following.invitation, address=address)
    return following


def _open_rematch(old: Table, seats: list[Seat], player: Player, address: str) -> Table:
    try:
        with transaction.atomic():
            table = open_table(
                owner=player,
                game=old.game,
                options=old.options,
                bots=[seat.bot for seat in seats],
                seconds=old.seconds,
                visibility=old.visibility,
                club=old.club,
                admits_bots=old.admits_bots,
                address=address,
            )
            Table.objects.filter(rematch_of=old, status=Table.Status.CLOSED).update(rematch_of=None)
            Table.objects.filter(pk=table.pk).update(rematch_of=old)
            message = table_message(old.status, rematch=table.get_absolute_url())
            announce(News(old.pk, everyone=[encode(message)]))
    except IntegrityError:
        return Table.objects.get(rematch_of=old)
    return table

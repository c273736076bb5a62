"""Notices to players about their tables."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import At, Group, Kind, notify, register
from accounts.standing import kept_apart
from games.models import Seat, Table
from games.state.live_tables import name_of
from games.state.rooms import table_room
from live.presence import present

TURN = register(
    Kind(
        slug="table-turn",
        label=_("It is my turn at a table where a move may take an hour or longer"),
        sentence=_("{game} with {others}: it is your turn, until {until}."),
        group=Group.MATCHES,
        by_mail=True,
    )
)

REMATCH = register(
    Kind(
        slug="table-rematch",
        label=_("Somebody with whom I have just played wants a rematch"),
        sentence=_("{game}: {name} would like a rematch."),
        group=Group.MATCHES,
        by_mail=False,
    )
)

BROKEN_OFF = register(
    Kind(
        slug="table-broken-off",
        label=_("A table of mine was closed by the site"),
        sentence=_(
            "{game}: your table was closed without a result. The site had to go back to an earlier state, and would "
            "have dealt tiles that are known already."
        ),
        group=Group.MATCHES,
        by_mail=False,
    )
)


def turn_key(table: Table) -> str:
    """Return a key for the current turn, so that a player is notified of each turn only once."""
    return f"{table.pk}:{table.ply}"


def your_turn(table: Table, seat: Seat, until: datetime) -> None:
    others = table.seats.exclude(pk=seat.pk).select_related("player").order_by("number")
    notify(
        kind=TURN,
        players=[seat.player_id] if seat.player_id else [],
        key=turn_key(table),
        url=table.get_absolute_url(),
        gaps={
            "game": table.rules.name,
            "others": ", ".join(name_of(other) for other in others),
            "until": At(until),
        },
    )


def rematch(old: Table, table: Table, player: Player) -> None:
    """Tell the other people of a finished match that `player` has opened `table` to play again, except those whose page
    of the old table says so, and those who block or are blocked by the player."""
    kept_from = {player.pk, *kept_apart(player), *present(table_room(old.pk))}
    seats = old.seats.filter(player__isnull=False, player__is_bot=False, left=False).exclude(player__in=kept_from)
    invitation = f"?invitation={table.invitation}" if table.is_private else ""
    notify(
        kind=REMATCH,
        players=[other for other in seats.values_list("player", flat=True) if other is not None],
        key=table.pk,
        url=f"{table.get_absolute_url()}{invitation}",
        gaps={"game": table.rules.name, "name": player.username},
    )


def broken_off(table: Table) -> None:
    """Tell the players of a table that was closed because the site's data were restored."""
    players = table.seats.filter(player__isnull=False, left=False).values_list("player", flat=True)
    notify(
        kind=BROKEN_OFF,
        players=[player for player in players if player is not None],
        key=table.pk,
        url=table.get_absolute_url(),
        gaps={"game": table.rules.name},
    )

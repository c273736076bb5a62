"""Notices to players about their tables."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.notices import At, Group, Kind, notify, register
from games.models import Seat, Table
from games.state.live_tables import name_of

TURN = register(
    Kind(
        slug="table-turn",
        label=_("It is my turn at a table where a move may take an hour or longer"),
        sentence=_("{game} with {others}: it is your turn, until {until}."),
        group=Group.MATCHES,
        by_mail=True,
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

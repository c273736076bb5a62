"""Taking away a player's name."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts import services as accounts
from accounts.models import Player
from accounts.standing import Moderator
from common.database.commits import do_after_commit
from games import services as games
from games.models import Table
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act


class Rename(ActKind):
    """Gives the player a neutral name. They can choose another at once; the old one is reserved."""

    slug = "rename"
    label = _("Take the name away")
    told = _("A moderator has taken your name away. You can choose another one.")

    def find(self, act: Act) -> list[Player]:
        if act.player is None:
            raise no_such_subject()
        return [act.player]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        assert act.player is not None
        name = act.player.username
        accounts.remove_name(player=act.player, by=by, now=now)
        _show_at_tables(act.player)
        return {"name": name}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        if act.player is not None:
            accounts.restore_name(player=act.player, name=act.details["name"], by=by)
            _show_at_tables(act.player)


def _show_at_tables(player: Player) -> None:
    """Show the player's present name at the tables where they sit."""
    for table_id in Table.objects.of(player).filter(finished_at=None).values_list("pk", flat=True):
        games.reload_seats(table_id=table_id)
        do_after_commit(games.show_seats, table_id=table_id)

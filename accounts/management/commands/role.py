"""Show who has a role, give a player a role, or take it away."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from accounts import roles
from accounts.models import Player
from accounts.roles import Role
from common.errors import UserError

NONE = "none"


class Command(BaseCommand):
    help = "Without arguments, list the staff. With a name, show this player's role; with a role, give it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help="the player")
        parser.add_argument("role", nargs="?", help=f"one of: {', '.join(map(_word, Role))}, {NONE}")

    def handle(self, *args: Any, name: str | None, role: str | None, **options: Any) -> None:
        if name is None:
            self._list()
            return
        player = Player.objects.named(name).first()
        if player is None:
            raise CommandError(f"There is no player called {name}.")
        if role is not None:
            self._change(player, role)
        player.refresh_from_db()
        self._show(player)

    def _change(self, player: Player, word: str) -> None:
        if word == NONE:
            if player.is_superuser:
                raise CommandError(f"{player} is a superuser, and therefore always a site admin.")
            roles.take_role(player=player)
            return
        found = [role for role in Role if word.lower() in (role, _word(role))]
        if not found:
            raise CommandError(f"There is no role called {word}. The roles are: {', '.join(map(_word, Role))}, {NONE}.")
        try:
            roles.give_role(player=player, role=found[0])
        except UserError as refused:
            raise CommandError(str(refused)) from refused

    def _list(self) -> None:
        staff = Player.objects.filter(Q(is_superuser=True) | Q(groups__name__in=[*Role])).distinct()
        for player in staff.order_by("username"):
            self._show(player)
        if not staff:
            self.stdout.write("Nobody has a role yet. Give one: manage.py role NAME moderator")

    def _show(self, player: Player) -> None:
        kept = roles.kept_role(player)
        note = ", not in effect without a second factor" if roles.lacks_second_factor(player) else ""
        self.stdout.write(f"{player}: {_word(kept) if kept else NONE}{note}")


def _word(role: Role) -> str:
    """Return the role as it is typed on the command line, with hyphens for spaces."""
    return role.replace(" ", "-")

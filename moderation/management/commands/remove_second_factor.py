"""Remove the second factor of a player who has lost the device and the recovery codes."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import roles
from accounts.models import Player
from moderation.services.lost_second_factor import kept_factors, remove_second_factor, tell_of_removal

WORDS = {
    Authenticator.Type.TOTP: "an authenticator app",
    Authenticator.Type.WEBAUTHN: "a passkey",
    Authenticator.Type.RECOVERY_CODES: "recovery codes",
}


class Command(BaseCommand):
    help = (
        "Removes the second factor of a player who has lost the device and the recovery codes, signs the player out "
        "everywhere and tells them by e-mail. First make sure that it is really the player who asks for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the player")
        parser.add_argument("--remove", action="store_true", help="confirm that the second factor is to be removed")

    def handle(self, *args: Any, name: str, remove: bool, **options: Any) -> None:
        player = Player.objects.named(name).first()
        if player is None:
            raise CommandError(f"There is no player called {name}.")
        kept = ", ".join(WORDS[Authenticator.Type(one.type)] for one in kept_factors(player))
        if not kept:
            raise CommandError(f"{player} has no second factor.")
        if not remove:
            raise CommandError(f"{player} has {kept}. Afterwards the password is enough: confirm with --remove.")
        remove_second_factor(player)
        self.stdout.write(f"{player} no longer has {kept}, and is signed out everywhere.")
        if player.is_staff and roles.lacks_second_factor(player):
            self.stdout.write("The role of this player takes effect again with a new second factor.")
        self._tell(player)

    def _tell(self, player: Player) -> None:
        if not player.email:
            self.stdout.write("The account has no e-mail address: tell the player yourself.")
            return
        try:
            tell_of_removal(player)
        except Exception as error:  # whatever the e-mail backend raises
            raise CommandError(f"The letter to the player was refused ({error}): tell the player yourself.") from error
        self.stdout.write("A letter tells the player.")

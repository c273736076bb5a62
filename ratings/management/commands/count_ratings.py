"""Count matches for ratings now; with --again, recount all from the first, for instance after a change of the rules."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.rules import GAMES
from ratings import services


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="recount all matches from the first")

    def handle(self, *args: Any, **options: Any) -> None:
        for game in GAMES:
            if options["again"]:
                services.mark_all_for_recount(game=game)
            checked = 0
            while many := services.catch_up(game=game, now=timezone.now()):
                checked += many
            self.stdout.write(f"{game}: {checked} matches checked")

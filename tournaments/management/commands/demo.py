"""`manage.py demo`: create demo players with their clubs, tables and tournaments."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.demo import make_demo_players
from clubs.demo import make_demo_clubs
from games.demo import open_demo_tables
from tournaments.demo import make_demo_tournaments


class Command(BaseCommand):
    help = "Makes demo players, clubs, tables and tournaments; what is there already stays."

    def handle(self, *args: Any, **options: Any) -> None:
        make_demo_players()
        make_demo_clubs()
        opened = open_demo_tables()
        planned = make_demo_tournaments()
        self.stdout.write(f"{opened} demo tables opened, {planned} tournaments planned.")

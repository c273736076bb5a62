"""`manage.py demo`: demo players, a few of their tables, and their tournaments."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.demo import make_demo_players
from games.demo import open_demo_tables
from tournaments.demo import make_demo_tournaments


class Command(BaseCommand):
    help = "Makes demo players, tables and tournaments; what is there already stays."

    def handle(self, *args: Any, **options: Any) -> None:
        make_demo_players()
        opened = open_demo_tables()
        planned = make_demo_tournaments()
        self.stdout.write(f"{opened} demo tables opened, {planned} tournaments planned.")

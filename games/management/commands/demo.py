"""`manage.py demo`: demo players, and a few of their tables."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.demo import make_demo_players
from games.demo import open_demo_tables


class Command(BaseCommand):
    help = "Makes demo players and opens a few tables of theirs; what is there already stays."

    def handle(self, *args: Any, **options: Any) -> None:
        make_demo_players()
        opened = open_demo_tables()
        self.stdout.write(f"{opened} demo tables opened.")

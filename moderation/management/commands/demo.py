"""`manage.py demo`: create demo players with their clubs, tables and tournaments, and cases for moderators."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.demo import make_demo_players
from clubs.demo import make_demo_clubs
from games.demo import open_demo_tables
from moderation.demo import MODERATOR, make_demo_cases, make_demo_moderator
from tournaments.demo import ORGANISER, make_demo_organiser, make_demo_tournaments


class Command(BaseCommand):
    help = "Creates demo players, clubs, tables, tournaments and cases; existing ones are kept."

    def handle(self, *args: Any, **options: Any) -> None:
        make_demo_players()
        make_demo_clubs()
        opened = open_demo_tables()
        planned = make_demo_tournaments()
        reported = make_demo_cases()
        self.stdout.write(f"{opened} demo tables opened, {planned} tournaments planned, {reported} cases reported.")
        if password := make_demo_organiser():
            self.stdout.write(f"The organiser {ORGANISER} signs in with the password {password}.")
        if password := make_demo_moderator():
            self.stdout.write(f"The moderator {MODERATOR} signs in with the password {password}.")

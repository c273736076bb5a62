"""`manage.py after_restore`: repair unfinished games in a restored database, so that no known tiles are dealt."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from common.database import in_use
from games import restoring
from tournaments.life import outages
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Run it after the database was restored from a backup, before the site opens: closes unfinished tables, gives "
        "tournaments new anchors and unfinished tables new tiles, and tells their players."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anyway", action="store_true", help="repair a database that does not seem restored")
        parser.add_argument("--all-stopped", action="store_true", help="repair although the site seems to be running")

    def handle(self, *args: Any, anyway: bool, all_stopped: bool, **options: Any) -> None:
        if not anyway and not restoring.is_restored():
            self.stdout.write(
                "This database does not seem to be restored: nothing was changed. If it was, use --anyway."
            )
            return
        if not all_stopped:
            try:
                in_use.check_is_stopped()
            except in_use.StillRunning as running:
                raise CommandError(str(running)) from None
        closed, now = restoring.close_unfinished(), timezone.now()
        ids = list(Tournament.objects.exclude(status__in=Tournament.OVER).order_by("pk").values_list("pk", flat=True))
        for tournament_id in ids:
            outages.repair_after_restore(tournament_id=tournament_id, now=now)
        restoring.let_site_open()
        self.stdout.write(f"{closed} tables were closed, {len(ids)} tournaments were checked. The site may open.")

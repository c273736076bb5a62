"""`manage.py restore FILE`: replace the database with a backup that has been checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import backups, restoring


class Command(BaseCommand):
    help = "Replaces everything in the database with a backup. Stop all processes of the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="confirm that the whole database is to be replaced")
        parser.add_argument("--all-stopped", action="store_true", help="restore although the site seems to be running")
        parser.add_argument("--unverified", action="store_true", help="do not check it in a scratch database first")

    def handle(
        self, *args: Any, file: Path, replace: bool, all_stopped: bool, unverified: bool, **options: Any
    ) -> None:
        if not replace:
            raise CommandError("This replaces everything in the database: confirm with --replace.")
        try:
            backups.check_may_replace(all_stopped=all_stopped)
            with backups.opened(file) as plain:
                problems = [] if unverified else list(backups.problems_in(plain))
                if problems:
                    sentence = "Nothing was restored, because these matches have problems:"
                    raise CommandError("\n".join([sentence, *problems]))
                backups.check_may_replace(all_stopped=all_stopped)  # again: verifying may have taken long
                backups.restore(plain)
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0, interactive=False)
        restoring.mark_as_restored()
        self.stdout.write(f"{file} is restored. Run `manage.py after_restore` before the site opens again.")

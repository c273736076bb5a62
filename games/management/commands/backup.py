"""`manage.py backup FILE`: write a verified backup while the site runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import backups


class Command(BaseCommand):
    help = "Writes a backup of the database, restores it into a scratch database and checks every match there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--encrypt", action="store_true", help="encrypt the whole file with BACKUP_KEY")
        parser.add_argument("--unverified", action="store_true", help="skip restoring and checking it")

    def handle(self, *args: Any, file: Path, encrypt: bool, unverified: bool, **options: Any) -> None:
        try:
            backups.write(file, encrypted=encrypt)
            if not unverified:
                self._check(file)
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{file}: {file.stat().st_size} bytes{'' if unverified else ', verified'}.")

    def _check(self, file: Path) -> None:
        with backups.opened(file) as plain:
            problems = list(backups.problems_in(plain))
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            raise CommandError(f"{file} was written, but the matches above have problems.")

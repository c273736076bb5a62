"""`manage.py check_records`: replays every stored match and says what does not fit."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.models import Table
from games.records.checking import problems_of

CHUNK = 100
OVER = [Table.Status.FINISHED, Table.Status.CLOSED]


class Command(BaseCommand):
    help = "Replays every stored match and says what does not fit. Exit code 1 if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--table", metavar="ID", help="only this table")

    def handle(self, *args: Any, table: str | None, **options: Any) -> None:
        tables = Table.objects.filter(pk=table) if table else Table.objects.all()
        checked = wrong = 0
        for one in tables.select_related("chain").order_by("pk").iterator(chunk_size=CHUNK):
            problems = list(problems_of(one)) if one.status in OVER else _problems_standing_still(one)
            for problem in problems:
                self.stdout.write(f"{one.pk}: {problem}")
            checked += 1
            wrong += bool(problems)
        if table and not checked:
            raise CommandError(f"There is no table {table!r}.")
        self.stdout.write(f"{checked} tables checked, {wrong} wrong.")
        if wrong:
            sys.exit(1)


def _problems_standing_still(table: Table) -> list[str]:
    """A match that goes on must not move while it is read."""
    with transaction.atomic():
        rows = Table.objects.select_for_update(of=("self",)).select_related("chain")
        return list(problems_of(rows.get(pk=table.pk)))

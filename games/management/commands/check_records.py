"""`manage.py check_records`: replay every stored match and report inconsistencies."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.database.snapshots import snapshot
from games.models import Table
from games.records.checking import problems_of


class Command(BaseCommand):
    help = "Replays every stored match and reports inconsistencies. Exit code 1 if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--table", metavar="ID", help="only this table")

    def handle(self, *args: Any, table: str | None, **options: Any) -> None:
        tables = Table.objects.filter(pk=table) if table else Table.objects.all()
        ids = list(tables.order_by("pk").values_list("pk", flat=True))
        if table and not ids:
            raise CommandError(f"There is no table {table!r}.")
        wrong = 0
        for table_id in ids:
            problems = _problems_of(table_id)
            for problem in problems:
                self.stdout.write(f"{table_id}: {problem}")
            wrong += bool(problems)
        self.stdout.write(f"{len(ids)} tables checked, {wrong} wrong.")
        if wrong:
            sys.exit(1)


def _problems_of(table_id: str) -> list[str]:
    """Check one table in a consistent snapshot, so that its match may go on meanwhile."""
    with snapshot():
        table = Table.objects.select_related("chain").filter(pk=table_id).first()
        return list(problems_of(table)) if table else []

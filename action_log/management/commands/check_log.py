"""`manage.py check_log`: verify the chain of the action log, and that the database protects it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from action_log import append_only, chain
from action_log.models import Link


class Command(BaseCommand):
    help = "Verifies the chain of hashes over the action log. Exit code 1 if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--head", metavar="HASH", help="also check that the chain still contains this earlier head")

    def handle(self, *args: Any, head: str | None, **options: Any) -> None:
        chain.extend(everything=True)  # lines that a process left unchained when it died
        problems = [*chain.problems()]
        problems += [f"The database lacks the trigger {name}." for name in append_only.missing(connection)]
        if head and not Link.objects.filter(hash=head).exists():
            problems.append(f"No line has the hash {head}: lines up to it were changed, or the chain was cut off.")
        for problem in problems:
            self.stdout.write(problem)
        last = Link.objects.last()
        self.stdout.write(f"{last.number if last else 0} lines, head {last.hash if last else chain.START}.")
        if problems:
            sys.exit(1)

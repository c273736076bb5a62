"""`manage.py export_log`: write the action log with its chain of hashes as lines of JSON."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from action_log import chain


class Command(BaseCommand):
    help = "Writes the action log as lines of JSON, whose last one names the head of the chain."

    def handle(self, *args: Any, **options: Any) -> None:
        chain.extend(everything=True)
        for line in chain.exported():
            self.stdout.write(line)

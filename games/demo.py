"""Demo tables that fill the lobby of a fresh site, and whose bots rest while nobody is on the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Player
from games import services
from games.models import Seat, Table
from games.state import dispatch
from live.visits import is_quiet

EASY, MEDIUM = Seat.Bot.EASY.value, Seat.Bot.MEDIUM.value
PERSON = ""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A demo table. The owner takes the first seat; `others` lists the remaining seats, as bots or free."""

    owner: str
    game: str
    others: tuple[str, ...]
    seconds: int
    options: dict[str, Any] = field(default_factory=dict)


TABLES = (
    DemoTable("Berta", "chicken-foot", (MEDIUM, MEDIUM, EASY, MEDIUM), 10, {"set": 18}),
    DemoTable("Carlo", "two-step", (MEDIUM,), 10),
    DemoTable("Dorothea", "kardinal", (EASY, MEDIUM, MEDIUM), 10, {"ending": "games", "games": 20}),
    DemoTable("Emil", "chicken-foot", (PERSON, MEDIUM, EASY), 60, {"low": 7}),
)
"""All but the last are running long matches with their owners away; the last one waits for a player."""


def open_demo_tables() -> int:
    """Open missing demo tables; return how many."""
    missing = [table for table in TABLES if not _is_there(table)]
    for table in missing:
        _open(table)
    return len(missing)


def _is_there(table: DemoTable) -> bool:
    unfinished = Table.objects.filter(status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    return unfinished.filter(owner__username=table.owner, game=table.game).exists()


def _open(table: DemoTable) -> None:
    owner = Player.objects.named(table.owner).get()
    services.open_table(
        owner=owner, game=table.game, options=table.options, bots=[PERSON, *table.others], seconds=table.seconds
    )


class Watch:
    """Wakes the resting bots as soon as somebody is on the site."""

    def __init__(self) -> None:
        self._was_quiet = True

    def look(self, now: datetime) -> None:
        was_quiet, self._was_quiet = self._was_quiet, is_quiet()
        if was_quiet and not self._was_quiet:
            wake(now)


def wake(now: datetime) -> None:
    """Make the house act at once at all tables where it plays alone. Idempotent."""
    resting = Table.objects.of_the_house().filter(due_at__gt=now)
    waiting = list(resting.values_list("pk", "ply"))
    resting.update(due_at=now)
    for table_id, ply in waiting:
        dispatch.ask(table_id, ply)

"""A few tables of the demo players, so that nobody finds an empty lobby on a fresh site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from accounts.models import Player
from games import services
from games.models import Seat, Table

EASY, MEDIUM = Seat.Bot.EASY.value, Seat.Bot.MEDIUM.value
PERSON = ""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """`others`: bots, and seats that stay free; the owner has the first seat."""

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
"""The first run, their owners away, for as long as a long match takes; the last one waits for a player."""


def open_demo_tables() -> int:
    """Open those that are not there; how many that were."""
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

"""A registry of all foreign keys to players: what is exported, and what happens to the rows when the player is deleted.

Each app registers its own in its module `personal.holdings`. A test finds foreign keys that are not registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Model, QuerySet

from accounts.models import Player

Row = Mapping[str, Any]
Rows = Callable[[Player], Iterable[Row]]


class Then(StrEnum):
    """What happens to a row when its player is deleted."""

    DELETED = "deleted"
    DETACHED = "detached"
    """The row stays and no longer names a player."""
    KEPT = "kept"
    """The row stays and names the player, who has a neutral name from then on."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Rows that point at a player.

    `why` says why they are kept. `section` names the part of the export that shows them; rows that are not exported say
    why instead (`left_out`).
    """

    model: type[Model]
    field: str
    then: Then
    why: str = ""
    section: str = ""
    left_out: str = ""

    def __post_init__(self) -> None:
        assert bool(self.section) != bool(self.left_out), self.label
        assert bool(self.why) == (self.then is Then.KEPT), self.label

    @property
    def label(self) -> str:
        return f"{self.model._meta.label}.{self.field}"

    def of(self, player_id: int) -> QuerySet[Any]:
        return self.model._base_manager.filter(**{self.field: player_id})


HOLDINGS: dict[str, Holding] = {}
SECTIONS: dict[str, Rows] = {}


def register(*holdings: Holding) -> None:
    for holding in holdings:
        assert holding.label not in HOLDINGS, holding.label
        HOLDINGS[holding.label] = holding


def exports(section: str, rows: Rows) -> None:
    """Make `rows` a section of the export."""
    assert section not in SECTIONS, section
    SECTIONS[section] = rows


def columns(model: type[Model], field: str, *names: str, **more: str) -> Rows:
    """Return a function that exports these columns of a player's rows; `more` maps further keys to columns."""

    def rows(player: Player) -> Iterator[Row]:
        found = model._base_manager.filter(**{field: player}).order_by("pk").values(*names, *more.values())
        for row in found.iterator():
            yield {name: row[name] for name in names} | {name: row[column] for name, column in more.items()}

    return rows


def has_left_traces(player_id: int) -> bool:
    """Return whether some rows about a player are kept, so that the player's own row has to stay."""
    return any(holding.of(player_id).exists() for holding in HOLDINGS.values() if holding.then is Then.KEPT)

"""The public view of rolling tables: who is free, who takes a break, and the tables in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.base.cached import cached
from tournaments.models import Entry, Place, Round, Tournament
from tournaments.pages.rounds import BoardShown, RoundShown

LAST_TABLES = 6
"""How many finished tables are shown unless the reader asks for more."""


@dataclass(frozen=True, slots=True)
class Hall:
    """Ids of entries that are free or take a break, and the number of tables in play or about to open."""

    free: frozenset[int]
    resting: frozenset[int]
    playing: int


def hall_of(tournament: Tournament) -> Hall:
    return cached(tournament, "hall", lambda: _hall(tournament))


def _hall(tournament: Tournament) -> Hall:
    seated = Place.objects.filter(round__tournament=tournament, board__is_done=False)
    at_tables = set(seated.values_list("entry", flat=True))
    entered = tournament.entries.filter(status=Entry.Status.ENTERED, seed__gt=0)
    free, resting = set(), set()
    for entry, presence, bot in entered.values_list("pk", "presence", "bot"):
        if entry in at_tables:
            continue
        if presence == Entry.Presence.HERE:
            free.add(entry)
        elif not bot:  # bots that fill up tables are not free in between
            resting.add(entry)
    return Hall(frozenset(free), frozenset(resting), len(set(seated.values_list("board", flat=True))))


def under_way(boards: Iterable[BoardShown]) -> list[BoardShown]:
    """Return the tables in play or about to open."""
    return [board for board in boards if not board.board.is_done]


def shown_hall(tournament: Tournament, shown: RoundShown, entries: Mapping[int, Entry]) -> dict[str, Any]:
    """Return the template's context: players by name, tables in play, and the last finished ones."""
    hall = hall_of(tournament)
    over = [board for board in shown.boards if board.board.is_done]
    return {
        "tournament": tournament,
        "shown": shown,
        "free": _by_name(hall.free, entries),
        "resting": _by_name(hall.resting, entries),
        "playing": under_way(shown.boards),
        "over": over[: -LAST_TABLES - 1 : -1],
        "all_over": len(over),
    }


def _by_name(ids: Iterable[int], entries: Mapping[int, Entry]) -> list[Entry]:
    return sorted((entries[one] for one in ids), key=lambda entry: entry.name.casefold())


def time_left(tournament: Tournament, round_: Round | None) -> datetime | None:
    """Return when the time is up; None while it is not running."""
    is_running = tournament.status == Tournament.Status.RUNNING and tournament.paused_at is None
    return round_.ends_at if is_running and round_ is not None and round_.status == Round.Status.RUNNING else None

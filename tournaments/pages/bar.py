"""The bar on every page of the site: a tournament in which the reader is needed, or is waiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Player
from accounts.pages.visitors import reader
from games.models import Table
from tournaments.calls import calling
from tournaments.models import Call, Entry, Tournament
from tournaments.pages.buttons import PlayerStatus
from tournaments.pages.player_status import status_of
from tournaments.pages.rounds import public_rounds

MOST_CALLS = 3


@dataclass(frozen=True, slots=True)
class Bar:
    """A tournament to show in the bar, with the reader's status in it."""

    tournament: Tournament
    status: PlayerStatus
    path: str

    @property
    def table_url(self) -> str:
        """Return the address of the table that is ready, or an empty string."""
        table = self.status.table
        is_elsewhere = table is not None and table.get_absolute_url() != self.path
        return reverse("tournaments:my-table", args=[self.tournament.pk]) if is_elsewhere else ""

    @property
    def lead_to(self) -> str:
        """Return where finished pages redirect to; empty in a league, whose tables last for days."""
        table = self.status.table
        return table.get_absolute_url() if table and not self.tournament.days_between else ""


def bar(request: HttpRequest) -> dict[str, Callable[[], Any]]:
    """Return functions that find the bar and the calls for the reader, each at most once and only if the page shows
    it."""
    return {
        "bar": cache(lambda: bar_at(reader(request), request.path)),
        "calls_for_me": cache(lambda: calls_at(reader(request), request.path)),
    }


def calls_at(player: Player | None, path: str) -> list[Call]:
    """Return the calls for the reader as an organiser, except in the control room that shows them anyway."""
    if player is None:
        return []
    return [call for call in calling.unanswered_for(player)[:MOST_CALLS] if path != control_room(call)]


def control_room(call: Call) -> str:
    return reverse("tournaments:control", args=[call.board.round.tournament_id])


def bar_at(player: Player | None, path: str) -> Bar | None:
    """Return the bar for the page at `path`, unless that is the tournament's page or the table itself."""
    if player is None:
        return None
    entries = Entry.objects.filter(
        player=player, status=Entry.Status.ENTERED, seed__gt=0, tournament__status=Tournament.Status.RUNNING
    )
    events = [entry.tournament for entry in entries.select_related("tournament")]
    found = [bar for one in events if path != one.get_absolute_url() and (bar := _bar(one, player, path))]
    return min(found, key=lambda bar: (not bar.status.table, bar.status.until is None), default=None)


def _bar(tournament: Tournament, player: Player, path: str) -> Bar | None:
    status = status_of(tournament, player, next(iter(public_rounds(tournament)), None))
    is_expected = _calls(status.table, tournament, player, path) if status.table else _waits(status, tournament)
    return Bar(tournament, status, path) if is_expected else None


def _waits(status: PlayerStatus, tournament: Tournament) -> bool:
    """Return whether the reader is waiting for a round that comes soon."""
    assert status.entry is not None
    return not (tournament.days_between or status.is_out or status.entry.presence == Entry.Presence.RESTING)


def _calls(table: Table, tournament: Tournament, player: Player, path: str) -> bool:
    """Return whether the reader is needed at a table; in a league, only before it begins and on their turn. At the
    table itself it says only that the tournament is paused."""
    if path == table.get_absolute_url():
        return tournament.paused_at is not None
    if not tournament.days_between or table.status == Table.Status.OPEN:
        return True
    return table.seats.filter(player=player, number=table.turn).exists() if table.turn is not None else False

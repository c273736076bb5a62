"""The bar on every page of the site: where a tournament expects its reader, or what they wait for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Player
from accounts.pages.visitors import reader
from games.models import Table
from tournaments.models import Entry, Tournament
from tournaments.pages.player_status import Strip, strip_of
from tournaments.pages.rounds import public_rounds


@dataclass(frozen=True, slots=True)
class Bar:
    """`strip`: what the page of the tournament says to its reader."""

    tournament: Tournament
    strip: Strip

    @property
    def table_url(self) -> str:
        """Of the table that is ready; empty while there is none."""
        return reverse("tournaments:my-table", args=[self.tournament.pk]) if self.strip.table else ""

    @property
    def lead_to(self) -> str:
        """Where pages that are done with lead by themselves; nowhere in a league, whose tables stand for days."""
        table = self.strip.table
        return table.get_absolute_url() if table and not self.tournament.days_between else ""


def bar(request: HttpRequest) -> dict[str, Callable[[], Bar | None]]:
    """Looked up only where the page shows it, and once."""
    return {"bar": cache(lambda: bar_at(reader(request), request.path))}


def bar_at(player: Player | None, path: str) -> Bar | None:
    """For the page at `path`; on that of the tournament, and at the table itself, it goes without saying."""
    if player is None:
        return None
    entries = Entry.objects.filter(
        player=player, status=Entry.Status.ENTERED, seed__gt=0, tournament__status=Tournament.Status.RUNNING
    )
    events = [entry.tournament for entry in entries.select_related("tournament")]
    found = [bar for one in events if path != one.get_absolute_url() and (bar := _bar(one, player, path))]
    return min(found, key=lambda bar: (not bar.strip.table, bar.strip.until is None), default=None)


def _bar(tournament: Tournament, player: Player, path: str) -> Bar | None:
    strip = strip_of(tournament, player, next(iter(public_rounds(tournament)), None))
    is_expected = _calls(strip.table, tournament, player, path) if strip.table else _waits(strip, tournament)
    return Bar(tournament, strip) if is_expected else None


def _waits(strip: Strip, tournament: Tournament) -> bool:
    """Whether the reader waits for a round that is to come soon."""
    assert strip.entry is not None
    return not (tournament.days_between or strip.is_out or strip.entry.presence == Entry.Presence.RESTING)


def _calls(table: Table, tournament: Tournament, player: Player, path: str) -> bool:
    """Whether the reader is missed at a table: where matches last for days, until it begins, and on the own turn."""
    if path == table.get_absolute_url():
        return False
    if not tournament.days_between or table.status == Table.Status.OPEN:
        return True
    return table.seats.filter(player=player, number=table.turn).exists() if table.turn is not None else False

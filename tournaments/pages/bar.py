"""The bar on every page of the site: a tournament in which the reader is needed, or is waiting.

It makes no query for readers whom no tournament expects, and for others one per role: player, player who has yet to
check in, organiser, invitee.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse

from accounts.models import Player
from accounts.pages.visitors import reader
from common.database.compiled import compiled_once
from games.models import Seat, Table
from tournaments.base.cached import cached
from tournaments.calls import calling
from tournaments.expected import Expected, expected
from tournaments.inviting.inviting import waiting_of
from tournaments.models import Call, Entry, EntryInvitation, Place, Tournament
from tournaments.pages.buttons import PAUSED
from tournaments.pages.player_status import status_of
from tournaments.pages.rounds import public_rounds

MOST_CALLS = 3
MOST_CHECK_INS = 3

Known = Callable[[], Expected]


@dataclass(frozen=True, slots=True)
class Said:
    """What the bar says about a tournament on every page; `table` is the path of the reader's table, if it is ready,
    and `is_again` says that its match was annulled and has not started again."""

    title: str
    lines: list[str]
    until: datetime | None
    table: str
    waits: bool
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A tournament to show in the bar, with the reader's status in it."""

    tournament: Tournament
    status: Said
    path: str

    @property
    def table_url(self) -> str:
        """Return the link to the table that is ready; empty if there is none or the reader is at it."""
        is_elsewhere = self.status.table not in ("", self.path)
        return reverse("tournaments:my-table", args=[self.tournament.pk]) if is_elsewhere else ""

    @property
    def lead_to(self) -> str:
        """Return where the page of a finished table redirects to; empty in a league, whose tables last for days, and at
        a table whose match is about to start again, where the page asks until it has started."""
        is_there = self.status.is_again and self.status.table == self.path
        return "" if self.tournament.days_between or is_there else self.status.table


def bar(request: HttpRequest) -> dict[str, Callable[[], Any]]:
    """Return functions that find the bar and the calls for the reader, each at most once and only if the page shows
    it."""
    known = cache(expected)
    return {
        "bar": cache(lambda: bar_at(reader(request), request.path, known)),
        "check_ins_for_me": cache(lambda: check_ins_at(reader(request), request.path, known)),
        "invitations_for_me": cache(lambda: invitations_at(reader(request), request.path, known)),
        "calls_for_me": cache(lambda: calls_at(reader(request), request.path, known)),
    }


def check_ins_at(player: Player | None, path: str, known: Known = expected) -> list[Tournament]:
    """Return tournaments in which the reader has yet to check in, except frozen ones and the one whose page is at
    `path`."""
    if player is None or player.pk not in known().checking_in:
        return []
    entries = Entry.objects.to_check_in().filter(player=player, tournament__frozen_at=None).select_related("tournament")
    entries = entries.only("tournament__name", "tournament__starts_at").order_by("tournament__starts_at")
    found = [entry.tournament for entry in entries[:MOST_CHECK_INS]]
    return [tournament for tournament in found if path != tournament.get_absolute_url()]


def calls_at(player: Player | None, path: str, known: Known = expected) -> list[Call]:
    """Return calls for the reader as an organiser, except those that the control room at `path` shows anyway."""
    if player is None or player.pk not in known().called:
        return []
    return [call for call in calling.unanswered_for(player)[:MOST_CALLS] if path != control_room(call)]


def invitations_at(player: Player | None, path: str, known: Known = expected) -> list[EntryInvitation]:
    """Return invitations for the reader, except one to the tournament whose page is at `path`."""
    if player is None or player.pk not in known().invited:
        return []
    return [one for one in waiting_of(player)[:MOST_CALLS] if path != one.tournament.get_absolute_url()]


def control_room(call: Call) -> str:
    return reverse("tournaments:control", args=[call.board.round.tournament_id])


def bar_at(player: Player | None, path: str, known: Known = expected) -> Bar | None:
    """Return the bar for the page at `path`, unless that is the tournament's page or the table itself."""
    if player is None or player.pk not in known().playing:
        return None
    entries = [entry for entry in _entries_of(player.pk) if path != entry.tournament.get_absolute_url()]
    found = [bar for entry in entries if (bar := _bar(entry, player, path))]
    own = _tournament_at(path) if len(found) > 1 else None
    return min(
        found,
        key=lambda bar: (not bar.status.table, bar.tournament.get_absolute_url() != own, bar.status.until is None),
        default=None,
    )


def _tournament_at(path: str) -> str | None:
    """Return the address of the tournament of the table whose page is at `path`, even if its match was annulled: among
    several, the bar prefers this one."""
    try:
        table_id = resolve(path).kwargs.get("table_id")
    except Resolver404:
        return None
    tables = Table.objects.filter(pk=table_id) if table_id else Table.objects.none()
    return tables.values_list("occasion_url", flat=True).first()


@compiled_once
def _entries_of(player: int) -> QuerySet[Entry]:
    """Return the player's entries in running tournaments, each with the status of the last table in the current round.

    It runs on every page for everyone who is playing, so it loads no more columns than necessary.
    """
    entries = Entry.objects.filter(
        player=player, status=Entry.Status.ENTERED, seed__gt=0, tournament__status=Tournament.Status.RUNNING
    )
    places = Place.objects.filter(entry=OuterRef("pk"), round__number=OuterRef("tournament__round_number"))
    status = Subquery(places.order_by("-turn").values("board__table__status")[:1])
    needed = [f"tournament__{column}" for column in ("name", "version", "round_number", "days_between", "paused_at")]
    return entries.select_related("tournament").only("tournament", *needed).annotate(table_status=status)


def _bar(entry: Entry, player: Player, path: str) -> Bar | None:
    """Return the bar for one tournament; its text is cached by tournament version and table status."""
    tournament, at_table = entry.tournament, entry.table_status  # type: ignore[attr-defined]
    said = cached(tournament, f"bar:{player.pk}:{at_table}", lambda: _said(tournament.pk, player))
    is_expected = _is_needed(said, entry, player, path) if said.table else said.waits and not tournament.days_between
    return Bar(tournament, said, path) if is_expected else None


def _said(tournament_id: str, player: Player) -> Said:
    tournament = Tournament.objects.get(pk=tournament_id)
    status = status_of(tournament, player, next(iter(public_rounds(tournament)), None))
    is_resting = status.entry is not None and status.entry.presence == Entry.Presence.RESTING
    return Said(
        title=str(PAUSED if tournament.paused_at and not tournament.frozen_at else status.title),
        lines=[str(line) for line in status.lines],
        until=status.until,
        table=status.table.get_absolute_url() if status.table else "",
        waits=not (status.is_out or is_resting),
        is_again=status.is_again,
    )


def _is_needed(said: Said, entry: Entry, player: Player, path: str) -> bool:
    """Return whether the reader is needed at a table; in a league, only before it begins and on their turn.

    At the table itself, return whether the tournament is paused, or the match there is stopped or starts again."""
    if path == said.table:
        return entry.tournament.paused_at is not None or said.is_again or _is_stopped(entry)
    is_open = entry.table_status == Table.Status.OPEN  # type: ignore[attr-defined]
    return not entry.tournament.days_between or is_open or _is_on_turn(entry, player)


def _is_stopped(entry: Entry) -> bool:
    """Return whether the organisers have stopped the entry's last table in the current round."""
    places = Place.objects.filter(entry=entry, round__number=entry.tournament.round_number)
    return any(places.order_by("-turn").values_list("board__is_stopped", flat=True)[:1])


def _is_on_turn(entry: Entry, player: Player) -> bool:
    """Return whether the table in the current round waits for the player's move."""
    boards = {"table__board__places__entry": entry, "table__board__round__number": entry.tournament.round_number}
    return Seat.objects.filter(player=player, number=F("table__turn"), **boards).exists()

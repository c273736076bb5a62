"""The wall page: slides that change by themselves, a clock, and codes for following and checking in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.base.cached import cached, total_rounds
from tournaments.base.labels import score_name
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.hall.small_tables import FRESH_SECONDS, small_tables
from tournaments.pages.ranks import ranks_shown
from tournaments.pages.rolling.hall import time_left, under_way
from tournaments.pages.rounds import entries_of, public_rounds, round_shown
from tournaments.pages.teams.shown import teams_shown

T = TypeVar("T")
U = TypeVar("U")

TABLES_A_SLIDE = 9
RANKS_A_SLIDE = 12
NAMES_A_SLIDE = 48


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown to `until`; if that is None, the label only says what is going on."""

    label: str
    until: datetime | None


def slides_of(tournament: Tournament) -> str:
    """Render the slides, cached for all readers."""
    return cached(tournament, "wall", lambda: _slides(tournament), FRESH_SECONDS)


def _slides(tournament: Tournament) -> str:
    entries = entries_of(tournament)
    newest = next(iter(public_rounds(tournament)), None)
    context: dict[str, Any] = {"tournament": tournament, "score_name": score_name(tournament)}
    if newest is None:
        entered = [entry for entry in entries.values() if entry.status == Entry.Status.ENTERED]
        entered.sort(key=lambda entry: entry.name.casefold())
        context["names"] = _parts(entered, NAMES_A_SLIDE)
    else:
        shown = round_shown(newest, entries)
        context["round"] = newest
        boards = under_way(shown.boards) if tournament.is_rolling else shown.boards
        context["tables"] = _with_byes(boards, shown.byes, TABLES_A_SLIDE)
        if shown.matches or shown.free_teams:
            context["meetings"] = _with_byes(shown.matches, shown.free_teams, RANKS_A_SLIDE)
    if newest is not None and newest.status != Round.Status.SEATED:  # before that, players only look for their table
        context["team_ranks"] = _parts(teams_shown(tournament, entries), RANKS_A_SLIDE)
        context["ranks"] = _parts(ranks_shown(tournament, entries), RANKS_A_SLIDE)
        context["featured"] = next((table for table in small_tables(tournament) if table.is_featured), None)
    if tournament.status == Tournament.Status.FINISHED:
        context["tables"] = context["meetings"] = []
    return render_to_string("tournaments/hall/_slides.html", context)


def _with_byes(tables: list[T], byes: list[U], size: int) -> list[tuple[list[T], list[U]]]:
    """Return the tables, or the matches of teams, of each slide, with all byes on the last slide."""
    parts = _parts(tables, size) or [[]]
    return [(part, byes if part is parts[-1] else []) for part in parts]


def _parts(things: list[T], size: int) -> list[list[T]]:
    return [things[start : start + size] for start in range(0, len(things), size)]


def clock_of(tournament: Tournament) -> Clock:
    """Return the countdown to the next event of the tournament."""
    if tournament.is_over:
        return Clock(str(tournament.get_status_display()), None)
    if tournament.paused_at is not None:
        return Clock(_("Paused"), None)
    if tournament.status != tournament.Status.RUNNING:
        return Clock(_("Start"), tournament.starts_at)
    newest = next(iter(public_rounds(tournament)), None)
    if newest is None:
        return Clock(_("The first tables are being set"), None)
    if newest.status == Round.Status.SEATED:
        return Clock(_("Round %(number)d begins") % {"number": newest.number}, newest.opens_at)
    if tournament.is_rolling:
        return Clock(_("Time left"), time_left(tournament, newest))
    if newest.status == Round.Status.RUNNING:
        return Clock(_("Round %(number)d of %(all)d") % _numbers(tournament, newest), newest.ends_at)
    if newest.number >= total_rounds(tournament):
        return Clock(_("The last round is over"), None)
    return Clock(_("Next round"), tournament.schedule.next_round_at(newest))


def _numbers(tournament: Tournament, round_: Round) -> dict[str, int]:
    return {"number": round_.number, "all": total_rounds(tournament)}

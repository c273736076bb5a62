"""The parts of a tournament's page that everyone sees, with a constant number of queries.

They are cached by (tournament, version, language), so a crowd of readers costs no more than one. The reader's
own part is in `tournaments.pages.player_status`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe

from tournaments.base.cached import KEPT_SECONDS, cached
from tournaments.base.labels import score_name
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.base.standings import Row, standings_of
from tournaments.formats import Event
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.brackets import MOST_IN_A_CROSS_TABLE, brackets_shown, cross_table
from tournaments.pages.long.limits import (
    AROUND_HERE,
    FIRST_BOARDS,
    FIRST_PEOPLE,
    FIRST_ROWS,
    MOST_BOARDS,
    MOST_PEOPLE,
    MOST_ROWS,
    around,
)
from tournaments.pages.ranks import has_house, has_missed, ranks_shown, tie_break_columns
from tournaments.pages.rolling.hall import shown_hall
from tournaments.pages.rounds import RoundShown, entries_of, public_rounds, round_shown
from tournaments.pages.teams.shown import team_tie_breaks, teams_shown
from tournaments.planning.counting import how_teams_count
from tournaments.planning.terms import described_terms, longest
from tournaments.strengths.shown import FRESH_SECONDS, listed

POINTS_FRESH_SECONDS = 5
"""How old the shown points of running tables may be."""


def marked(html: str, entry: Entry | None) -> SafeString:
    """Mark the elements in the HTML that belong to the reader's entry, which `data-of` names."""
    if entry is not None:
        html = html.replace(f'data-of="{entry.pk}"', f'data-of="{entry.pk}" data-mine aria-current="true"')
    return mark_safe(html)  # noqa: S308 (rendered by our templates)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page as one reader sees it; `is_known` if the open page already has the part with this digest."""

    html: SafeString
    digest: str
    is_known: bool

    @classmethod
    def of(cls, html: str, entry: Entry | None, known: Collection[str]) -> Part:
        own = marked(html, entry)
        digest = hashlib.sha256(own.encode()).hexdigest()[:12]
        return cls(own, digest, digest in known)

    def __bool__(self) -> bool:
        return bool(self.html)


def _still_playing(event: Event) -> set[int]:
    """Return the entries whose tables in the last round have no result yet."""
    last = event.rounds[-1].tables if event.rounds else ()
    return {entrant for table in last if table.scores is None for entrant in table.entrants}


def _shortened(shown: RoundShown) -> dict[str, Any]:
    """Return the context for a round's template, with only the first tables if there are many."""
    is_long = len(shown.boards) > MOST_BOARDS
    boards = shown.boards[:FIRST_BOARDS] if is_long else shown.boards
    return {"shown": shown, "boards": boards, "in_all": len(shown.boards) if is_long else 0}


class Pieces:
    """The rendered parts of the page. Parts that are not cached share the rows that they load."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return entries_of(self.tournament)

    @cached_property
    def event(self) -> Event:
        return public_event_of(self.tournament)

    def rounds(self) -> str:
        """Render all rounds, the newest in full and the older ones folded."""
        is_live = self.tournament.status == Tournament.Status.RUNNING
        seconds = POINTS_FRESH_SECONDS if is_live else KEPT_SECONDS
        return cached(self.tournament, "rounds", self._rounds, seconds)

    def _rounds(self) -> str:
        newest, *older = [*public_rounds(self.tournament), None]
        if newest and self.tournament.is_rolling:
            context = shown_hall(self.tournament, round_shown(newest, self.entries), self.entries)
            return render_to_string("tournaments/rolling/_hall.html", context)
        context = {"tournament": self.tournament, "older": [one for one in older if one]}
        if newest:
            context |= _shortened(round_shown(newest, self.entries))
        return render_to_string("tournaments/_rounds.html", context)

    def round(self, round_: Round) -> str:
        """Render an older round, which is over."""
        return cached(self.tournament, f"round:{round_.number}", lambda: self._round(round_), POINTS_FRESH_SECONDS)

    def _round(self, round_: Round) -> str:
        context = {"tournament": self.tournament, **_shortened(round_shown(round_, self.entries))}
        return render_to_string("tournaments/_round.html", context)

    def page_of_round(self, round_: Round, number: str | None) -> tuple[str, Page[Any]]:
        """Render a page of a round's tables."""
        shown = round_shown(round_, self.entries)
        boards = shown.boards[::-1] if self.tournament.is_rolling else shown.boards
        page = Paginator(boards, MOST_BOARDS).get_page(number)
        context = {"tournament": self.tournament, "shown": shown, "boards": page.object_list}
        return render_to_string("tournaments/_round.html", context), page

    def standings(self, entry: Entry | None = None) -> str:
        """Render the standings, shortening long ones to the first rows and those around the entry."""
        html = cached(self.tournament, "standings", self._standings)
        return html.replace(AROUND_HERE, self._around(entry) if entry else "")

    def _around(self, entry: Entry) -> str:
        rows = standings_of(self.tournament)
        if len(rows) <= MOST_ROWS:
            return ""
        near = around([row["entry"] for row in rows], entry.pk)
        if near is None:
            return ""
        return cached(self.tournament, f"around:{near.start}", lambda: self._rows(rows[near]))

    def _rows(self, rows: list[Row]) -> str:
        context = {
            "tournament": self.tournament,
            "ranks": ranks_shown(self.tournament, self._entries_in(rows), rows),
            "playing": self._playing,
            "is_around": True,
        }
        return render_to_string("tournaments/_standings_rows.html", context)

    def _entries_in(self, rows: list[Row]) -> dict[int, Entry]:
        """Return the entries in these rows by id; there may be more."""
        if "entries" in vars(self):
            return self.entries
        here = self.tournament.entries.filter(pk__in=[row["entry"] for row in rows])
        return {entry.pk: entry for entry in here.select_related("player")}

    def page_of_standings(self, rows: list[Row]) -> str:
        """Render these rows of the standings as a table."""
        of = hashlib.sha256(",".join(str(row["entry"]) for row in rows).encode()).hexdigest()
        return cached(self.tournament, f"page:{of}", lambda: self._page_of_standings(rows), POINTS_FRESH_SECONDS)

    def _page_of_standings(self, rows: list[Row]) -> str:
        return render_to_string("tournaments/_standings_table.html", self._table(rows, self._entries_in(rows)))

    @cached_property
    def _playing(self) -> set[int]:
        """Return the ids of entries that are still playing the last round; none at rolling tables, whose grid only has
        finished tables."""
        is_running = self.tournament.status == Tournament.Status.RUNNING and not self.tournament.is_rolling
        return _still_playing(self.event) if is_running else set()

    def _table(self, shown: list[Row], entries: dict[int, Entry]) -> dict[str, Any]:
        rows = standings_of(self.tournament)
        return {
            "tournament": self.tournament,
            "ranks": ranks_shown(self.tournament, entries, shown),
            "score_name": score_name(self.tournament),
            "has_missed": has_missed(rows),
            "has_house": has_house(rows),
            "tie_breaks": tie_break_columns(rows),
            "round_numbers": range(1, max((len(row["rounds"]) for row in rows), default=0) + 1),
            "lowest_wins": format_of(self.tournament).lowest_wins(self.tournament.terms.plan),
            "playing": self._playing,
        }

    def _standings(self) -> str:
        rows = standings_of(self.tournament)
        ranks = ranks_shown(self.tournament, self.entries, rows)
        played = format_of(self.tournament)
        is_long = len(rows) > MOST_ROWS
        context = self._table(rows[:FIRST_ROWS] if is_long else rows, self.entries) | {
            "medals": [] if self.tournament.has_teams else [rank for rank in ranks if rank.medal],
            "in_all": len(rows) if is_long else 0,
        }
        if draws := played.draws(self.event):
            context["brackets"] = brackets_shown(draws, self.entries)
        if played.all_meet and 1 < len(ranks) <= MOST_IN_A_CROSS_TABLE:
            uncounted = played.uncounted(self.event)
            context["cross"] = cross_table(self.event, ranks, uncounted)
            context["has_uncounted"] = bool(uncounted)
        return render_to_string("tournaments/_standings.html", context)

    def teams(self) -> str:
        """Render the standings of the teams, or, before the start, the teams formed so far."""
        seconds = KEPT_SECONDS if self.tournament.started_at else FRESH_SECONDS
        return cached(self.tournament, "teams", self._teams, seconds) if self.tournament.has_teams else ""

    def _teams(self) -> str:
        shown = teams_shown(self.tournament, self.entries)
        context = {
            "tournament": self.tournament,
            "teams": shown,
            "medals": [team for team in shown if team.medal],
            "score_name": score_name(self.tournament, of_teams=True),
            "tie_breaks": team_tie_breaks(shown),
            "how_it_counts": how_teams_count(self.tournament),
            "round_numbers": range(1, max((len(team.row["rounds"]) for team in shown if team.row), default=0) + 1),
        }
        return render_to_string("tournaments/teams/_teams.html", context)

    def agreed(self) -> str:
        """Render the terms. The organiser's name is in the cache key, as a rename leaves the version unchanged."""
        return cached(self.tournament, f"agreed:{self.tournament.organiser.username}", self._agreed)

    def _agreed(self) -> str:
        terms, takes = described_terms(self.tournament), longest(self.tournament)
        context = {"tournament": self.tournament, "terms": terms, "takes": takes}
        return render_to_string("tournaments/_agreed.html", context)

    def people(self) -> str:
        return cached(self.tournament, "people", self._people, FRESH_SECONDS)

    def _people(self) -> str:
        here = [entry for entry in self.entries.values() if entry.status != Entry.Status.WITHDRAWN]
        here.sort(key=lambda entry: (entry.entered_at, entry.pk))
        entered = [entry for entry in here if entry.status == Entry.Status.ENTERED]
        waiting = [entry for entry in here if entry.status == Entry.Status.WAITING]
        first = entered[:FIRST_PEOPLE] if len(entered) > MOST_PEOPLE else entered
        first_waiting = waiting[:FIRST_PEOPLE] if len(waiting) > MOST_PEOPLE else waiting
        lines = listed(self.tournament, [*first, *first_waiting])
        context = {
            "tournament": self.tournament,
            "number": len(entered),
            "entered": lines[: len(first)],
            "waiting": lines[len(first) :],
        }
        return render_to_string("tournaments/_people.html", context)

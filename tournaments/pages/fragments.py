"""The parts of a tournament's page that everyone sees, with a constant number of queries.

They are cached by (tournament, version, language), so a crowd that reloads costs no more than one reader. The reader's
own part is in `tournaments.pages.player_status`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe

from tournaments.base.cached import KEPT_SECONDS, cached
from tournaments.base.labels import score_name
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.formats import Event
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.brackets import MOST_IN_A_CROSS_TABLE, brackets_shown, cross_table
from tournaments.pages.ranks import has_missed, ranks_shown, tie_break_columns
from tournaments.pages.rounds import entries_of, public_rounds, round_shown

POINTS_FRESH_SECONDS = 5
"""How old the points of running tables may be."""


def marked(html: str, entry: Entry | None) -> SafeString:
    """Mark everything that belongs to the reader in the HTML; each piece names its entry in `data-of`."""
    if entry is not None:
        html = html.replace(f'data-of="{entry.pk}"', f'data-of="{entry.pk}" data-mine aria-current="true"')
    return mark_safe(html)  # noqa: S308 (rendered by our templates)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page as one reader sees it; `is_known` if the open page has it already, by its digest."""

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


# --- Rounds ---


# --- Standings ---


# --- Bracket and cross table ---


# --- The pieces, rendered ---


def _still_playing(event: Event) -> set[int]:
    """Return the entries whose tables in the last round do not count yet."""
    last = event.rounds[-1].tables if event.rounds else ()
    return {entrant for table in last if table.scores is None for entrant in table.entrants}


class Pieces:
    """The rendered parts of the page. Those that are not in the cache share what they read."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return entries_of(self.tournament)

    @cached_property
    def event(self) -> Event:
        return public_event_of(self.tournament)

    def rounds(self) -> str:
        """Render all rounds, the newest in full and the others folded."""
        is_live = self.tournament.status == Tournament.Status.RUNNING
        seconds = POINTS_FRESH_SECONDS if is_live else KEPT_SECONDS
        return cached(self.tournament, "rounds", self._rounds, seconds)

    def _rounds(self) -> str:
        newest, *older = [*public_rounds(self.tournament), None]
        shown = round_shown(newest, self.entries) if newest else None
        context = {"tournament": self.tournament, "shown": shown, "older": [one for one in older if one]}
        return render_to_string("tournaments/_rounds.html", context)

    def round(self, round_: Round) -> str:
        """Render an older round, which is over."""
        return cached(self.tournament, f"round:{round_.number}", lambda: self._round(round_), POINTS_FRESH_SECONDS)

    def _round(self, round_: Round) -> str:
        shown = round_shown(round_, self.entries)
        return render_to_string("tournaments/_round.html", {"tournament": self.tournament, "shown": shown})

    def standings(self) -> str:
        return cached(self.tournament, "standings", self._standings)

    def _standings(self) -> str:
        ranks = ranks_shown(self.tournament, self.entries)
        rows = [rank.row for rank in ranks]
        played = format_of(self.tournament)
        context: dict[str, Any] = {
            "tournament": self.tournament,
            "ranks": ranks,
            "medals": [rank for rank in ranks if rank.medal],
            "score_name": score_name(self.tournament),
            "has_missed": has_missed(rows),
            "tie_breaks": tie_break_columns(rows),
            "round_numbers": range(1, max((len(row["rounds"]) for row in rows), default=0) + 1),
            "lowest_wins": played.lowest_wins(self.tournament.terms.plan),
            "playing": _still_playing(self.event) if self.tournament.status == Tournament.Status.RUNNING else set(),
        }
        if draws := played.draws(self.event):
            context["brackets"] = brackets_shown(draws, self.entries)
        if played.all_meet and 1 < len(ranks) <= MOST_IN_A_CROSS_TABLE:
            context["cross"] = cross_table(self.event, ranks)
        return render_to_string("tournaments/_standings.html", context)

    def people(self) -> str:
        return cached(self.tournament, "people", self._people)

    def _people(self) -> str:
        here = [entry for entry in self.entries.values() if entry.status != Entry.Status.WITHDRAWN]
        here.sort(key=lambda entry: (entry.entered_at, entry.pk))
        context = {
            "tournament": self.tournament,
            "entered": [entry for entry in here if entry.status == Entry.Status.ENTERED],
            "waiting": [entry for entry in here if entry.status == Entry.Status.WAITING],
        }
        return render_to_string("tournaments/_people.html", context)

"""Brackets and cross tables, ready to be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.cached import cached
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.formats import Draw, Event, Slot
from tournaments.formats.duels.history import History
from tournaments.formats.duels.ranking import written
from tournaments.models import Entry, Tournament
from tournaments.pages.long.limits import LAST_MATCHES, MOST_MATCHES
from tournaments.pages.ranks import RankShown

MOST_IN_A_CROSS_TABLE = 32
TITLES: dict[str, Promise] = {
    "main": gettext_lazy("Bracket"),
    "upper": gettext_lazy("Upper bracket"),
    "lower": gettext_lazy("Lower bracket"),
    "final": gettext_lazy("Final"),
    "consolation": gettext_lazy("Consolation bracket"),
}
NAMED = ("main", "consolation")
"""Brackets whose last rounds have names; other brackets show the number of the tournament's round."""


@dataclass(frozen=True, slots=True)
class BracketLine:
    """One side of a match; `entry` is None for a bye, or if it is still to be decided."""

    entry: Entry | None
    is_winner: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    lines: list[BracketLine]
    is_bye: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    name: str
    matches: list[BracketMatch]


@dataclass(frozen=True, slots=True)
class BracketShown:
    kind: str
    rounds: list[BracketRound]
    third: BracketMatch | None
    is_shortened: bool
    """Tells whether the first rounds are left out because there are too many matches."""

    @property
    def title(self) -> Promise:
        return TITLES[self.kind]


def brackets_shown(draws: Iterable[Draw], entries: Mapping[int, Entry]) -> list[BracketShown]:
    return [_bracket(draw, entries) for draw in draws]


def _bracket(draw: Draw, entries: Mapping[int, Entry]) -> BracketShown:
    is_long = max(map(len, draw.rounds), default=0) > MOST_MATCHES
    rounds = [
        BracketRound(_name(draw, at), [_match(slot, entries) for slot in slots])
        for at, slots in enumerate(draw.rounds)
        if not is_long or len(slots) <= LAST_MATCHES
    ]
    return BracketShown(draw.kind, rounds, _match(draw.third, entries) if draw.third else None, is_long)


def _name(draw: Draw, at: int) -> str:
    if draw.kind in NAMED:
        return _round_name(len(draw.rounds) - at)
    return _("Round %(number)d") % {"number": draw.first + at}


def _round_name(left: int) -> str:
    named = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    return named.get(left) or _("Last %(players)d") % {"players": 2**left}


def _match(slot: Slot, entries: Mapping[int, Entry]) -> BracketMatch:
    lines = [
        BracketLine(
            entries.get(id) if id is not None else None,
            id is not None and id == slot.winner,
            slot.is_decided and id is not None and id != slot.winner,
        )
        for id in slot.entrants
    ]
    return BracketMatch(lines, slot.is_bye, slot.is_decided)


def is_knocked_out(tournament: Tournament, entry: Entry) -> bool:
    played = format_of(tournament)
    if not (played.has_bracket or played.has_stages):
        return False
    (still_in,) = cached(tournament, "still-in", lambda: (played.still_in(public_event_of(tournament)),))
    return still_in is not None and entry.pk not in still_in


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: RankShown
    cells: list[str]


def cross_table(event: Event, ranks: list[RankShown], uncounted: Collection[tuple[int, int]]) -> list[CrossRow]:
    """Return all results of each entry against each other one, ordered by rank, with `×` on the diagonal.

    `uncounted` has pairs of round and table number; the results of these tables are put in parentheses.
    """
    history = History(event)
    void = {
        (each.number, entrant)
        for each in event.rounds
        for table in each.tables
        if (each.number, table.number) in uncounted
        for entrant in table.entrants
    }
    order = [rank.row["entry"] for rank in ranks]
    return [
        CrossRow(
            rank,
            [
                "×" if other == rank.row["entry"] else _between(history, rank.row["entry"], other, void)
                for other in order
            ],
        )
        for rank in ranks
    ]


def _between(history: History, one: int, other: int, void: Collection[tuple[int, int]]) -> str:
    results = (result for result in history.results.get(one, []) if result.opponent == other)
    return " ".join(_bracketed(written(result), (result.round, one) in void) for result in results)


def _bracketed(text: str, is_void: bool) -> str:
    return f"({text})" if text and is_void else text

"""Brackets and cross tables, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.cached import cached
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.formats import Event
from tournaments.formats.duels.bracket import Slot, bracket
from tournaments.formats.duels.history import History
from tournaments.formats.duels.ranking import written
from tournaments.models import Entry, Tournament
from tournaments.pages.ranks import RankShown

MOST_IN_A_CROSS_TABLE = 32


@dataclass(frozen=True, slots=True)
class BracketLine:
    """One side of a match; `entry` is None if nobody is there, or nobody yet."""

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


def bracket_shown(event: Event, entries: Mapping[int, Entry]) -> tuple[list[BracketRound], BracketMatch | None]:
    drawn = bracket(event)
    count = len(drawn.rounds)
    rounds = [
        BracketRound(_round_name(count - number), [_match(slot, entries) for slot in slots])
        for number, slots in enumerate(drawn.rounds)
    ]
    return rounds, _match(drawn.third, entries) if drawn.third else None


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
    if not format_of(tournament).has_bracket:
        return False
    return entry.pk not in cached(tournament, "still-in", lambda: bracket(public_event_of(tournament)).still_in)


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: RankShown
    cells: list[str]


def cross_table(event: Event, ranks: list[RankShown]) -> list[CrossRow]:
    """Return everybody's results against everybody else in the order of the ranks, with `×` on the diagonal."""
    history = History(event)
    order = [rank.row["entry"] for rank in ranks]
    return [
        CrossRow(
            rank,
            ["×" if other == rank.row["entry"] else _between(history, rank.row["entry"], other) for other in order],
        )
        for rank in ranks
    ]


def _between(history: History, one: int, other: int) -> str:
    return " ".join(written(result) for result in history.results.get(one, []) if result.opponent == other)

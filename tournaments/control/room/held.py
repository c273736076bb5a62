"""A seating that waits for an organiser to publish it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from tournaments.base import log
from tournaments.base.snapshot import event_of, format_of
from tournaments.base.texts import render_all
from tournaments.control import meetings
from tournaments.control.arrangement import arrangement_of, sizes_allowed
from tournaments.life.clockwork import HOLD_AT_MOST
from tournaments.life.teams.line_ups import is_reserve
from tournaments.life.teams.meetings import match_labels, matches_shown
from tournaments.models import Entry, Place, Round, Tournament


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table of a held round; `meeting` is the line of the match if teams meet, `again` the pairs that meet again."""

    number: int
    entries: list[Entry]
    meeting: str
    again: list[str]
    why: list[str]


@dataclass(frozen=True, slots=True)
class HeldSeating:
    """A held seating.

    `gone` are seated but have left the tournament, sit out or are absent; `unseated` are present without a place;
    `again` counts pairs that meet again. `may_move` says whether somebody can be moved without another in return,
    and `may_seat` whether somebody without a place can be given one.
    """

    round: Round
    tables: list[HeldTable]
    byes: list[tuple[Entry, list[str]]]
    gone: list[Entry]
    unseated: list[Entry]
    again: int
    may_move: bool
    may_seat: bool
    publishes_at: datetime


def _swapped_out(tournament: Tournament, round_: Round) -> set[str]:
    """Return the names of players swapped by hand; where teams meet, one of the two may be a reserve in this round."""
    if not format_of(tournament).teams_meet:
        return set()
    swaps = log.lines_of(tournament).filter(action=log.SWAPPED, details__round=round_.number, undone_by=None)
    return {str(line.details[name]) for line in swaps for name in ("one", "other")}


def _is_present(tournament: Tournament, entry: Entry) -> bool:
    """Return whether an entry would be seated by a new draw."""
    keeps = tournament.absence == Tournament.Absence.KEEP and entry.presence == Entry.Presence.ABSENT
    return entry.status == Entry.Status.ENTERED and (keeps or entry.presence == Entry.Presence.HERE)


def held_seating(tournament: Tournament, round_: Round, places: list[Place], entries: dict[int, Entry]) -> HeldSeating:
    met = meetings.meetings_before(event_of(tournament))
    arrangement = arrangement_of(round_)
    names = {entry.pk: entry.name for entry in entries.values()}
    tables, expected, lines = [], [*arrangement.byes], match_labels(matches_shown(round_))
    for board in round_.boards.order_by("number"):
        seated = arrangement.tables[board.number]
        again = [meetings.in_words(pair, names) for pair in meetings.meeting_again(met, [seated])]
        people = [entries[entry] for entry in seated]
        expected += [] if board.is_done else seated
        tables.append(HeldTable(board.number, people, lines.get(board.number, ""), again, render_all(board.why, names)))
    whys = {place.entry_id: render_all(place.why, names) for place in places if place.board_id is None}
    everyone = Counter(arrangement.everyone)
    entered = [entry for entry in entries.values() if entry.status == Entry.Status.ENTERED]
    here = [
        entry for entry in entered if entry.presence == Entry.Presence.HERE and entry.seed and not is_reserve(entry)
    ]
    rest = _swapped_out(tournament, round_)
    teams_meet = format_of(tournament).teams_meet
    may_move = not teams_meet and len(sizes_allowed(tournament)) > 1
    return HeldSeating(
        round=round_,
        tables=tables,
        byes=[(entries[entry], whys[entry]) for entry in arrangement.byes],
        gone=[entries[entry] for entry in expected if not _is_present(tournament, entries[entry])],
        unseated=[entry for entry in here if entry.pk not in everyone and entry.name not in rest],
        again=len(meetings.meeting_again(met, arrangement.tables.values())),
        may_move=may_move,
        may_seat=may_move or teams_meet,
        publishes_at=round_.opens_at + HOLD_AT_MOST,
    )

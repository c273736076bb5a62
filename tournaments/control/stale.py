"""Detecting stale forms: each carries a mark of what its page showed about its subject.

Only the form's own subject counts: a round can be extended while somebody else marks a player as absent.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

from django.utils.translation import gettext as _

from action_log.models import LogLine
from action_log.services import describe, who
from common.errors import UserError
from games.models import Seat
from tournaments.base.log import lines_of
from tournaments.models import Board, Entry, Place, Round, Tournament

Json = Any


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of a form. `read` returns whatever makes the form stale by changing, given the id of an entry or
    board."""

    name: str
    read: Callable[[Tournament, Any], Json]


# --- Topics ---


def _entry(tournament: Tournament, key: Any) -> Json:
    entry = Entry.objects.filter(tournament=tournament, pk=key).first()
    return entry and _state_of_entry(entry)


def _state_of_entry(entry: Entry) -> Json:
    return [entry.status, entry.presence, entry.checked_in_at, entry.seed, entry.player_id]


def _entries(tournament: Tournament, key: Any) -> Json:
    entries = tournament.entries.order_by("pk")
    return [tournament.status, list(entries.values_list("pk", "status", "seed"))]


def _seating(tournament: Tournament, key: Any) -> Json:
    round_ = Round.objects.filter(tournament=tournament, number=tournament.round_number).first()
    places = Place.objects.filter(round=round_).order_by("entry") if round_ else Place.objects.none()
    return [round_ and round_.pk, round_ and round_.status, list(places.values_list("entry", "board__number", "seat"))]


def _board(tournament: Tournament, key: Any) -> Json:
    boards = Board.objects.filter(round__tournament=tournament, pk=key).select_related("table")
    return _states_of_boards(list(boards)).get(key)


def _states_of_boards(boards: Sequence[Board]) -> dict[int, Json]:
    """Return the state of each board by its id, with three queries for all of them."""
    tables = [board.table_id for board in boards if board.table_id]
    places, seats = defaultdict(list), defaultdict(list)
    for board_id, *place in (
        Place.objects.filter(board__in=boards).order_by("seat").values_list("board", "entry", "score")
    ):
        places[board_id].append(place)
    for table_id, *seat in (
        Seat.objects.filter(table__in=tables).order_by("number").values_list("table", "player", "bot")
    ):
        seats[table_id].append(seat)
    return {
        board.pk: [
            board.table_id,
            board.table and board.table.status,
            board.is_done,
            places[board.pk],
            seats[board.table_id or ""],
        ]
        for board in boards
    }


def _clock(tournament: Tournament, key: Any) -> Json:
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    return [
        tournament.status,
        tournament.round_number,
        tournament.paused_at,
        round_ and [round_.status, round_.ends_at],
    ]


CLOCK = Topic("clock", _clock)
ENTRY = Topic("entry", _entry)
ENTRIES = Topic("entries", _entries)
SEATING = Topic("seating", _seating)
BOARD = Topic("board", _board)


# --- Marks: the version that was shown, and a digest of the topic ---


def seen(tournament: Tournament, topic: Topic, key: Any = None) -> str:
    """Return the mark for a form about the topic."""
    return _mark(tournament, topic.read(tournament, key))


def seen_boards(tournament: Tournament, boards: Sequence[Board]) -> dict[int, str]:
    """Return the marks for forms about boards, by board id."""
    return {key: _mark(tournament, state) for key, state in _states_of_boards(boards).items()}


def seen_entries(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, str]:
    """Return the marks for forms about entries, by entry id."""
    return {entry.pk: _mark(tournament, _state_of_entry(entry)) for entry in entries}


def _mark(tournament: Tournament, state: Json) -> str:
    return f"{tournament.version}.{_digest(state)}"


def _digest(state: Json) -> str:
    return blake2s(json.dumps(state, default=str).encode(), digest_size=6).hexdigest()


# --- Checking marks ---


def check_not_stale(tournament: Tournament, as_seen: str, topic: Topic, key: Any = None) -> None:
    """Raise UserError (stale), which says what has changed, if a form is stale; an empty `as_seen` is never stale."""
    version, _dot, digest = as_seen.partition(".")
    if as_seen and digest != _digest(topic.read(tournament, key)):
        raise UserError("stale", _what_changed(tournament, version))


def _what_changed(tournament: Tournament, version: str) -> str:
    since = [line for line in lines_of(tournament).with_people()[:20] if _is_newer(line, version)]
    if not since:
        return _("The tournament has moved on since this page was shown: nothing was changed. Look again.")
    sentence = _("Nothing was changed because somebody else was faster: {what} Look again.")
    return sentence.format(
        what=" ".join(f"{who(line) if line.by_id else ''}: {describe(line)}" for line in reversed(since))
    )


def _is_newer(line: LogLine, version: str) -> bool:
    return version.isdecimal() and len(version) < 12 and int(line.details.get("version", 0)) > int(version)

"""What every act of the control room begins and ends with: the lock, a look whether the page was still true, a reason,
and a line in the log that holds what it takes to undo it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from common.errors import UserError
from games.models import Seat
from tournaments.base.action_log import said
from tournaments.base.locking import locked
from tournaments.models import Act, Board, Entry, Place, Round, Tournament

LONGEST_REASON = 200
Json = Any

# --- What the organiser saw ---


def _of_entry(tournament: Tournament, key: Any) -> Json:
    entry = Entry.objects.filter(tournament=tournament, pk=key).first()
    return entry and _state_of_entry(entry)


def _state_of_entry(entry: Entry) -> Json:
    return [entry.status, entry.presence, entry.checked_in_at, entry.seed, entry.player_id]


def _of_entries(tournament: Tournament, key: Any) -> Json:
    entries = tournament.entries.order_by("pk")
    return [tournament.status, list(entries.values_list("pk", "status", "seed"))]


def _of_seating(tournament: Tournament, key: Any) -> Json:
    round_ = Round.objects.filter(tournament=tournament, number=tournament.round_number).first()
    places = Place.objects.filter(round=round_).order_by("entry") if round_ else Place.objects.none()
    return [round_ and round_.pk, round_ and round_.status, list(places.values_list("entry", "board__number", "seat"))]


def _of_board(tournament: Tournament, key: Any) -> Json:
    boards = Board.objects.filter(round__tournament=tournament, pk=key).select_related("table")
    return _of_boards(list(boards)).get(key)


def _of_boards(boards: Sequence[Board]) -> dict[int, Json]:
    """By three queries, however many there are."""
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


def _of_clock(tournament: Tournament, key: Any) -> Json:
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    return [
        tournament.status,
        tournament.round_number,
        tournament.paused_at,
        round_ and [round_.status, round_.ends_at],
    ]


TOPICS: dict[str, Callable[[Tournament, Any], Json]] = {
    "entry": _of_entry,
    "entries": _of_entries,
    "seating": _of_seating,
    "board": _of_board,
    "clock": _of_clock,
}
"""What a form can be about: everything that makes it untrue when it changes."""


def seen(tournament: Tournament, topic: str, key: Any = None) -> str:
    """Travels with a form: the version that was shown, and a mark of what the form is about."""
    return f"{tournament.version}.{_mark(tournament, topic, key)}"


def seen_boards(tournament: Tournament, boards: Sequence[Board]) -> dict[int, str]:
    """As `seen` says of each of them."""
    return {key: f"{tournament.version}.{_mark_of(state)}" for key, state in _of_boards(boards).items()}


def seen_entries(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, str]:
    return {entry.pk: f"{tournament.version}.{_mark_of(_state_of_entry(entry))}" for entry in entries}


def _mark(tournament: Tournament, topic: str, key: Any) -> str:
    return _mark_of(TOPICS[topic](tournament, key))


def _mark_of(state: Json) -> str:
    return blake2s(json.dumps(state, default=str).encode(), digest_size=6).hexdigest()


def locked_as_seen(tournament_id: str, as_seen: str, topic: str, key: Any = None) -> Tournament:
    """Locked; what the form was about is as its page showed it. Empty `as_seen`: nothing was shown.

    Raises UserError (stale), which says what has changed.
    """
    tournament = locked(tournament_id)
    version, _dot, mark = as_seen.partition(".")
    if as_seen and mark != _mark(tournament, topic, key):
        raise UserError("stale", _what_changed(tournament, version))
    return tournament


def _what_changed(tournament: Tournament, version: str) -> str:
    since = [act for act in tournament.acts.select_related("by")[:20] if _is_newer(act, version)]
    if not since:
        return _("The tournament has moved on since this page was shown: nothing was changed. Look again.")
    sentence = _("Nothing was changed, for somebody was faster: {what} Look again.")
    return sentence.format(what=" ".join(f"{act.by or ''}: {said(act)}" for act in reversed(since)))


def _is_newer(act: Act, version: str) -> bool:
    return version.isdecimal() and len(version) < 12 and int(act.about.get("version", 0)) > int(version)


# --- What is written down ---


def checked_reason(reason: str) -> str:
    """Raises UserError (no-reason)."""
    words = " ".join(reason.split())[:LONGEST_REASON]
    if not words:
        raise UserError("no-reason", gettext_lazy("Say why: the reason stands in the log."))
    return words


def note(
    tournament: Tournament,
    by: Player,
    what: str,
    about: Mapping[str, Any],
    *,
    reason: str = "",
    before: Json = None,
) -> Act:
    """A line in the log. `about` fills the gaps of its sentence; call it after `write`, so that it knows the version
    that it made."""
    return Act.objects.create(
        tournament=tournament,
        by=by,
        what=what,
        about={**about, "version": tournament.version},
        reason=reason,
        before=before,
    )


# --- What there is to act on ---


def entry_of(tournament: Tournament, entry_id: int) -> Entry:
    """Raises UserError (no-entry)."""
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise UserError("no-entry", gettext_lazy("There is no such entry in this tournament."))
    return entry


def current_round(tournament: Tournament, *statuses: str) -> Round:
    """The round that is held, seated or running. Raises UserError (no-round)."""
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    if round_ is None or tournament.status != Tournament.Status.RUNNING or round_.status not in statuses:
        raise UserError("no-round", gettext_lazy("There is no round in that state now."))
    return round_


def board_of(tournament: Tournament, board_id: int) -> Board:
    """Raises UserError (no-board)."""
    board = Board.objects.filter(round__tournament=tournament, pk=board_id).select_related("round", "table").first()
    if board is None:
        raise UserError("no-board", gettext_lazy("There is no such table in this tournament."))
    return board

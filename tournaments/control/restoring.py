"""The state that actions store so that they can be undone, and restoring it.

Each kind of state can be read as JSON and written again. It is restored only if it is still as the action left it, so
that undoing never overwrites a later change by somebody else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from action_log.models import LogLine
from common.errors import UserError
from games import services as tables
from games.signals import result_changed
from tournaments.base.locking import write
from tournaments.base.log import why_final
from tournaments.base.snapshot import event_of, format_of
from tournaments.base.standings import rows_of
from tournaments.control.restorable_entries import check_is_restorable
from tournaments.life.divisions import tell_if_over
from tournaments.life.teams.standings import team_rows_of
from tournaments.models import Board, Entry, Line, Place, Round, Tournament
from tournaments.notices import changes

State = Any


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of state.

    `read` returns the state of the object with a key; `put_back` restores it, or raises UserError if it is too late.
    `check` raises the same error in advance, where `while_round_is` is not enough to tell.
    `while_round_is`, for the state of a round, is the status it requires and the sentence for any other.
    """

    slug: str
    read: Callable[[Any], State]
    put_back: Callable[[Tournament, Any, State], None]
    while_round_is: tuple[str, Promise] | None = None
    check: Callable[[Tournament, Any, State], None] | None = None


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    assert kind.slug not in KINDS, kind.slug
    KINDS[kind.slug] = kind
    return kind


@dataclass(frozen=True, slots=True)
class Before:
    """The state of something before an action changed it."""

    kind: Kind
    key: Any
    was: State

    @classmethod
    def of(cls, kind: Kind, key: Any) -> Self:
        return cls(kind, key, kind.read(key))

    def kept(self) -> dict[str, Any]:
        """Return what the log stores. Call it after the change."""
        return {"kind": self.kind.slug, "key": self.key, "was": self.was, "became": self.kind.read(self.key)}


def check_can_undo(line: LogLine | None) -> LogLine:
    """Return the line if its action can be undone. Raises UserError (no-act, undone, lasting, changed-since)."""
    if line is None:
        raise UserError("no-act", _("There is no such line in the log."))
    if line.undone_at is not None:
        raise UserError("undone", _("This has already been undone."))
    if line.before is None:
        raise UserError("lasting", why_final(line))
    if KINDS[line.before["kind"]].read(line.before["key"]) != line.before["became"]:
        raise UserError(
            "changed-since", _("Something else has changed there since: undo that first, or change it again.")
        )
    return line


def write_after_change(tournament: Tournament, **columns: Any) -> None:
    """Write columns as `locking.write` does, and update the final standings of a finished tournament."""
    if tournament.status == Tournament.Status.FINISHED:
        event = event_of(tournament)
        columns["final"] = rows_of(tournament, event)
        columns["final_teams"] = team_rows_of(tournament, event) if tournament.has_teams else None
    write(tournament, **columns)
    if tournament.status == Tournament.Status.FINISHED:
        tell_if_over(tournament)


# --- Entries ---


def _read_entry(key: int) -> State:
    entry = Entry.objects.get(pk=key)
    return [entry.status, entry.presence, entry.checked_in_at and entry.checked_in_at.isoformat()]


def _put_back_entry(tournament: Tournament, key: int, state: State) -> None:
    check_is_restorable(tournament, key, state)
    status, presence, checked_in = state
    checked_in_at = checked_in and datetime.fromisoformat(checked_in)
    Entry.objects.filter(pk=key).update(status=status, presence=presence, checked_in_at=checked_in_at)


def _read_seeds(key: str) -> State:
    return [list(one) for one in Entry.objects.filter(tournament=key).order_by("pk").values_list("pk", "seed")]


def _put_back_seeds(tournament: Tournament, key: str, state: State) -> None:
    check_seeds_are_open(tournament)
    for entry_id, seed in state:
        Entry.objects.filter(pk=entry_id, tournament=tournament).update(seed=seed)


def check_seeds_are_open(tournament: Tournament) -> None:
    """Raise UserError (too-late) once the tournament has begun."""
    if tournament.status not in Tournament.COMING:
        raise UserError("too-late", _("The tournament has begun: its seeds stay."))


# --- The clock ---


def _read_end(key: int) -> State:
    ends_at = Round.objects.get(pk=key).ends_at
    return ends_at and ends_at.isoformat()


def _put_back_end(tournament: Tournament, key: int, state: State) -> None:
    round_ = Round.objects.get(pk=key)
    ends_at = datetime.fromisoformat(state)
    if round_.status != Round.Status.RUNNING or (tournament.paused_at or timezone.now()) >= ends_at:
        raise UserError("too-late", _("The time that this would take away has begun: end the round early instead."))
    Round.objects.filter(pk=key).update(ends_at=ends_at)
    if tournament.paused_at is None:
        Tournament.objects.filter(pk=tournament.pk).update(next_at=timezone.now())


# --- Seatings ---

_PUBLISHED = _("This seating has been published: everyone already knows it.")


def _read_seating(key: int) -> State:
    """Return the seating with its reasons and, if any, the scores of tables that are not played and the line-ups."""
    kept = Place.objects.filter(round=key).order_by("entry")
    places = kept.values_list("entry", "board__number", "seat", "why")
    boards = Board.objects.filter(round=key).order_by("number").values_list("number", "why")
    state = {"places": [list(one) for one in places], "boards": [list(one) for one in boards]}
    lines = Line.objects.filter(round=key).order_by("team", "number").values_list("team", "number", "entry")
    scores = kept.filter(score__isnull=False).values_list("entry", "score")
    return state | _if_any(lines=[list(one) for one in lines], scores=[list(one) for one in scores])


def _if_any(**found: list[State]) -> dict[str, list[State]]:
    return {name: rows for name, rows in found.items() if rows}


def _put_back_seating(tournament: Tournament, key: int, state: State) -> None:
    round_ = Round.objects.get(pk=key)
    if round_.status != Round.Status.HELD:
        raise UserError("too-late", _PUBLISHED)
    write_places(round_, state)


def write_places(round_: Round, state: State) -> None:
    """Seat a held round according to `state`."""
    round_.boards.all().delete()
    round_.places.all().delete()
    scores = dict(state.get("scores", ()))
    unplayed = {number for entry, number, _seat, _why in state["places"] if entry in scores}
    boards = Board.objects.bulk_create(
        Board(round=round_, number=number, why=why, is_done=number in unplayed) for number, why in state["boards"]
    )
    by_number = {board.number: board for board in boards}
    Place.objects.bulk_create(
        Place(round=round_, entry_id=entry, board=by_number.get(number), seat=seat, why=why, score=scores.get(entry))
        for entry, number, seat, why in state["places"]
    )
    if "lines" in state:
        round_.lines.all().delete()
        Line.objects.bulk_create(
            Line(round=round_, team_id=team, number=number, entry_id=entry) for team, number, entry in state["lines"]
        )


# --- Results ---


def _read_board(key: int) -> State:
    board = Board.objects.get(pk=key)
    places = board.places.order_by("seat").values_list("pk", "entry", "score")
    return {
        "table": board.table_id,
        "done": board.is_done,
        "corrected": board.is_corrected,
        "places": [list(one) for one in places],
    }


def _put_back_result(tournament: Tournament, key: int, state: State) -> None:
    check_result_may_change(tournament, Board.objects.select_related("round").get(pk=key), state)
    _write_board(key, state)


def _write_board(key: int, state: State) -> None:
    for place_id, _entry, score in state["places"]:
        Place.objects.filter(pk=place_id, board=key).update(score=score)
    Board.objects.filter(pk=key).update(table=state["table"], is_done=state["done"], is_corrected=state["corrected"])
    if state["table"] is not None:
        result_changed.send(sender=Board, table_ids=[state["table"]])


def _put_back_table(tournament: Tournament, key: int, state: State) -> None:
    """Let the old match count again, and break off the new one unless it is over."""
    board = Board.objects.select_related("round", "table").get(pk=key)
    if board.round.status != Round.Status.RUNNING or board.table is None:
        raise UserError("too-late", _("The round is over: correct the result instead."))
    tables.annul(table_id=board.table.pk)
    _write_board(key, state)


def check_result_may_change(tournament: Tournament, board: Board, after: State) -> None:
    """Raise UserError (decided) if this would change the winner in a knockout whose next round is seated, or any result
    that a later stage, seated already, depends on.

    In a knockout, the points may still change.
    """
    if format_of(tournament).rests_on(event_of(tournament), board.round.number):
        raise UserError("decided", _("The final rests on this result: it cannot be changed any more."))
    if not format_of(tournament).has_bracket or board.round.number == tournament.round_number:
        return
    if _winners(_read_board(board.pk)) != _winners(after):
        sentence = _("The next round of this knockout follows from who won here: only the points can be changed now.")
        raise UserError("decided", sentence)


def points_in(state: State) -> str:
    """Return the points of all seats as shown to players, or an empty string if there are none yet."""
    return " : ".join(str(score["points"]) for _place, _entry, score in state["places"] if score)


def _winners(state: State) -> list[int]:
    return [entry for _place, entry, score in state["places"] if score and (score["won"] or score["shared"])]


ENTRY = register(Kind("entry", _read_entry, _put_back_entry, check=check_is_restorable))
SEEDS = register(Kind("seeds", _read_seeds, _put_back_seeds))
ROUND_END = register(Kind("end", _read_end, _put_back_end, (Round.Status.RUNNING, _("The round is over."))))
SEATING = register(Kind("seating", _read_seating, _put_back_seating, (Round.Status.HELD, _PUBLISHED)))
RESULT = register(Kind("result", _read_board, _put_back_result))
TABLE = register(Kind("table", _read_board, _put_back_table))


def tell_presence(tournament: Tournament, entry: Entry, reason: str) -> None:
    """Tell a player whether the organisers have marked them as absent or as here."""
    if entry.presence == Entry.Presence.ABSENT:
        changes.marked_absent(tournament, entry, reason)
    elif entry.presence == Entry.Presence.HERE:
        changes.marked_here(tournament, entry)

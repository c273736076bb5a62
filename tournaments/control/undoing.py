"""Undoing what the control room did: each kind of state can be kept as JSON and put back, as long as it is the state
that the act left. Undoing is itself an act, and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from tournaments.base.action_log import why_not
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of
from tournaments.base.standings import rows_of
from tournaments.control.acting import checked_reason, locked_as_seen, note
from tournaments.formats import FORMATS
from tournaments.models import Act, Board, Entry, Place, Round, Tournament

State = Any


class Kind(NamedTuple):
    """`read` gives the state of what `key` names, `put_back` writes it. The latter raises Refused."""

    read: Callable[[Any], State]
    put_back: Callable[[Tournament, Any, State], None]


def kept(kind: str, key: Any, was: State) -> dict[str, Any]:
    """What an act keeps to be undone: call it when the change has been made."""
    return {"kind": kind, "key": key, "was": was, "became": KINDS[kind].read(key)}


@transaction.atomic
def undo(*, tournament_id: str, by: Player, act_id: int, reason: str) -> Act:
    """Raises UserError (over, no-act, undone, lasting, changed-since, no-reason, and what the kind of state says)."""
    tournament = locked_as_seen(tournament_id, "", "clock")
    why = checked_reason(reason)
    if tournament.status == Tournament.Status.CANCELLED:
        raise UserError("over", _("This tournament is cancelled."))
    act = tournament.acts.filter(pk=act_id).first()
    check_can_undo(act)
    assert act is not None
    kind, key, was, became = (act.before[name] for name in ("kind", "key", "was", "became"))
    KINDS[kind].put_back(tournament, key, was)
    Act.objects.filter(pk=act.pk).update(undone_at=timezone.now())
    write_after_change(tournament)
    back = None if kind == "table" else {"kind": kind, "key": key, "was": became, "became": KINDS[kind].read(key)}
    return note(tournament, by, "undo", {"what": act.what, "about": act.about}, reason=why, before=back)


def check_can_undo(act: Act | None) -> None:
    """Raises UserError (no-act, undone, lasting, changed-since)."""
    if act is None:
        raise UserError("no-act", _("There is no such line in the log."))
    if act.undone_at is not None:
        raise UserError("undone", _("This has been undone already."))
    if act.before is None:
        raise UserError("lasting", why_not(act))
    if KINDS[act.before["kind"]].read(act.before["key"]) != act.before["became"]:
        raise UserError(
            "changed-since", _("Something else has changed there since: undo that first, or change it anew.")
        )


def write_after_change(tournament: Tournament, **columns: Any) -> None:
    """As `write`; what has ended with standings gets them anew."""
    if tournament.status == Tournament.Status.FINISHED:
        columns["final"] = rows_of(tournament, event_of(tournament))
    write(tournament, **columns)


# --- Entries ---


def read_entry(key: int) -> State:
    entry = Entry.objects.get(pk=key)
    return [entry.status, entry.presence, entry.checked_in_at and entry.checked_in_at.isoformat()]


def _put_back_entry(tournament: Tournament, key: int, state: State) -> None:
    if tournament.status == Tournament.Status.FINISHED:
        raise UserError("over", _("This tournament is over."))
    if tournament.status == Tournament.Status.RUNNING and not Entry.objects.filter(pk=key, seed__gt=0).exists():
        raise UserError("too-late", _("The tournament has begun meanwhile: whoever was not in it then comes late."))
    status, presence, checked_in = state
    checked_in_at = checked_in and datetime.fromisoformat(checked_in)
    Entry.objects.filter(pk=key).update(status=status, presence=presence, checked_in_at=checked_in_at)


def read_seeds(key: str) -> State:
    return [list(one) for one in Entry.objects.filter(tournament=key).order_by("pk").values_list("pk", "seed")]


def _put_back_seeds(tournament: Tournament, key: str, state: State) -> None:
    if tournament.status not in Tournament.COMING:
        raise UserError("too-late", _("The tournament has begun: its seeds stay."))
    for entry_id, seed in state:
        Entry.objects.filter(pk=entry_id, tournament=tournament).update(seed=seed)


# --- The clock ---


def read_end(key: int) -> State:
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


def read_seating(key: int) -> State:
    """Who sits where, and what was said about it."""
    places = Place.objects.filter(round=key).order_by("entry").values_list("entry", "board__number", "seat", "why")
    boards = Board.objects.filter(round=key).order_by("number").values_list("number", "why")
    return {"places": [list(one) for one in places], "boards": [list(one) for one in boards]}


def _put_back_seating(tournament: Tournament, key: int, state: State) -> None:
    round_ = Round.objects.get(pk=key)
    if round_.status != Round.Status.HELD:
        raise UserError("too-late", _("This seating has been published: everyone knows it already."))
    write_places(round_, state)


def write_places(round_: Round, state: State) -> None:
    """Seat a held round as `state` says."""
    round_.boards.all().delete()
    round_.places.all().delete()
    boards = Board.objects.bulk_create(Board(round=round_, number=number, why=why) for number, why in state["boards"])
    by_number = {board.number: board for board in boards}
    Place.objects.bulk_create(
        Place(round=round_, entry_id=entry, board=by_number.get(number), seat=seat, why=why)
        for entry, number, seat, why in state["places"]
    )


# --- Results ---


def read_board(key: int) -> State:
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


def _put_back_table(tournament: Tournament, key: int, state: State) -> None:
    """The old match counts again; the new one is broken off, if it is not over yet."""
    board = Board.objects.select_related("round", "table").get(pk=key)
    if board.round.status != Round.Status.RUNNING or board.table is None:
        raise UserError("too-late", _("The round is over: correct the result instead."))
    tables.annul(table_id=board.table.pk)
    _write_board(key, state)


def check_result_may_change(tournament: Tournament, board: Board, after: State) -> None:
    """Check that in a knockout no winner changes who has been seated since; only the points may.

    Raises UserError (decided).
    """
    if tournament.format != FORMATS["knockout"].slug or board.round.number == tournament.round_number:
        return
    if _winners(read_board(board.pk)) != _winners(after):
        sentence = _("The next round of this knockout follows from who won here: only the points can be changed now.")
        raise UserError("decided", sentence)


def _winners(state: State) -> list[int]:
    return [entry for _place, entry, score in state["places"] if score and (score["won"] or score["shared"])]


KINDS: dict[str, Kind] = {
    "entry": Kind(read_entry, _put_back_entry),
    "seeds": Kind(read_seeds, _put_back_seeds),
    "end": Kind(read_end, _put_back_end),
    "seating": Kind(read_seating, _put_back_seating),
    "result": Kind(read_board, _put_back_result),
    "table": Kind(read_board, _put_back_table),
}

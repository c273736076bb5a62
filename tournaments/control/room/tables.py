"""The tables of a round as the organiser sees them, with who is present, who is on turn, and where nothing happens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from games.models import Move, Seat, Table
from tournaments.control import stale
from tournaments.control.room.parts import MOST_TABLES, TABLES_A_PAGE, Look, Part
from tournaments.life.teams.meetings import match_labels, matches_shown
from tournaments.models import Board, Entry, Place, Round, Tournament

LAST_TABLES = 8
"""How many finished rolling tables are shown with those that are being played."""
STILL_AFTER = timedelta(minutes=2)
"""A table without a move for this long, and for twice the time per move, needs the organiser's attention."""


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """An entry at its table; `points` once there is a result."""

    entry: Entry
    seat: Seat | None
    is_on_turn: bool
    is_replaced: bool
    points: int | None

    @property
    def state(self) -> str:
        """Return `bot`, `left`, `away` or `here`."""
        if self.seat is None:
            return "here"
        if self.is_replaced or self.seat.bot:
            return "bot"
        return "left" if self.seat.left else "away" if self.seat.away else "here"


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table of the round; `seen` is the mark for forms about it."""

    board: Board
    seats: list[RoomSeat]
    last_move_at: datetime | None
    is_still: bool
    seen: str
    meeting: str = ""
    """Names the match and the line, where teams meet."""

    @property
    def table(self) -> Table | None:
        return self.board.table

    @property
    def state(self) -> str:
        """Return `soon`, `open`, `running`, `closed`, `over` (its result is about to be stored) or `done`."""
        if self.board.is_done:
            return "done"
        if self.table is None:
            return "soon"
        return "over" if self.table.status == Table.Status.FINISHED else self.table.status

    @property
    def is_unplayed(self) -> bool:
        """Return whether the table was decided without a match because somebody was not there."""
        return self.state == "done" and self.table is None and not self.board.is_corrected

    @property
    def needs_a_look(self) -> bool:
        return self.state in ("open", "running") and (bool(self.missing) or self.is_still)

    @property
    def waits_for_a_player(self) -> bool:
        """Return whether somebody's clock is running."""
        runs = self.table is not None and self.table.due_at is not None and not self.table.is_paused
        return runs and any(seat.is_on_turn and seat.state == "here" for seat in self.seats)

    @property
    def missing(self) -> list[RoomSeat]:
        return [seat for seat in self.seats if seat.state in ("away", "left")]


def past_tables(tournament: Tournament, round_: Round, now: datetime) -> list[RoomTable]:
    """Return all tables of an earlier round, whose results can be corrected."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    boards = list(round_.boards.select_related("table").order_by("number"))
    return _tables(tournament, boards, list(round_.places.order_by("seat")), entries, now)


def tables_of(
    tournament: Tournament, round_: Round, places: list[Place], entries: dict[int, Entry], now: datetime
) -> list[RoomTable]:
    """Return the tables of a round, finished ones last; `places` are all places of the round, by seat. Of finished
    rolling tables, only the last ones are returned."""
    boards = list(round_.boards.select_related("table").order_by("number"))
    if tournament.is_rolling:
        over = [board for board in boards if board.is_done]
        boards = [board for board in boards if not board.is_done] + over[: -LAST_TABLES - 1 : -1]
    return _tables(tournament, boards, places, entries, now)


def _tables(
    tournament: Tournament, boards: list[Board], places: list[Place], entries: dict[int, Entry], now: datetime
) -> list[RoomTable]:
    table_ids = [board.table_id for board in boards if board.table_id]
    seats = {(seat.table_id, seat.number): seat for seat in Seat.objects.filter(table__in=table_ids)}
    moves = Move.objects.filter(table__in=table_ids).values("table").annotate(at=Max("played_at")).order_by()
    last_moves = {move["table"]: move["at"] for move in moves}
    marks = stale.seen_boards(tournament, boards)
    meetings = match_labels(matches_shown(boards[0].round)) if boards else {}
    sitting: dict[int, list[Place]] = {board.pk: [] for board in boards}
    for place in places:
        if place.board_id is not None:
            sitting[place.board_id].append(place)
    shown = []
    for board in boards:
        sits = [_seat(board, place, entries, seats) for place in sitting[board.pk]]
        moved_at = last_moves.get(board.table_id or "") or (board.table.finished_at if board.table else None)
        is_still, meeting = _is_still(board.table, moved_at, now), meetings.get(board.number, "")
        shown.append(RoomTable(board, sits, moved_at, is_still, marks[board.pk], meeting))
    return sorted(shown, key=lambda one: one.state in ("done", "over"))


def part_of_tables(tables: list[RoomTable], look: Look) -> Part[RoomTable]:
    """Return the part of the tables that is shown; if there are several pages, those that need a look come first."""
    if len(tables) > MOST_TABLES:
        tables = sorted(tables, key=lambda table: not table.needs_a_look)
    return look.part("tables", tables, MOST_TABLES, TABLES_A_PAGE, lambda table: _is_found(table, look))


def _is_found(table: RoomTable, look: Look) -> bool:
    names = (seat.entry.name for seat in table.seats)
    return look.asked == str(table.board.number) or look.finds(table.meeting, *names)


def _seat(board: Board, place: Place, entries: dict[int, Entry], seats: dict[tuple[str, int], Seat]) -> RoomSeat:
    assert place.seat is not None
    table, entry = board.table, entries[place.entry_id]
    seat = seats.get((board.table_id or "", place.seat))
    is_replaced = seat is not None and seat.player_id != entry.player_id
    is_on_turn = table is not None and table.status == Table.Status.RUNNING and table.turn == place.seat
    points = place.score["points"] if place.score and board.is_done else None
    return RoomSeat(entry, seat, is_on_turn, is_replaced, points)


def _is_still(table: Table | None, moved_at: datetime | None, now: datetime) -> bool:
    if table is None or table.is_paused or table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        return False
    return now - (moved_at or table.opened_at) > max(STILL_AFTER, timedelta(seconds=2 * table.seconds))

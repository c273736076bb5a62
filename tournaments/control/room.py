"""What the control room shows: first what needs the organiser, then the players, the seating that is held, the tables.
Read by a constant number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from unicodedata import combining, normalize

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Move, Seat, Table
from tournaments.base.dates import next_round_at
from tournaments.base.snapshot import event_of
from tournaments.base.texts import all_said
from tournaments.control import acting
from tournaments.control.seating import arrangement_of, meeting_again, meetings_before, sizes_foreseen
from tournaments.life.clockwork import HOLD_AT_MOST
from tournaments.models import Act, Board, Entry, Place, Round, Tournament

Status = Tournament.Status
STILL_AFTER = timedelta(minutes=2)
"""A table where nothing has moved for so long, and twice the time for a move, is worth a look."""
SOON = timedelta(minutes=15)
NEARLY_OVER = timedelta(minutes=5)
"""What is left of a long round when it ends soon; of a short one it is a fifth."""
LAST_ACTS = 5


def _sorted_as(name: str) -> str:
    """Without accents, small: Çiğdem comes after Bert."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()


@dataclass(frozen=True, slots=True)
class Need:
    """Something that the organiser should look at; `at` is the part of the page where it is done."""

    sentence: str
    at: str
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """An entry; `seen` travels with the forms that are about it."""

    entry: Entry
    seen: str


@dataclass(frozen=True, slots=True)
class Sitter:
    entry: Entry
    seat: Seat | None
    is_on_turn: bool
    is_replaced: bool
    points: int | None
    """Once the result is in."""

    @property
    def state(self) -> str:
        """`bot`, `left`, `away` or `here`."""
        if self.seat is None or self.is_replaced or self.seat.bot:
            return "bot" if self.seat is not None else "here"
        return "left" if self.seat.left else "away" if self.seat.away else "here"


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of the round; `seen` travels with the forms that are about it."""

    board: Board
    sitters: list[Sitter]
    last_move_at: datetime | None
    is_still: bool
    seen: str

    @property
    def table(self) -> Table | None:
        return self.board.table

    @property
    def state(self) -> str:
        """`soon`, `open`, `running`, `over` (the result is about to be taken) or `done`."""
        if self.board.is_done:
            return "done"
        if self.table is None:
            return "soon"
        return "over" if self.table.status == Table.Status.FINISHED else self.table.status

    @property
    def needs_a_look(self) -> bool:
        return self.state in ("open", "running") and (bool(self.missing) or self.is_still)

    @property
    def waits_for_a_player(self) -> bool:
        """Whether somebody's time runs."""
        runs = self.table is not None and self.table.due_at is not None and not self.table.is_paused
        return runs and any(sitter.is_on_turn and sitter.state == "here" for sitter in self.sitters)

    @property
    def missing(self) -> list[Sitter]:
        return [sitter for sitter in self.sitters if sitter.state in ("away", "left")]


@dataclass(frozen=True, slots=True)
class HeldTable:
    """`again`: who has met whom before, in sentences."""

    number: int
    sitters: list[Entry]
    again: list[str]
    why: list[str]


@dataclass(frozen=True, slots=True)
class Held:
    round: Round
    tables: list[HeldTable]
    byes: list[tuple[Entry, list[str]]]
    gone: list[Entry]
    unseated: list[Entry]
    again: int
    publishes_at: datetime


@dataclass(frozen=True, slots=True)
class Control:
    """Everything on the page."""

    tournament: Tournament
    now: datetime
    entries: list[Entry]
    marks: dict[int, str]
    round: Round | None
    tables: list[TableShown]
    byes: list[Entry]
    held: Held | None
    acts: list[Act]
    older: list[int]
    seen: dict[str, str] = field(default_factory=dict)

    @property
    def is_before_start(self) -> bool:
        return self.tournament.status in (Status.DRAFT, *Tournament.COMING)

    @property
    def is_running(self) -> bool:
        return self.tournament.status == Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.tournament.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def winners(self) -> str:
        return ", ".join(self.tournament.winners)

    @property
    def entered(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.ENTERED]

    @property
    def waiting(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.WAITING]

    @property
    def withdrawn(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.WITHDRAWN]

    @property
    def people(self) -> list[PlayerShown]:
        """Whoever needs to be looked after first: who is not there, then all others by name."""
        here = {entry.pk for entry in self.here}
        entered = sorted(self.entered, key=lambda entry: (entry.pk in here, _sorted_as(entry.name)))
        return [PlayerShown(entry, self.marks[entry.pk]) for entry in entered]

    @property
    def queue(self) -> list[PlayerShown]:
        """The waiting list, in order."""
        return [PlayerShown(entry, self.marks[entry.pk]) for entry in self.waiting]

    @property
    def here(self) -> list[Entry]:
        """Who would be seated now."""
        if not self.tournament.check_in_minutes or self.is_running:
            return [entry for entry in self.entered if entry.presence == Entry.Presence.HERE]
        return [entry for entry in self.entered if entry.checked_in_at is not None]

    @property
    def checks_in(self) -> bool:
        return bool(self.tournament.check_in_minutes)

    @property
    def foreseen(self) -> str:
        """ "23 players: 5 tables of 4, 1 table of 3"."""
        return preview(self.tournament, len(self.here))

    @property
    def foreseen_if_all_come(self) -> str:
        return preview(self.tournament, len(self.entered)) if len(self.entered) != len(self.here) else ""

    @property
    def done(self) -> int:
        return sum(table.state == "done" for table in self.tables)

    @property
    def next_round_at(self) -> datetime | None:
        """In the break: when the tables of the next round open, as far as that is known."""
        if not self.is_running or self.round is None or self.round.finished_at is None:
            return None
        return next_round_at(self.tournament, self.round)

    def is_nearly_over(self, ends_at: datetime) -> bool:
        length = timedelta(minutes=self.tournament.round_minutes or 0, days=self.tournament.days_between)
        of_a_short_one = length / 5
        return ends_at - self.now < min(NEARLY_OVER, of_a_short_one)

    @property
    def needs(self) -> list[Need]:
        return [*self._about_the_clock(), *self._about_the_seating(), *self._about_players(), *self._about_tables()]

    def _about_the_clock(self) -> Iterable[Need]:
        tournament, round_ = self.tournament, self.round
        if tournament.paused_at is not None:
            yield Need(_("The tournament is paused: nothing moves until you let it go on."), "stage", True)
        elif round_ is not None and round_.status == Round.Status.RUNNING and round_.ends_at is not None:
            open_ = len(self.tables) - self.done
            if open_ and self.is_nearly_over(round_.ends_at):
                sentence = ngettext(
                    "The time for this round is nearly over, and {open} table still plays: the house will finish it.",
                    "The time for this round is nearly over, and {open} tables still play: the house will finish them.",
                    open_,
                )
                yield Need(sentence.format(open=open_), "stage")
        if tournament.status == Status.DRAFT:
            yield Need(_("This is a draft: nobody else knows of it. Announce it when it is ready."), "stage")

    def _about_the_seating(self) -> Iterable[Need]:
        if self.held is None:
            return
        sentence = _("The seating of round {round} waits for you: look at it, and publish it.")
        yield Need(sentence.format(round=self.held.round.number), "seating", True)
        if self.held.gone:
            names = ", ".join(entry.name for entry in self.held.gone)
            yield Need(_("Seated, but not there any more: {names}.").format(names=names), "seating", True)

    def _about_players(self) -> Iterable[Need]:
        tournament = self.tournament
        absent = [entry for entry in self.entered if entry.presence == Entry.Presence.ABSENT]
        if self.is_running and absent and tournament.absence != Tournament.Absence.KEEP:
            sentence = ngettext(
                "{number} player is absent, and not seated until they are back.",
                "{number} players are absent, and not seated until they are back.",
                len(absent),
            )
            yield Need(sentence.format(number=len(absent)), "players")
        if tournament.status not in Tournament.ENTERABLE:
            return
        if len(self.here) < tournament.least:
            sentence = _("So far {here} of at least {least} players: with fewer it is cancelled at the start.")
            is_soon = tournament.starts_at - self.now < SOON
            yield Need(sentence.format(here=len(self.here), least=tournament.least), "players", is_soon)
        missing = len(self.entered) - len(self.here)
        if missing and tournament.status == Status.CHECK_IN:
            sentence = ngettext(
                "{missing} player has not checked in yet.", "{missing} players have not checked in yet.", missing
            )
            yield Need(sentence.format(missing=missing), "players")
        if self.waiting and (tournament.most is None or len(self.entered) < tournament.most):
            sentence = _("Somebody waits though there is room: {names}.")
            yield Need(sentence.format(names=", ".join(entry.name for entry in self.waiting[:3])), "players")

    def _about_tables(self) -> Iterable[Need]:
        if self.tournament.paused_at is not None:
            return
        for shown in self.tables:
            if shown.state in ("done", "over", "soon"):
                continue
            at = f"table-{shown.board.number}"
            if shown.missing:
                names = ", ".join(sitter.entry.name for sitter in shown.missing)
                sentence = _("Table {table}: {names} away; the house plays for them.")
                yield Need(sentence.format(table=shown.board.number, names=names), at)
            elif shown.is_still:
                yield Need(_("Table {table}: nothing has moved for a while.").format(table=shown.board.number), at)


def preview(tournament: Tournament, present: int) -> str:
    """How so many would be seated, in words."""
    sizes = sizes_foreseen(tournament, present)
    players = ngettext("{number} player", "{number} players", present).format(number=present)
    if not sizes:
        return _("{players}: too few for a round").format(players=players)
    tables = [
        ngettext("{number} table of {size}", "{number} tables of {size}", number).format(number=number, size=size)
        for number, size in sizes
    ]
    if left := present - sum(number * size for number, size in sizes):
        tables.append(ngettext("{left} bye", "{left} byes", left).format(left=left))
    return _("{players}: {tables}").format(players=players, tables=", ".join(tables))


def control_of(tournament: Tournament, now: datetime) -> Control:
    entries = list(tournament.entries.select_related("player").order_by("entered_at", "pk"))
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    is_held = round_ is not None and round_.status == Round.Status.HELD
    places = list(round_.places.order_by("seat")) if round_ else []
    by_id = {entry.pk: entry for entry in entries}
    return Control(
        tournament=tournament,
        now=now,
        entries=entries,
        marks=acting.seen_entries(tournament, entries),
        round=round_,
        tables=_tables(tournament, round_, places, by_id, now) if round_ and not is_held else [],
        byes=[by_id[place.entry_id] for place in places if place.board_id is None],
        held=_held(tournament, round_, places, by_id) if round_ and is_held else None,
        acts=list(tournament.acts.select_related("by")[:LAST_ACTS]),
        older=list(
            tournament.played_rounds.filter(number__lt=tournament.round_number).values_list("number", flat=True)
        ),
        seen={topic: acting.seen(tournament, topic) for topic in ("clock", "seating", "entries")},
    )


def tables_of(tournament: Tournament, round_: Round, now: datetime) -> list[TableShown]:
    """Of a round that is over."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    return _tables(tournament, round_, list(round_.places.order_by("seat")), entries, now)


def _tables(
    tournament: Tournament, round_: Round, places: list[Place], entries: dict[int, Entry], now: datetime
) -> list[TableShown]:
    boards = list(round_.boards.select_related("table").order_by("number"))
    tables = [board.table_id for board in boards if board.table_id]
    seats = {(seat.table_id, seat.number): seat for seat in Seat.objects.filter(table__in=tables)}
    moves = Move.objects.filter(table__in=tables).values("table").annotate(at=Max("played_at")).order_by()
    last = {move["table"]: move["at"] for move in moves}
    marks = acting.seen_boards(tournament, boards)
    shown = [
        _table(board, [place for place in places if place.board_id == board.pk], seats, last, entries, marks, now)
        for board in boards
    ]
    return sorted(shown, key=lambda one: one.state in ("done", "over"))


def _table(
    board: Board,
    places: list[Place],
    seats: dict[tuple[str, int], Seat],
    last: dict[str, datetime],
    entries: dict[int, Entry],
    marks: dict[int, str],
    now: datetime,
) -> TableShown:
    table = board.table
    sitters = []
    for place in places:
        assert place.seat is not None
        entry = entries[place.entry_id]
        seat = seats.get((board.table_id or "", place.seat))
        is_replaced = seat is not None and seat.player_id != entry.player_id
        is_on_turn = table is not None and table.status == Table.Status.RUNNING and table.turn == place.seat
        points = place.score["points"] if place.score and board.is_done else None
        sitters.append(Sitter(entry, seat, is_on_turn, is_replaced, points))
    moved_at = last.get(board.table_id or "")
    return TableShown(board, sitters, moved_at, _is_still(table, moved_at, now), marks[board.pk])


def _is_still(table: Table | None, moved_at: datetime | None, now: datetime) -> bool:
    if table is None or table.is_paused or table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        return False
    return now - (moved_at or table.opened_at) > max(STILL_AFTER, timedelta(seconds=2 * table.seconds))


def _held(tournament: Tournament, round_: Round, places: list[Place], entries: dict[int, Entry]) -> Held:
    met = meetings_before(event_of(tournament))
    seats = arrangement_of(round_)
    names = {entry.pk: entry.name for entry in entries.values()}
    tables = [
        HeldTable(
            board.number,
            [entries[entry] for entry in seats.tables[board.number]],
            [said_again(pair, names) for pair in meeting_again(met, [seats.tables[board.number]])],
            all_said(board.why, names),
        )
        for board in round_.boards.order_by("number")
    ]
    whys = {place.entry_id: all_said(place.why, names) for place in places if place.board_id is None}
    seated = Counter(seats.everyone)
    still_in = [entry for entry in entries.values() if entry.status == Entry.Status.ENTERED]
    return Held(
        round=round_,
        tables=tables,
        byes=[(entries[entry], whys[entry]) for entry in seats.byes],
        gone=[entries[one] for one in seated if entries[one].status != Entry.Status.ENTERED],
        unseated=[one for one in still_in if one.pk not in seated and one.presence == Entry.Presence.HERE and one.seed],
        again=len(meeting_again(met, seats.tables.values())),
        publishes_at=round_.opens_at + HOLD_AT_MOST,
    )


def said_again(pair: tuple[int, int, int], names: dict[int, str]) -> str:
    """ "Anna and Bert, who have met twice"."""
    one, other, times = pair
    sentence = ngettext("{one} and {other} have met before", "{one} and {other} have met {times} times", times)
    return sentence.format(one=names[one], other=names[other], times=times)

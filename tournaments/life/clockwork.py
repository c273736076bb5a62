"""The clockwork of a tournament: one function, called whenever something may be due, that does what is due.

Called twice, late, or by two at once, it does nothing twice: every step is one transaction under the tournament's lock,
and is taken only if nothing has changed since it was decided. What takes long, seating a round, is worked out before
the lock is taken.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import services as tables
from games.models import Chain, Seat, Table
from games.rules.shuffle import CONTRIBUTION_BYTES
from games.services import Occasion, SetSeat, SetTable
from games.services.opening import MOST_SEATS
from games.state import dispatch
from tournaments import notices
from tournaments.base.dates import end_of_round, next_date, next_round_at
from tournaments.base.locking import locked, tell, write
from tournaments.base.snapshot import event_of, format_of, plan_of, scores_of
from tournaments.base.standings import rows_of
from tournaments.base.texts import written
from tournaments.formats import Event, Seating
from tournaments.models import Board, Entry, Place, Round, Tournament

MOST_STEPS = 50
LOOK_AGAIN = timedelta(seconds=15)
"""How long a running round is left alone if no table says that it is over."""
FINISHING = timedelta(seconds=5)
"""How long the house is given to finish the tables of a round whose time is over, before it is asked again."""
HOLD_AT_MOST = timedelta(minutes=10)
"""A seating that nobody publishes is published by itself so long after its time."""
HOLD_AHEAD = timedelta(days=1)
"""How long before its date a round is seated that the organisers want to look at."""

Status = Tournament.Status


def advance(*, tournament_id: str, now: datetime | None = None) -> None:
    """Do everything that is due. Raises Tournament.DoesNotExist."""
    now = now or timezone.now()
    for _step in range(MOST_STEPS):
        if not _advance_once(tournament_id, now):
            return


def _advance_once(tournament_id: str, now: datetime) -> bool:
    """One step; False if nothing was due."""
    seen = Tournament.objects.select_related("club", "organiser", "chain").get(pk=tournament_id)
    seating = _work_out_seating(seen, now)
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.version != seen.version:
            return True
        return _take_step(tournament, seating, now)


# --- Before the lock ---


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The next round, or that there is none."""

    number: int
    event: Event
    seating: Seating | None


def _work_out_seating(tournament: Tournament, now: datetime) -> WorkedOut | None:
    """None while there is nothing to be done about the next round."""
    if tournament.status != Status.RUNNING or tournament.paused_at:
        return None
    current = _current_round(tournament)
    if current is not None and current.status != Round.Status.FINISHED:
        return None
    if current is None or _break_over(tournament, current) <= now:
        return work_out_seating(tournament)
    if tournament.next_at is not None and tournament.next_at <= now:
        return _nothing_more(tournament)
    return None


def _nothing_more(tournament: Tournament) -> WorkedOut | None:
    """A break after which there is no round is waited for by nobody; None if there is a round to come."""
    event = event_of(tournament)
    return WorkedOut(tournament.round_number + 1, event, None) if format_of(tournament).is_over(event) else None


def work_out_seating(tournament: Tournament) -> WorkedOut:
    """Who would sit where in the next round: always the same, as long as nothing changes."""
    event, number = event_of(tournament), tournament.round_number + 1
    present = set(players_present(tournament).values_list("pk", flat=True))
    played = format_of(tournament)
    if played.is_over(event) or (len(present) < 2 and tournament.format != "knockout"):
        return WorkedOut(number, event, None)
    return WorkedOut(number, event, played.seat(event, present, lots(tournament, number, "seating")))


def lots(tournament: Tournament, number: int, purpose: str) -> random.Random:
    """For what is left to chance in round `number`: nobody can foresee it, nor draw until they like the result.

    It follows from link `number` of the tournament's chain, secret until that round is over, and from what all who
    were there at the start have contributed (docs/fair-deals.md).
    """
    assert tournament.chain is not None
    together = "".join(contribution for _entry, contribution in tournament.mixed_in)
    return random.Random(f"boneyard-lots/1 {tournament.chain.link(number).hex()} {purpose} {together}")


def players_present(tournament: Tournament) -> QuerySet[Entry]:
    here = Q(presence=Entry.Presence.HERE)
    if tournament.absence == Tournament.Absence.KEEP:
        here |= Q(presence=Entry.Presence.ABSENT)
    return tournament.entries.filter(here, status=Entry.Status.ENTERED, seed__gt=0)


def _current_round(tournament: Tournament) -> Round | None:
    return tournament.played_rounds.filter(number=tournament.round_number).first()


def _break_over(tournament: Tournament, after: Round) -> datetime:
    """When the next round is seated: with whoever is there when it begins; or in the break, or a day before its date,
    if the organisers want to look at it."""
    assert after.finished_at is not None
    if not tournament.holds_seatings:
        return next_round_at(tournament, after)
    if tournament.days_between:
        return max(after.finished_at, next_date(tournament, after) - HOLD_AHEAD)
    return after.finished_at


# --- Under the lock ---


def _take_step(tournament: Tournament, worked_out: WorkedOut | None, now: datetime) -> bool:
    if tournament.paused_at is not None:
        return False
    if tournament.status in Tournament.COMING:
        return _approach(tournament, now)
    if tournament.status != Status.RUNNING:
        return False
    current = _current_round(tournament)
    if current is None or current.status == Round.Status.FINISHED:
        return _seat_round(tournament, current, worked_out, now)
    if current.status == Round.Status.RUNNING:
        return _mind_round(tournament, current, now)
    return _begin_round(tournament, current, now)


def _approach(tournament: Tournament, now: datetime) -> bool:
    """Registration, check-in, start: each at its time."""
    if tournament.status == Status.ANNOUNCED and tournament.registration_at <= now:
        open_registration(tournament)
    elif tournament.starts_at <= now:
        start(tournament, now, could_check_in=tournament.status == Status.CHECK_IN)
    elif tournament.status == Status.REGISTRATION and tournament.check_in_minutes and tournament.check_in_at <= now:
        open_check_in(tournament)
    else:
        return False
    return True


def open_registration(tournament: Tournament) -> None:
    """The anchor of its decks is fixed now, before anyone enters."""
    if tournament.chain is None:
        tournament.chain = Chain.new()
        tournament.chain.save()
    write(tournament, status=Status.REGISTRATION, chain=tournament.chain, next_at=_next_before_start(tournament))


def _next_before_start(tournament: Tournament) -> datetime:
    return tournament.check_in_at if tournament.check_in_minutes else tournament.starts_at


def open_check_in(tournament: Tournament) -> None:
    write(tournament, status=Status.CHECK_IN, next_at=tournament.starts_at)
    notices.check_in_is_open(tournament)


def start(tournament: Tournament, now: datetime, *, could_check_in: bool = True) -> None:
    """Whoever has not checked in is not seated until they say that they are here; unless nobody could, for check-in
    never opened: an outage. With too few it is cancelled."""
    entered = tournament.entries.filter(status=Entry.Status.ENTERED)
    if tournament.check_in_minutes and could_check_in:
        entered.filter(checked_in_at=None, bot="").update(presence=Entry.Presence.ABSENT)
    here = entered.exclude(presence=Entry.Presence.ABSENT).count()
    if here < tournament.least:
        cancel(tournament, "too-few", now)
        return
    tournament.mixed_in = [[entry, given] for entry, given in entered.order_by("pk").values_list("pk", "contribution")]
    _draw_seeds(tournament)
    write(tournament, status=Status.RUNNING, mixed_in=tournament.mixed_in, started_at=now, next_at=now)


def _draw_seeds(tournament: Tournament) -> None:
    """Those whom the organisers have given a seed keep their order, all others come after them, by lot."""
    entries = list(tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk"))
    lots(tournament, 1, "seeds").shuffle(entries)
    entries.sort(key=lambda entry: (entry.seed == 0, entry.seed))
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])


def cancel(tournament: Tournament, because: str, now: datetime) -> None:
    """`because`: `too-few`, or the organisers' own words. Matches that run are broken off."""
    for table_id in unfinished_tables(tournament):
        tables.annul(table_id=table_id)
    played = Board.objects.filter(round__tournament=tournament, table__isnull=False)
    tables.unseal(table_ids=list(played.values_list("table_id", flat=True)))
    write(tournament, status=Status.CANCELLED, cancelled_because=because, finished_at=now, next_at=None)
    notices.cancelled(tournament)


def unfinished_tables(tournament: Tournament) -> list[str]:
    boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
    return list(boards.values_list("table_id", flat=True))


# --- A round is seated ---


def _seat_round(tournament: Tournament, last: Round | None, worked_out: WorkedOut | None, now: datetime) -> bool:
    if worked_out is None:
        assert last is not None
        return _wait_until(tournament, _break_over(tournament, last))
    if worked_out.seating is None:
        finish(tournament, worked_out.event, now)
        return True
    opens_at = max(now, next_round_at(tournament, last)) if last else now
    round_ = Round.objects.create(
        tournament=tournament,
        number=worked_out.number,
        status=Round.Status.HELD if tournament.holds_seatings else Round.Status.SEATED,
        opens_at=opens_at,
    )
    write_seating(round_, worked_out.seating)
    next_at = opens_at + HOLD_AT_MOST if tournament.holds_seatings else opens_at
    write(tournament, round_number=worked_out.number, next_at=next_at)
    if tournament.holds_seatings:
        notices.seating_to_look_at(tournament, round_)
    return True


def write_seating(round_: Round, seating: Seating) -> None:
    boards = Board.objects.bulk_create(
        Board(round=round_, number=number, why=written(table.why)) for number, table in enumerate(seating.tables, 1)
    )
    places = [
        Place(round=round_, entry_id=entry, board=board, seat=seat)
        for board, table in zip(boards, seating.tables, strict=True)
        for seat, entry in enumerate(table.entrants)
    ]
    byes = [Place(round=round_, entry_id=entry, why=written([why])) for entry, why in seating.byes]
    Place.objects.bulk_create([*places, *byes])


def _wait_until(tournament: Tournament, when: datetime) -> bool:
    """Nothing is due before `when`."""
    if tournament.next_at != when:
        Tournament.objects.filter(pk=tournament.pk).update(next_at=when)
        tournament.next_at = when
    return False


def finish(tournament: Tournament, event: Event, now: datetime) -> None:
    write(
        tournament,
        status=Status.FINISHED,
        final=rows_of(tournament, event),
        finished_at=now,
        next_at=None,
    )
    notices.finished(tournament)


# --- A round begins ---


def _begin_round(tournament: Tournament, round_: Round, now: datetime) -> bool:
    if round_.status == Round.Status.HELD:
        if now < round_.opens_at + HOLD_AT_MOST:
            return _wait_until(tournament, round_.opens_at + HOLD_AT_MOST)
        publish(tournament, round_)
        return True
    if now < round_.opens_at:
        return _wait_until(tournament, round_.opens_at)
    open_tables(tournament, round_, now)
    return True


def publish(tournament: Tournament, round_: Round) -> None:
    """From now on everyone knows who sits where."""
    round_.status = Round.Status.SEATED
    round_.save(update_fields=["status"])
    write(tournament, next_at=round_.opens_at)


def open_tables(tournament: Tournament, round_: Round, now: datetime) -> None:
    boards = list(round_.boards.filter(is_done=False, table=None).order_by("number"))
    set_boards(tournament, round_, boards)
    round_.status, round_.started_at = Round.Status.RUNNING, now
    round_.ends_at = end_of_round(tournament, round_)
    round_.save(update_fields=["status", "started_at", "ends_at", "chain"])
    write(tournament, next_at=_look_again(round_, now))


def set_boards(tournament: Tournament, round_: Round, boards: Sequence[Board]) -> None:
    """Open a table for each of these boards, and lead its players there."""
    seats = _sitters(boards)
    settings = [_set_table(tournament, round_, seats[board.pk]) for board in boards]
    opened = tables.set_tables(occasion=_occasion(tournament, round_), tables=settings)
    for board, table in zip(boards, opened, strict=True):
        board.table = table
    Board.objects.bulk_update(boards, ["table"])
    urls = {entry.player_id: board.table.get_absolute_url() for board in boards for entry in seats[board.pk]
            if entry.player_id and entry.status != Entry.Status.WITHDRAWN and board.table}  # fmt: skip
    tell(tournament, {player: {"type": "table", "url": url} for player, url in urls.items()})
    notices.table_is_ready(tournament, round_, urls)


def _sitters(boards: Sequence[Board]) -> dict[int, list[Entry]]:
    """The entries of each board, in the order of the seats."""
    sitters: dict[int, list[Entry]] = {board.pk: [] for board in boards}
    for place in Place.objects.filter(board__in=boards).select_related("entry__player").order_by("seat"):
        assert place.board_id is not None
        sitters[place.board_id].append(place.entry)
    return sitters


def sitter_of(entry: Entry) -> SetSeat:
    """Who plays for an entry; for a player who has withdrawn since the round was seated, a bot of the house."""
    if entry.player and entry.status == Entry.Status.WITHDRAWN:
        return SetSeat(bot=Seat.Bot.MEDIUM, name=entry.name)
    return SetSeat(entry.player_id, entry.bot, entry.bot_name)


def _set_table(tournament: Tournament, round_: Round, entries: Sequence[Entry]) -> SetTable:
    seats = [sitter_of(entry) for entry in entries]
    if not tournament.duplicate:
        return SetTable(seats)
    chain, contributions = _same_decks(tournament, round_)
    return SetTable(seats, chain, contributions[: len(seats)])


def _same_decks(tournament: Tournament, round_: Round) -> tuple[Chain, list[bytes]]:
    """The chain that all tables of a round share, and the bytes of its seats (docs/fair-deals.md).

    The chain's secret follows from link `round` of the tournament's own chain, whose anchor was known before anyone
    entered; the bytes follow from what all who were there at the start have contributed.
    """
    assert tournament.chain is not None
    if round_.chain is None:
        link = tournament.chain.link(round_.number)
        round_.chain = Chain.of(hashlib.sha256(b"boneyard-duplicate/1" + link).digest())
        round_.chain.save()
    together = "".join(contribution for _entry, contribution in tournament.mixed_in)
    return round_.chain, [_seat_bytes(round_.number, seat, together) for seat in range(MOST_SEATS)]


def _seat_bytes(number: int, seat: int, together: str) -> bytes:
    return hashlib.sha256(f"boneyard-duplicate/1 {number} {seat} {together}".encode()).digest()[:CONTRIBUTION_BYTES]


def _occasion(tournament: Tournament, round_: Round) -> Occasion:
    return Occasion(
        owner=tournament.organiser,
        game=tournament.game,
        options=format_of(tournament).options(plan_of(tournament), round_.number),
        seconds=tournament.seconds,
        name=tournament.name,
        url=tournament.get_absolute_url(),
        club=tournament.club,
        is_sealed=tournament.duplicate,
    )


# --- A round is played ---


def _look_again(round_: Round, now: datetime) -> datetime:
    return min(now + LOOK_AGAIN, round_.ends_at or now + LOOK_AGAIN)


def _mind_round(tournament: Tournament, round_: Round, now: datetime) -> bool:
    collected = collect_results(round_)
    unfinished = list(round_.boards.filter(is_done=False))
    if not unfinished:
        _end_round(tournament, round_, now)
        return True
    if round_.ends_at and round_.ends_at <= now:
        for board in unfinished:
            _ask_to_finish(board)
        next_at = now + FINISHING
    else:
        next_at = _look_again(round_, now)
    if collected:
        write(tournament, next_at=next_at)
        return False
    return _wait_until(tournament, next_at)


def _ask_to_finish(board: Board) -> None:
    table_id = board.table_id
    if table_id:
        transaction.on_commit(lambda: dispatch.ask_to_finish(table_id))


def collect_results(round_: Round) -> int:
    """Take over what finished tables brought, once; how many there were."""
    boards = list(round_.boards.filter(is_done=False, table__status=Table.Status.FINISHED).select_related("table"))
    if boards:
        _write_results(boards)
    return len(boards)


def _write_results(boards: Sequence[Board]) -> None:
    scores = scores_of([board.table for board in boards if board.table])
    places = list(Place.objects.filter(board__in=boards).select_related("board"))
    for place in places:
        assert place.board is not None
        assert place.board.table_id is not None
        assert place.seat is not None
        place.score = scores[place.board.table_id][place.seat]
    Place.objects.bulk_update(places, ["score"])
    Board.objects.filter(pk__in=[board.pk for board in boards]).update(is_done=True)


def _end_round(tournament: Tournament, round_: Round, now: datetime) -> None:
    _note_absences(tournament, round_)
    round_.status, round_.finished_at = Round.Status.FINISHED, now
    round_.save(update_fields=["status", "finished_at"])
    if tournament.duplicate:
        tables.unseal(table_ids=list(round_.boards.filter(table__isnull=False).values_list("table_id", flat=True)))
    write(tournament, next_at=now)
    notices.round_is_over(tournament, round_)


def _note_absences(tournament: Tournament, round_: Round) -> None:
    """Whoever was away when the own match ended, or had left it, is absent, or out, as the organiser chose."""
    away = Seat.objects.filter(Q(away=True) | Q(left=True), table__board__round=round_, player__isnull=False)
    entries = tournament.entries.filter(
        player__in=away.values("player"), status=Entry.Status.ENTERED, places__round=round_
    )
    absent = list(entries.values_list("pk", flat=True))
    if not absent:
        return
    if tournament.absence == Tournament.Absence.DROP:
        Entry.objects.filter(pk__in=absent).update(status=Entry.Status.WITHDRAWN, presence=Entry.Presence.ABSENT)
    else:
        Entry.objects.filter(pk__in=absent).update(presence=Entry.Presence.ABSENT)
    notices.missed(tournament, round_, absent)

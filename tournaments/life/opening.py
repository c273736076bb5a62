"""The beginning of a round: opening its tables and telling the players."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db.models import Min

from accounts.notices import expect
from games import services as tables
from games.models import Chain
from games.rules.shuffle import CONTRIBUTION_BYTES
from games.services import Occasion, SetSeat, SetTable
from games.services.opening import MOST_SEATS
from tournaments import notices
from tournaments.base.locking import tell
from tournaments.base.snapshot import format_of
from tournaments.formats import SeatScore
from tournaments.hours.agreeing import people_at, set_hour
from tournaments.hours.deadlines import agree_by, fixed_hour, rule_applies_at
from tournaments.models import Board, Entry, HourProposal, Place, Round, Tournament


def open_tables(tournament: Tournament, round_: Round, now: datetime) -> None:
    """Begin a round: open its tables, or ask their players to agree on a time."""
    round_.status, round_.started_at = Round.Status.RUNNING, now
    round_.ends_at = tournament.schedule.end_of(round_)
    boards = list(round_.boards.filter(is_done=False, table=None).order_by("number"))
    agreeing = [board for board in boards if people_at(board)] if tournament.agrees_on_hours else []
    for board in agreeing:
        notices.match_hours.to_agree(tournament, board, _ids(board), agree_by(tournament, round_))
    set_boards(tournament, round_, [board for board in boards if board not in agreeing])
    round_.save(update_fields=["status", "started_at", "ends_at", "chain"])


def open_at_their_hours(tournament: Tournament, round_: Round, now: datetime) -> bool:
    """Open the tables whose hour has come, and all others when the round is over; return whether anything changed.

    Where no time was agreed by the deadline, the organiser's rule applies.
    """
    closed = list(round_.boards.filter(is_done=False, table=None).select_related("round").order_by("number"))
    is_over = round_.ends_at is not None and round_.ends_at <= now
    settled = [_settle(tournament, board, now) for board in closed if board.opens_at is None and not is_over]
    due = [board for board in closed if not board.is_done and (is_over or (board.opens_at and board.opens_at <= now))]
    HourProposal.objects.filter(board__in=due).delete()
    if due:
        set_boards(tournament, round_, due)
    return bool(due) or any(settled)


def next_hour(round_: Round) -> datetime | None:
    """Return when the next table of a running round opens, where tables have hours of their own."""
    return round_.boards.filter(is_done=False, table=None).aggregate(first=Min("opens_at"))["first"]


def _settle(tournament: Tournament, board: Board, now: datetime) -> bool:
    """Apply the organiser's rule to a table without an hour if it is time; return whether that changed the table."""
    round_ = board.round
    if now < agree_by(tournament, round_):
        return False
    fixed = fixed_hour(tournament, round_)
    if now < rule_applies_at(tournament, round_):
        notices.match_hours.undecided(tournament, board, _ids(board), rule_applies_at(tournament, round_))
        return False
    if tournament.agreeing == Tournament.Agreeing.ABSENT and len(people_at(board)) > 1:
        notices.match_hours.lost(tournament, board, _ids(board))
        note_nobody_came(board)
        return True
    set_hour(board, max(fixed, now), Board.HourFrom.RULE)
    notices.match_hours.was_set(tournament, board, _ids(board))
    return True


def _ids(board: Board) -> list[int]:
    return [player.pk for player in people_at(board)]


def note_nobody_came(board: Board) -> None:
    """Store the result of a table that is not played because nobody comes."""
    places = list(board.places.all())
    for place in places:
        place.score = asdict(SeatScore(points=0, absent=True))
    Place.objects.bulk_update(places, ["score"])
    board.proposals.all().delete()
    board.is_done = True
    board.save(update_fields=["is_done"])


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
    expect(list(urls))


def _sitters(boards: Sequence[Board]) -> dict[int, list[Entry]]:
    """Return the entries of each board in the order of the seats."""
    sitters: dict[int, list[Entry]] = {board.pk: [] for board in boards}
    for place in Place.objects.filter(board__in=boards).select_related("entry__player").order_by("seat"):
        assert place.board_id is not None
        sitters[place.board_id].append(place.entry)
    return sitters


def sitter_of(tournament: Tournament, entry: Entry) -> SetSeat:
    """Return who takes an entry's seat: a bot if the player has withdrawn since the round was seated."""
    if entry.player and entry.status == Entry.Status.WITHDRAWN:
        return SetSeat.in_place_of(entry.name, tournament.house_level)
    return SetSeat(entry.player_id, entry.bot, entry.bot_name)


def _set_table(tournament: Tournament, round_: Round, entries: Sequence[Entry]) -> SetTable:
    seats = [sitter_of(tournament, entry) for entry in entries]
    if not tournament.duplicate:
        return SetTable(seats)
    chain, contributions = _same_decks(tournament, round_)
    return SetTable(seats, chain, contributions[: len(seats)])


def _same_decks(tournament: Tournament, round_: Round) -> tuple[Chain, list[bytes]]:
    """Return the chain that all tables of a round share, and the bytes of its seats (docs/fair-deals.md).

    The chain's secret follows from link `round` of the tournament's own chain, whose anchor was published before anyone
    entered; the bytes follow from the contributions of everybody who had a place at the start.
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
        rules_version=tournament.rules_version,
        options=format_of(tournament).options(tournament.terms.plan, round_.number),
        seconds=tournament.seconds,
        name=tournament.name,
        url=tournament.get_absolute_url(),
        club=tournament.club,
        is_sealed=tournament.duplicate,
        admits_bots=tournament.admits_bots,
        house_level=tournament.house_level,
    )

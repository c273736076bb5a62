"""What organisers do by hand at the tables of a round: nudge, finish, put somebody in, annul and replay, correct.

Whose result it is when somebody else plays: a bot that is put in plays *for* the entry, whose result it stays. A player
who is put in from the waiting list takes part from this round on: the result of this table is theirs, whoever sat there
before keeps what the rounds before brought. Where everyone's matches are fixed from the start (knockout, round robin)
only a bot can be put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from games.services import SetSeat
from games.state import dispatch
from games.state.live_tables import LiveTable, memory
from tournaments.base.locking import tell, write
from tournaments.base.snapshot import format_of, plan_of, read_score
from tournaments.control.acting import board_of, checked_reason, entry_of, locked_as_seen, note
from tournaments.control.undoing import check_result_may_change, kept, read_board, write_after_change
from tournaments.formats import SeatScore
from tournaments.formats.duels.tie_breaks import HIGH_WINS
from tournaments.life.entering import late_seed
from tournaments.life.opening import set_boards
from tournaments.life.pausing import mind_pause
from tournaments.life.results import collect_results
from tournaments.models import Act, Board, Entry, Place, Round, Tournament

MOST_POINTS = 9999


def _numbers(board: Board) -> dict[str, Any]:
    return {"round": board.round.number, "table": board.number}


def _running_board(tournament: Tournament, board_id: int) -> tuple[Board, Table]:
    """Raises UserError (no-board, table-over)."""
    board = board_of(tournament, board_id)
    if board.table is None or board.is_done or board.round.status != Round.Status.RUNNING:
        raise UserError("table-over", _("No match is running at this table."))
    return board, board.table


@transaction.atomic
def nudge(*, tournament_id: str, by: Player, board_id: int) -> Act:
    """Lead whoever is on turn to the table, and have the house do what is due.

    Raises UserError (no-board, table-over).
    """
    tournament = locked_as_seen(tournament_id, "", "board")
    board, table = _running_board(tournament, board_id)
    seat = Seat.objects.filter(table=table, number=table.turn).first() if table.turn is not None else None
    if seat is not None and seat.player_id is not None:
        tell(tournament, {seat.player_id: {"type": "table", "url": table.get_absolute_url()}})
    transaction.on_commit(lambda: tables.nudge(table_id=table.pk))
    return note(tournament, by, "nudge", _numbers(board))


@transaction.atomic
def finish_table(*, tournament_id: str, by: Player, board_id: int, reason: str, seen: str = "") -> Act:
    """The house plays the match to its end at once. Raises UserError (stale, no-reason, no-board, table-over)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "board", board_id)
    board, table = _running_board(tournament, board_id)
    write(tournament)
    transaction.on_commit(lambda: dispatch.ask_to_finish(table.pk))
    return note(tournament, by, "finish", _numbers(board), reason=why)


# --- Somebody else plays ---


def put_bot_in(*, tournament_id: str, by: Player, board_id: int, entry_id: int, reason: str, seen: str = "") -> Act:
    """A bot plays the seat on; the result stays the entry's, who is absent from now on.

    Raises UserError (stale, no-reason, no-board, table-over, not-there)."""
    why = checked_reason(reason)
    with _held_table(tournament_id, board_id) as live, transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "board", board_id)
        board, table = _running_board(tournament, board_id)
        place = place_at(board, entry_id)
        bot = SetSeat(bot=Seat.Bot.MEDIUM, name=place.entry.name)
        _hand_over(live, table, place, bot)
        if place.entry.player_id is not None:
            Entry.objects.filter(pk=entry_id).update(presence=Entry.Presence.ABSENT)
        write(tournament)
        return note(tournament, by, "bot", _numbers(board) | {"one": place.entry.name}, reason=why)


def put_back(*, tournament_id: str, by: Player, board_id: int, entry_id: int, seen: str = "") -> Act:
    """The player takes the own seat over from the bot. Raises UserError (stale, no-board, table-over, not-there)."""
    with _held_table(tournament_id, board_id) as live, transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "board", board_id)
        board, table = _running_board(tournament, board_id)
        place = place_at(board, entry_id)
        entry = place.entry
        _hand_over(live, table, place, SetSeat(entry.player_id, entry.bot, entry.bot_name))
        Entry.objects.filter(pk=entry_id).update(presence=Entry.Presence.HERE)
        write(tournament)
        if entry.player_id is not None:  # who was replaced at a sealed table was shown out of it
            tell(tournament, {entry.player_id: {"type": "table", "url": table.get_absolute_url()}})
        return note(tournament, by, "put-back", _numbers(board) | {"one": entry.name})


def substitute(
    *, tournament_id: str, by: Player, board_id: int, entry_id: int, instead_id: int, reason: str, seen: str = ""
) -> Act:
    """`instead_id` takes the seat of `entry_id`, the tiles and the points of this match, from this round on.

    Raises UserError (stale, no-reason, no-board, table-over, not-there, fixed-field, not-free, same-tiles)."""
    why = checked_reason(reason)
    with _held_table(tournament_id, board_id) as live, transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "board", board_id)
        board, table = _running_board(tournament, board_id)
        place, instead = place_at(board, entry_id), entry_of(tournament, instead_id)
        check_may_substitute(tournament)
        if not free_entries(tournament, board.round).filter(pk=instead.pk).exists():
            raise UserError("not-free", _("Only who waits, or has no place in this round, can be put in."))
        check_tiles_are_new(tournament, place, instead)
        _hand_over(live, table, place, SetSeat(instead.player_id, instead.bot, instead.bot_name))
        if place.entry.player_id is not None:
            Entry.objects.filter(pk=entry_id).update(presence=Entry.Presence.ABSENT)
        Entry.objects.filter(pk=instead.pk).update(
            status=Entry.Status.ENTERED,
            presence=Entry.Presence.HERE,
            seed=instead.seed or late_seed(tournament),
            checked_in_at=instead.checked_in_at or timezone.now(),
        )
        Place.objects.filter(pk=place.pk).update(entry=instead)
        write(tournament)
        if instead.player_id is not None:
            tell(tournament, {instead.player_id: {"type": "table", "url": table.get_absolute_url()}})
        about = _numbers(board) | {"one": place.entry.name, "other": instead.name}
        return note(tournament, by, "substitute", about | {"entry": entry_id, "seat": place.seat}, reason=why)


def check_may_substitute(tournament: Tournament) -> None:
    """Raises UserError (fixed-field)."""
    entrants = tournament.entries.filter(seed__gt=0).count()
    if tournament.round_number > format_of(tournament).last_round_to_enter(plan_of(tournament), entrants):
        sentence = _("In this format nobody can come in any more: have a bot play on for the player instead.")
        raise UserError("fixed-field", sentence)
    if format_of(tournament).slug in ("knockout", "round-robin"):
        sentence = _("All matches are fixed from the start: have a bot play on for the player instead.")
        raise UserError("fixed-field", sentence)


def check_tiles_are_new(tournament: Tournament, place: Place, instead: Entry) -> None:
    """With the same decks at all tables nobody comes to one who was taken off another in this round; only back to the
    same seat. Bots remember nothing. Raises UserError (same-tiles)."""
    if not tournament.duplicate or instead.player_id is None:
        return
    assert place.board is not None
    left = tournament.acts.filter(what="substitute", about__round=place.round.number, about__entry=instead.pk)
    here = (place.board.number, place.seat)
    if any((about["table"], about["seat"]) != here for about in left.values_list("about", flat=True)):
        sentence = _("{name} has sat at another table in this round, and knows tiles that are played here, too.")
        raise UserError("same-tiles", sentence.format(name=instead.name))


def place_at(board: Board, entry_id: int) -> Place:
    """Raises UserError (not-there)."""
    place = board.places.select_related("entry__player", "board", "round").filter(entry=entry_id).first()
    if place is None:
        raise UserError("not-there", _("This player does not sit at this table."))
    return place


def free_entries(tournament: Tournament, round_: Round) -> Any:
    """Who waits, or is entered and has no place in this round."""
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).exclude(places__round=round_)
    return entries.select_related("player").order_by("entered_at", "pk")


def _held_table(tournament_id: str, board_id: int) -> AbstractContextManager[LiveTable]:
    """Held before the tournament is locked: whoever plays holds the table, and then waits for the database.

    Raises UserError (table-over)."""
    board = Board.objects.filter(round__tournament=tournament_id, pk=board_id, table__isnull=False).first()
    if board is None or board.table_id is None:
        raise UserError("table-over", _("No match is running at this table."))
    return memory.hold(board.table_id)


def _hand_over(live: LiveTable, table: Table, place: Place, to: SetSeat) -> None:
    """Raises UserError (table-over): it may have ended, or been replayed, while this was asked."""
    assert place.seat is not None
    if live.id != table.pk or not tables.hand_over_held(live=live, seat=place.seat, to=to):
        raise UserError("table-over", _("No match is running at this table."))


# --- Results ---


def replay(*, tournament_id: str, by: Player, board_id: int, reason: str, seen: str = "") -> Act:
    """The match counts for nothing, and is played anew at another table by the same players.

    Raises UserError (stale, no-reason, no-board, too-late, same-tiles)."""
    act = _replay(tournament_id=tournament_id, by=by, board_id=board_id, reason=reason, seen=seen)
    mind_pause(tournament_id=tournament_id)
    return act


@transaction.atomic
def _replay(*, tournament_id: str, by: Player, board_id: int, reason: str, seen: str) -> Act:
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "board", board_id)
    board = board_of(tournament, board_id)
    check_can_replay(tournament, board)
    collect_results(board.round)
    board = board_of(tournament, board_id)
    assert board.table is not None
    old, was = board.table.pk, read_board(board.pk)
    tables.annul(table_id=old)
    board.places.update(score=None)
    board.table, board.is_done, board.is_corrected = None, False, False
    board.save(update_fields=["table", "is_done", "is_corrected"])
    set_boards(tournament, board.round, [board])
    write(tournament)
    before = kept("table", board.pk, was) if was["done"] else None
    return note(tournament, by, "replay", _numbers(board) | {"old": old}, reason=why, before=before)


def check_can_replay(tournament: Tournament, board: Board) -> None:
    """Raises UserError (too-late, same-tiles)."""
    if board.round.status != Round.Status.RUNNING or board.table is None:
        raise UserError("too-late", _("Only in the running round can a match be played anew: correct it instead."))
    if tournament.duplicate and board.table.status != Table.Status.OPEN:
        sentence = _("It would be played with the same tiles, and these players have seen them: correct it instead.")
        raise UserError("same-tiles", sentence)


@transaction.atomic
def correct(
    *, tournament_id: str, by: Player, board_id: int, points: Sequence[int], reason: str, seen: str = ""
) -> Act:
    """The points of each seat, in order. A match that is not over is broken off. Once the next round is seated this
    changes the standings, not the seatings.

    Raises UserError (stale, no-reason, no-board, too-late, bad-points, decided, over)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "board", board_id)
    if tournament.status == Tournament.Status.CANCELLED:
        raise UserError("over", _("This tournament is cancelled."))
    board = board_of(tournament, board_id)
    check_can_correct(board)
    collect_results(board.round)
    was = read_board(board.pk)
    places = list(board.places.order_by("seat"))
    scores = corrected(tournament.game, [place.score and read_score(place.score) for place in places], points)
    for place, score in zip(places, scores, strict=True):
        place.score = asdict(score)
    after = was | {"places": [[place.pk, place.entry_id, place.score] for place in places]}
    check_result_may_change(tournament, board, after)
    if not was["done"]:
        assert board.table_id is not None
        tables.annul(table_id=board.table_id)
    Place.objects.bulk_update(places, ["score"])
    Board.objects.filter(pk=board.pk).update(is_done=True, is_corrected=True)
    if board.round.status == Round.Status.RUNNING and tournament.paused_at is None:
        write_after_change(tournament, next_at=timezone.now())
    else:
        write_after_change(tournament)
    about = _numbers(board) | {"scores": " : ".join(str(score.points) for score in scores)}
    before = kept("result", board.pk, was) if was["done"] else None
    return note(tournament, by, "correct", about, reason=why, before=before)


def check_can_correct(board: Board) -> None:
    """Raises UserError (too-late)."""
    if board.round.status not in (Round.Status.RUNNING, Round.Status.FINISHED) or board.table_id is None:
        raise UserError("too-late", _("There is nothing to correct before the match has begun."))


def corrected(game: str, scores: Sequence[SeatScore | None], points: Sequence[int]) -> list[SeatScore]:
    """The scores of a table with these points: who won follows from them, the difference goes to the last deal.

    Raises UserError (bad-points)."""
    if len(points) != len(scores) or any(not 0 <= one <= MOST_POINTS for one in points):
        raise UserError("bad-points", _("Give every seat its points, from 0 to 9999."))
    best = max(points) if game in HIGH_WINS else min(points)
    winners = sum(one == best for one in points)
    is_same = all(old is not None and old.points == new for old, new in zip(scores, points, strict=True))
    return [
        SeatScore(
            points=new,
            deals=_deals(old, new),
            won=new == best and winners == 1,
            shared=new == best and winners > 1,
            settlement=old.settlement if old and is_same else None,
            perfect=min(old.perfect, new // 2) if old else 0,
        )
        for old, new in zip(scores, points, strict=True)
    ]


def _deals(old: SeatScore | None, points: int) -> tuple[int, ...]:
    if old is None or not old.deals:
        return (points,)
    last = old.deals[-1] + points - sum(old.deals)
    return (*old.deals[:-1], last) if last >= 0 else (points,)

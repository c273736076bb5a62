"""The end of a round: storing the results of its tables, and noting who was away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.notices import expect
from games import services as tables
from games.models import Move, Seat, Table
from games.state import dispatch
from games.state.stored import read_packed_matches
from tournaments import notices
from tournaments.base import log
from tournaments.base.locking import write
from tournaments.base.snapshot import scores_of
from tournaments.life.seating import warn_if_too_few_players
from tournaments.life.teams.line_ups import pass_on_line
from tournaments.models import Board, Entry, Place, Round, Tournament


def ask_to_finish(board: Board) -> None:
    table_id = board.table_id
    if table_id:
        transaction.on_commit(lambda: dispatch.ask_to_finish(table_id))


def collect_results(round_: Round) -> list[Board]:
    """Store the results of tables that have finished, once; return these tables."""
    boards = list(round_.boards.filter(is_done=False, table__status=Table.Status.FINISHED).select_related("table"))
    if boards:
        _write_results(round_.tournament, round_, boards)
    return boards


def _write_results(tournament: Tournament, round_: Round, boards: Sequence[Board]) -> None:
    scores = scores_of([board.table for board in boards if board.table])
    places = list(Place.objects.filter(board__in=boards).select_related("board", "entry"))
    absent = _without_players(tournament, round_, boards, places) if tournament.terms.plan.has_absence_rules else set()
    for place in places:
        assert place.board is not None
        assert place.board.table_id is not None
        assert place.seat is not None
        place.score = {**scores[place.board.table_id][place.seat], "absent": place.pk in absent}
    Place.objects.bulk_update(places, ["score"])
    Board.objects.filter(pk__in=[board.pk for board in boards]).update(is_done=True)


def _without_players(
    tournament: Tournament, round_: Round, boards: Sequence[Board], places: Sequence[Place]
) -> set[int]:
    """Return the ids of the places whose players did not come: the house made all their moves, and the player, who had
    been told of the table, was away at its end or has withdrawn."""
    tables = [place.board.table_id for place in places if place.board]
    played = set(Move.objects.filter(table__in=tables, by=Move.By.PLAYER).values_list("table", "seat").distinct())
    packed = read_packed_matches(
        [one for one in tables if one is not None and all(one != table for table, _seat in played)]
    )
    by_hand = {(one, move.seat) for one, match in packed.items() for move in match.moves if move.by == Move.By.PLAYER}
    gone = Seat.objects.filter(Q(away=True) | Q(left=True), table__in=tables).values_list("table", "number")
    came, empty, excused = played | by_hand, set(gone), _excused(tournament, round_, boards)
    return {
        place.pk
        for place in places
        if place.entry.player_id is not None and place.board is not None
        for seat in [(place.board.table_id, place.seat)]
        if seat not in came and (seat in empty or place.entry.status == Entry.Status.WITHDRAWN)
        if place.entry.player_id not in excused
    }


def _excused(tournament: Tournament, round_: Round, boards: Sequence[Board]) -> set[int | None]:
    """Return the ids of players who have not been told of their table yet, or were at one of these when it was
    annulled."""
    return {*notices.awaiting_mail_of_table(tournament, round_), *_present_when_annulled(tournament, round_, boards)}


def end_round(tournament: Tournament, round_: Round, now: datetime) -> None:
    note_absences(tournament, round_, list(round_.boards.all()))
    round_.status, round_.finished_at = Round.Status.FINISHED, now
    round_.save(update_fields=["status", "finished_at"])
    if tournament.duplicate:
        tables.unseal(table_ids=list(round_.boards.filter(table__isnull=False).values_list("table_id", flat=True)))
    write(tournament, next_at=now)
    notices.round_is_over(tournament, round_)
    warn_if_too_few_players(tournament)
    expect([player for player in round_.places.values_list("entry__player", flat=True) if player])


def note_absences(tournament: Tournament, round_: Round, boards: Sequence[Board]) -> None:
    """Mark players who left their match at these tables, or were away at its end, as absent or withdrawn."""
    away = Seat.objects.filter(Q(away=True) | Q(left=True), table__board__in=boards, player__isnull=False)
    entries = tournament.entries.filter(
        player__in=away.values("player"), status=Entry.Status.ENTERED, places__board__in=boards
    ).exclude(player__in=_excused(tournament, round_, boards))
    absent = list(entries.values_list("pk", flat=True))
    if not absent:
        return
    if tournament.absence == Tournament.Absence.DROP:
        Entry.objects.filter(pk__in=absent).update(status=Entry.Status.WITHDRAWN, presence=Entry.Presence.ABSENT)
        for entry in tournament.entries.filter(pk__in=absent, team__isnull=False).select_related("team", "player"):
            pass_on_line(tournament, entry)
    else:
        Entry.objects.filter(pk__in=absent).update(presence=Entry.Presence.ABSENT)
    notices.missed(tournament, round_, boards, absent)


def _present_when_annulled(tournament: Tournament, round_: Round, boards: Sequence[Board]) -> set[int | None]:
    """Return the ids of players who were at one of these tables of the round when it was annulled."""
    lines = log.lines_of(tournament).filter(action=log.REPLAYED, details__round=round_.number)
    numbers = {board.number for board in boards}
    annulled = [line for line in lines if line.details["table"] in numbers]
    were_there = Seat.objects.filter(table__in=[line.details["old"] for line in annulled], away=False, left=False)
    return set(were_there.filter(player__isnull=False).values_list("player", flat=True))


def ask_for_substitutes(tournament: Tournament, round_: Round) -> None:
    """Tell the organisers at which tables the house plays for somebody who is away."""
    away = Q(table__seats__away=True) | Q(table__seats__left=True)
    boards = round_.boards.filter(away, is_done=False, table__status=Table.Status.RUNNING).distinct()
    for board in boards:
        players = Seat.objects.filter(Q(away=True) | Q(left=True), table=board.table_id).values("player")
        for place in board.places.filter(entry__player__in=players).select_related("entry__player"):
            notices.changes.substitute_needed(tournament, round_, board, place.entry)

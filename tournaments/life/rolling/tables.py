"""The running round of rolling tables: results, new tables for free players, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Min, QuerySet

from accounts.notices import expect
from games import services as tables
from tournaments.base.locking import look_again_at, write
from tournaments.base.snapshot import event_to_seat, format_of, players_present
from tournaments.formats import Seating
from tournaments.formats.rolling.seating import PATIENCE
from tournaments.life.opening import set_boards
from tournaments.life.results import ask_for_substitutes, collect_results, note_absences
from tournaments.life.rolling import bots
from tournaments.life.seating import WorkedOut, log_unavoidable_meetings, rng_of, write_seating
from tournaments.models import Board, Entry, Round, Tournament

LOOK_AGAIN = timedelta(seconds=15)
"""Interval between checks of running tables while none reports its end."""


def is_open(tournament: Tournament, round_: Round | None, now: datetime) -> bool:
    """Return whether free players are still being seated."""
    if tournament.status != Tournament.Status.RUNNING:
        return False
    return round_ is None or round_.ends_at is None or now < round_.ends_at


def work_out_tables(tournament: Tournament, round_: Round, now: datetime) -> WorkedOut | None:
    """Return the next tables, which are the same as long as nothing changes; None if the time is up.

    No table is set that would only open after the time is up.
    """
    if not is_open(tournament, round_, now + pause_of(tournament)):
        return None
    event, number = event_to_seat(tournament), round_.boards.count() + 1
    free_since = dict(players_present(tournament).values_list("pk", "free_since"))
    event = replace(event, weary=frozenset(id for id, since in free_since.items() if since and since <= now - PATIENCE))
    seating = format_of(tournament).seat(event, set(free_since), rng_of(tournament, round_.number, f"table {number}"))
    return WorkedOut(round_.number, event, seating)


def pause_of(tournament: Tournament) -> timedelta:
    """Return the time between the announcement of a table and its opening."""
    return timedelta(seconds=tournament.break_seconds)


def mind_tables(tournament: Tournament, round_: Round, worked_out: WorkedOut | None, now: datetime) -> bool:
    """Do what is due; return whether there may be more."""
    collected = collect_results(round_)
    if collected:
        note_absences(tournament, round_, collected)
        write(tournament, next_at=now)
        expect(_players_at(collected))
        return True
    if not is_open(tournament, round_, now):
        return _end(tournament, round_, now)
    if _open_due(tournament, round_, now):
        return True
    if worked_out is not None and worked_out.seating is not None:
        seating = worked_out.seating
        if seating.tables:
            _set(tournament, round_, seating, now)
            return True
        free = _free(tournament, round_)
        _note_who_waits(tournament, free, now)
        if tournament.fills_up and (filled := bots.fill_up(tournament, round_, free, now)):
            _set(tournament, round_, Seating((filled,)), now)
            return True
    ask_for_substitutes(tournament, round_)
    look_again_at(tournament, _next_at(tournament, round_, now))
    return False


def _players_at(boards: Sequence[Board]) -> list[int]:
    players = Entry.objects.filter(places__board__in=boards, player__isnull=False).values_list("player", flat=True)
    return [player for player in players if player]


def _free(tournament: Tournament, round_: Round) -> list[Entry]:
    """Return the players who are present and at no table that is set or being played."""
    playing = round_.places.filter(board__is_done=False).values("entry")
    return list(players_present(tournament).exclude(pk__in=playing).order_by("seed"))


def _note_who_waits(tournament: Tournament, free: Sequence[Entry], now: datetime) -> None:
    newly = [entry.pk for entry in free if entry.free_since is None]
    if newly:
        Entry.objects.filter(pk__in=newly).update(free_since=now)
    gone = tournament.entries.filter(free_since__isnull=False).exclude(pk__in=[entry.pk for entry in free])
    gone.update(free_since=None)


def _set(tournament: Tournament, round_: Round, seating: Seating, now: datetime) -> None:
    """Seat people at further tables, which open after the pause."""
    first = 1 + round_.boards.count()
    write_seating(round_, seating, now + pause_of(tournament))
    log_unavoidable_meetings(tournament, round_, first)
    seated = [entry for table in seating.tables for entry in table.entrants]
    Entry.objects.filter(pk__in=seated).update(free_since=None)
    write(tournament, next_at=now)


def _open_due(tournament: Tournament, round_: Round, now: datetime) -> bool:
    due = list(_unopened(round_).filter(opens_at__lte=now).order_by("number"))
    if due:
        set_boards(tournament, round_, due)
        write(tournament, next_at=now)
    return bool(due)


def _unopened(round_: Round) -> QuerySet[Board]:
    return round_.boards.filter(is_done=False, table=None, opens_at__isnull=False)


def _next_at(tournament: Tournament, round_: Round, now: datetime) -> datetime:
    opens_at = _unopened(round_).aggregate(at=Min("opens_at"))["at"]
    waits = tournament.entries.filter(free_since__gt=now - PATIENCE).aggregate(since=Min("free_since"))["since"]
    moments = [now + LOOK_AGAIN, opens_at, round_.ends_at, waits and waits + PATIENCE]
    return min(at for at in moments if at is not None)


def _end(tournament: Tournament, round_: Round, now: datetime) -> bool:
    """Play out or break off what is under way, as the plan says; end the round when nothing is."""
    _unopened(round_).delete()
    if not tournament.plays_out:
        _break_off(round_)
    if round_.boards.filter(is_done=False).exists():
        ask_for_substitutes(tournament, round_)
        look_again_at(tournament, now + LOOK_AGAIN)
        return False
    round_.status, round_.finished_at = Round.Status.FINISHED, now
    round_.save(update_fields=["status", "finished_at"])
    write(tournament, next_at=now)
    return True


def _break_off(round_: Round) -> None:
    """Annul all tables that are still played: they count for nobody. The result of one that has just ended counts."""
    for board in round_.boards.filter(is_done=False, table__isnull=False):
        assert board.table_id is not None
        if tables.annul(table_id=board.table_id):
            Board.objects.filter(pk=board.pk).update(is_done=True)

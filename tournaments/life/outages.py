"""Making up for outages: rounds and check-ins get their time back, and no known tiles are dealt after a restore."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, F, Value
from django.db.models.functions import Greatest, Least

from games import services as tables
from games.models import Chain
from tournaments import notices
from tournaments.base.locking import locked, write
from tournaments.base.log import LATE_START, NEW_ANCHOR, NEW_TILES, NO_CHECK_IN, note
from tournaments.life import ending
from tournaments.life.opening import set_boards
from tournaments.life.pausing import shift
from tournaments.life.results import collect_results
from tournaments.models import Round, Tournament, TournamentQuerySet
from tournaments.notices import changes

A_MINUTE = timedelta(minutes=1)
OPEN_AT_LEAST = 5 * A_MINUTE
"""After an outage, check-in stays open for the time lost, but no longer than this or, if that is more, a third of its
usual length."""


@transaction.atomic
def give_time_back(*, gap: timedelta, now: datetime) -> int:
    """Extend running and imminent rounds, and check-ins, by an outage of `gap`; return the number of tournaments
    affected.

    A break begins now at the latest, because the last table may have finished during the outage. Fixed dates of rounds
    stay as they are unless they have passed.
    """
    before = now - gap
    prolonged = _prolong_check_ins(gap, now)
    running = Tournament.objects.running().filter(paused_at=None)
    for tournament in _locked(running):
        if tournament.schedule.has_dates:
            shift(tournament, gap, now)
    rounds = Round.objects.filter(tournament__in=running.with_breaks().values("pk"))
    rounds.filter(status=Round.Status.RUNNING, ends_at__gt=before).update(ends_at=F("ends_at") + gap)
    rounds.filter(status__in=[Round.Status.HELD, Round.Status.SEATED]).update(opens_at=F("opens_at") + gap)
    rounds.filter(status=Round.Status.FINISHED, number=F("tournament__round_number")).update(
        finished_at=Greatest("finished_at", Least(F("finished_at") + gap, Value(now, DateTimeField())))
    )
    waiting = running.filter(next_at__isnull=False).update(next_at=now)  # each then works out when it is next due
    return prolonged + waiting


@transaction.atomic
def bring_deadlines_forward(*, by: timedelta, now: datetime) -> None:
    """Bring forward times that were set by a clock that was ahead; planned dates stay as they are."""
    running = Tournament.objects.running().filter(paused_at=None)
    _locked(running)
    rounds = Round.objects.filter(tournament__in=running.with_breaks().values("pk"))
    rounds.filter(status=Round.Status.RUNNING, ends_at__isnull=False).update(ends_at=F("ends_at") - by)
    rounds.filter(status__in=[Round.Status.HELD, Round.Status.SEATED]).update(opens_at=F("opens_at") - by)
    rounds.filter(status=Round.Status.FINISHED, number=F("tournament__round_number")).update(
        finished_at=F("finished_at") - by
    )
    running.filter(next_at__isnull=False).update(next_at=now)


def _locked(tournaments: TournamentQuerySet) -> list[Tournament]:
    """Lock and return tournaments, before anything is done to their rounds, as every step does."""
    return list(tournaments.select_for_update().order_by("pk"))


def _prolong_check_ins(gap: timedelta, now: datetime) -> int:
    coming = Tournament.objects.coming().filter(check_in_minutes__gt=0, starts_at__gt=now - gap)
    cut = [one.pk for one in coming.order_by("pk") if one.check_in_at < now]
    return sum(_prolong_check_in(locked(tournament_id), gap, now) for tournament_id in cut)


def _prolong_check_in(tournament: Tournament, gap: timedelta, now: datetime) -> bool:
    """Extend a check-in, and delay the start accordingly.

    Leagues keep their dates, which all count from the start; nobody has to check in there.
    """
    lost = min(now, tournament.starts_at) - max(now - gap, tournament.check_in_at)
    enough = max(A_MINUTE * tournament.check_in_minutes / 3, OPEN_AT_LEAST)
    starts_at = _whole_minute(now + min(lost, enough))
    if starts_at <= tournament.starts_at:
        return False
    if tournament.schedule.has_dates:
        write(tournament, check_in_minutes=0, next_at=max(tournament.next_at or now, tournament.starts_at))
        note(tournament, None, NO_CHECK_IN, {})
        return True
    late = starts_at - tournament.starts_at
    is_open = tournament.status == Tournament.Status.CHECK_IN
    write(tournament, starts_at=starts_at, next_at=starts_at if is_open else tournament.next_at)
    note(tournament, None, LATE_START, {"minutes": round(late / A_MINUTE)})
    if is_open:
        notices.check_in_is_prolonged(tournament)
    return True


def _whole_minute(at: datetime) -> datetime:
    """Round up to a whole minute."""
    return at if at.second == at.microsecond == 0 else at.replace(second=0, microsecond=0) + A_MINUTE


@transaction.atomic
def repair_after_restore(*, tournament_id: str, now: datetime) -> None:
    """Make sure that a tournament deals no tiles that were known before the database was restored. Idempotent.

    Before it starts, its chain is replaced. Afterwards each table that is not over is played again. Where all tables
    have the same tiles, the links of its rounds are known, and it cannot go on.
    """
    tournament = locked(tournament_id)
    if tournament.status == Tournament.Status.RUNNING:
        if tournament.duplicate:
            ending.cancel(tournament, "restored", now)
        else:
            _play_again(tournament)
    elif tournament.chain is not None:
        tournament.chain = Chain.new()
        tournament.chain.save()
        write(tournament, chain=tournament.chain)
        note(tournament, None, NEW_ANCHOR, {})


def _play_again(tournament: Tournament) -> None:
    for round_ in tournament.played_rounds.filter(status=Round.Status.RUNNING):
        collect_results(round_)
        boards = list(round_.boards.filter(is_done=False, table__isnull=False).order_by("number"))
        for board in boards:
            assert board.table_id is not None
            tables.annul(table_id=board.table_id)
            board.table = None
            board.save(update_fields=["table"])
            write(tournament)
            changes.gets_new_tiles(tournament, board)
            note(tournament, None, NEW_TILES, {"round": round_.number, "table": board.number})
        set_boards(tournament, round_, boards)

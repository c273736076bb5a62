"""The clockwork of a tournament: one function that does whatever is due, called whenever something may be.

It may be called twice, late, or concurrently: every step is one transaction under the tournament's lock, and is only
taken if nothing has changed since it was decided. Seating a round takes long and is computed before taking the lock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments import notices
from tournaments.base.locking import locked, look_again_at, write
from tournaments.base.snapshot import format_of
from tournaments.life.ending import finish
from tournaments.life.opening import next_hour, open_at_their_hours, open_tables
from tournaments.life.results import ask_for_substitutes, ask_to_finish, collect_results, end_round
from tournaments.life.rolling import tables as rolling
from tournaments.life.seating import (
    WorkedOut,
    log_unavoidable_meetings,
    nothing_more,
    publish,
    work_out_seating,
    write_seating,
)
from tournaments.life.starting import advance_before_start
from tournaments.models import Round, Tournament

MOST_STEPS = 50
LOOK_AGAIN = timedelta(seconds=15)
"""Interval between checks of a running round while no table reports its end."""
FINISHING = timedelta(seconds=5)
"""How long the house gets to finish the tables of a round whose time is over, before it is asked again."""
HOLD_AT_MOST = timedelta(minutes=10)
"""A seating that nobody publishes is published automatically this long after its time."""
HOLD_AHEAD = timedelta(days=1)
"""How long before its date a round is seated if the organisers want to check the seating."""

Status = Tournament.Status


def advance(*, tournament_id: str, now: datetime | None = None) -> None:
    """Do everything that is due. Raises Tournament.DoesNotExist."""
    now = now or timezone.now()
    for _step in range(MOST_STEPS):
        if not _advance_once(tournament_id, now):
            return


def _advance_once(tournament_id: str, now: datetime) -> bool:
    """Take one step; return False if nothing was due."""
    seen = Tournament.objects.select_related("club", "organiser", "chain").get(pk=tournament_id)
    seating = _work_out_seating(seen, now)
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.version != seen.version:
            return True
        return _take_step(tournament, seating, now)


# --- Before the lock ---


def _work_out_seating(tournament: Tournament, now: datetime) -> WorkedOut | None:
    """Compute the next seating; return None if it is not time for that."""
    if tournament.status != Status.RUNNING or tournament.paused_at:
        return None
    current = _current_round(tournament)
    if current is not None and current.status == Round.Status.RUNNING and tournament.is_rolling:
        return rolling.work_out_tables(tournament, current, now)
    if current is not None and current.status != Round.Status.FINISHED:
        return None
    if current is None or tournament.is_rolling or _seating_time(tournament, current) <= now:
        return work_out_seating(tournament)
    if tournament.next_at is not None and tournament.next_at <= now:
        return nothing_more(tournament)
    return None


def _current_round(tournament: Tournament) -> Round | None:
    return tournament.played_rounds.filter(number=tournament.round_number).first()


def _seating_time(tournament: Tournament, after: Round) -> datetime:
    """Return when the next round is seated.

    This is normally when the round begins, so that everyone present is seated; it is earlier in the break, or a day
    before the date, if the organisers want to check the seating.
    """
    if not tournament.holds_seatings:
        return tournament.schedule.next_round_at(after)
    return tournament.schedule.seated_ahead_at(after, HOLD_AHEAD)


# --- Under the lock ---


def _take_step(tournament: Tournament, worked_out: WorkedOut | None, now: datetime) -> bool:
    if tournament.paused_at is not None:
        return False
    if tournament.status in Tournament.COMING:
        return advance_before_start(tournament, now)
    if tournament.status != Status.RUNNING:
        return False
    current = _current_round(tournament)
    if current is None or current.status == Round.Status.FINISHED:
        return _seat_round(tournament, current, worked_out, now)
    if current.status == Round.Status.RUNNING and tournament.is_rolling:
        return rolling.mind_tables(tournament, current, worked_out, now)
    if current.status == Round.Status.RUNNING:
        return _mind_round(tournament, current, now)
    return _begin_round(tournament, current, now)


def _seat_round(tournament: Tournament, last: Round | None, worked_out: WorkedOut | None, now: datetime) -> bool:
    if worked_out is None:
        assert last is not None
        return _wait_until(tournament, _seating_time(tournament, last))
    if worked_out.seating is None:
        if last is not None and not format_of(tournament).is_over(worked_out.event):
            due_at = tournament.schedule.next_round_at(last)
            if now < due_at:  # this is only the early seating for the organisers to check: players may still come back
                return _wait_until(tournament, due_at)
        finish(tournament, worked_out.event, now)
        return True
    opens_at = max(now, tournament.schedule.next_round_at(last)) if last else now
    round_ = Round.objects.create(
        tournament=tournament,
        number=worked_out.number,
        status=Round.Status.HELD if tournament.holds_seatings else Round.Status.SEATED,
        opens_at=opens_at,
    )
    write_seating(round_, worked_out.seating)
    log_unavoidable_meetings(tournament, round_)
    next_at = opens_at + HOLD_AT_MOST if tournament.holds_seatings else opens_at
    write(tournament, round_number=worked_out.number, next_at=next_at)
    if tournament.holds_seatings:
        notices.seating_to_look_at(tournament, round_)
    return True


def _begin_round(tournament: Tournament, round_: Round, now: datetime) -> bool:
    if round_.status == Round.Status.HELD:
        if now < round_.opens_at + HOLD_AT_MOST:
            return _wait_until(tournament, round_.opens_at + HOLD_AT_MOST)
        publish(tournament, round_)
        return True
    if now < round_.opens_at:
        return _wait_until(tournament, round_.opens_at)
    open_tables(tournament, round_, now)
    write(tournament, next_at=_look_again(round_, now))
    return True


def _look_again(round_: Round, now: datetime) -> datetime:
    moments = [now + LOOK_AGAIN, round_.ends_at, next_hour(round_)]
    return min(moment for moment in moments if moment is not None)


def _mind_round(tournament: Tournament, round_: Round, now: datetime) -> bool:
    if tournament.agrees_on_hours and open_at_their_hours(tournament, round_, now):
        write(tournament, next_at=now)
        return True
    collected = collect_results(round_)
    unfinished = list(round_.boards.filter(is_done=False))
    if not unfinished:
        end_round(tournament, round_, now)
        return True
    if round_.ends_at and round_.ends_at <= now:
        for board in unfinished:
            ask_to_finish(board)
        next_at = now + FINISHING
    else:
        next_at = _look_again(round_, now)
        ask_for_substitutes(tournament, round_)
    if collected:
        write(tournament, next_at=next_at)
        return False
    return _wait_until(tournament, next_at)


def _wait_until(tournament: Tournament, when: datetime) -> bool:
    """Note that nothing is due before `when`, and return False, as no step was taken."""
    look_again_at(tournament, when)
    return False

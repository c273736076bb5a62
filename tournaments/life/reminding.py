"""Reminders to entrants that their tournament, or the next round of their league, begins soon."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F

from tournaments import notices
from tournaments.base.cached import total_rounds
from tournaments.base.snapshot import players_present
from tournaments.hours.agreeing import people_at
from tournaments.hours.deadlines import agree_by
from tournaments.models import Board, Round, Tournament

A_DAY = timedelta(days=1)
HOURS = (24, 1)
"""Reminders are sent this many hours before the start."""


def remind(now: datetime) -> int:
    """Send every reminder that is due, once; return the number of tournaments, rounds and tables concerned.

    A late reminder is still sent until the next one is due.
    """
    spans = zip(HOURS, (*HOURS[1:], 0), strict=True)
    tournaments = sum(_remind(hours, not_before, now) for hours, not_before in spans)
    return tournaments + _remind_of_rounds(now) + _remind_of_hours(now)


def _remind(hours: int, not_before: int, now: datetime) -> int:
    soon = Tournament.objects.coming().filter(
        starts_at__gt=now + timedelta(hours=not_before), starts_at__lte=now + timedelta(hours=hours)
    )
    sent = 0
    for tournament in soon:
        # only saves work: duplicates are prevented by the uniqueness of notices
        mark = f"reminded:{tournament.pk}:{hours}:{tournament.starts_at.timestamp()}"
        if cache.get(mark) is None:
            notices.reminder(tournament, hours)
            cache.set(mark, 1, timeout=hours * 3600)
            sent += 1
    return sent


def _remind_of_rounds(now: datetime) -> int:
    """Remind once a round: a day ahead, or an hour if there is a round every day."""
    current = Round.objects.filter(
        tournament__in=Tournament.objects.running().on_dates().filter(paused_at=None),
        number=F("tournament__round_number"),
        status__in=[Round.Status.RUNNING, Round.Status.FINISHED],
    )
    sent = 0
    for round_ in current.select_related("tournament"):
        tournament, schedule = round_.tournament, round_.tournament.schedule
        ahead = timedelta(hours=HOURS[0] if schedule.apart > A_DAY else HOURS[-1])
        for number, begins_at in schedule.coming(round_, total_rounds(tournament))[:1]:
            mark = f"reminded:{tournament.pk}:round-{number}"
            if now < begins_at <= now + ahead and cache.get(mark) is None:
                seated = players_present(tournament).values_list("player", flat=True)
                notices.round_is_near(tournament, number, begins_at, seated)
                cache.set(mark, 1, timeout=int(ahead.total_seconds()))
                sent += 1
    return sent


def _remind_of_hours(now: datetime) -> int:
    """Remind players of their table's hour, a day and an hour ahead, or of the deadline for agreeing, a day ahead."""
    closed = Board.objects.filter(
        round__tournament__in=Tournament.objects.running().agreeing_on_hours().filter(paused_at=None),
        round__status=Round.Status.RUNNING,
        table=None,
        is_done=False,
    )
    sent = 0
    for board in closed.select_related("round__tournament"):
        mark = f"reminded:board-{board.pk}:{board.opens_at and board.opens_at.timestamp()}"
        hours = _due_for(board, now)
        if hours is not None and cache.get(f"{mark}:{hours}") is None:
            _remind_table(board, hours)
            cache.set(f"{mark}:{hours}", 1, timeout=hours * 3600)
            sent += 1
    return sent


def _due_for(board: Board, now: datetime) -> int | None:
    """Return which reminder of the table's hour, or of agreeing on one, is due, as hours ahead; None if none is."""
    if board.opens_at is None:
        by = agree_by(board.round.tournament, board.round)
        has_been_told = board.round.tournament.agree_days == 1  # when the round began
        return HOURS[0] if now < by <= now + A_DAY and not has_been_told else None
    ahead = [hours for hours in HOURS if now < board.opens_at <= now + timedelta(hours=hours)]
    return min(ahead, default=None)


def _remind_table(board: Board, hours: int) -> None:
    tournament, players = board.round.tournament, [player.pk for player in people_at(board)]
    if board.opens_at is None:
        notices.match_hours.missing(tournament, board, players, agree_by(tournament, board.round))
    else:
        notices.match_hours.near(tournament, board, players, hours)

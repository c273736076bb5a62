"""Before the first round: opening registration and check-in, and starting the tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Chain
from tournaments import notices
from tournaments.base.locking import write
from tournaments.base.snapshot import format_of
from tournaments.life.ending import cancel
from tournaments.life.seating import lots
from tournaments.models import Entry, Tournament

Status = Tournament.Status


def approach(tournament: Tournament, now: datetime) -> bool:
    """Open registration or check-in, or start, if it is time."""
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
    """Open registration and create the chain of decks, whose anchor is fixed before anyone enters."""
    if tournament.chain is None:
        tournament.chain = Chain.new()
        tournament.chain.save()
    write(tournament, status=Status.REGISTRATION, chain=tournament.chain, next_at=_next_before_start(tournament))


def _next_before_start(tournament: Tournament) -> datetime:
    return tournament.check_in_at if tournament.check_in_minutes else tournament.starts_at


def open_check_in(tournament: Tournament) -> None:
    write(tournament, status=Status.CHECK_IN, next_at=tournament.starts_at)
    notices.check_in_is_open(tournament)


@dataclass(frozen=True, slots=True)
class Roll:
    """Who plays at the start: `here`, among them `moving_up` from the waiting list. Of those who have not checked in,
    the `absent` keep their place and may still come, and the `left_out` have none any more."""

    here: list[Entry]
    moving_up: list[Entry]
    absent: list[Entry]
    left_out: list[Entry]


def call_the_roll(tournament: Tournament) -> Roll:
    """Return who would play if the tournament started now.

    Whoever waits and has checked in moves up to the places of those who have not. A bracket and a fixed schedule are
    drawn for those alone who are here.
    """
    entries = list(tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("entered_at", "pk"))
    entered = [entry for entry in entries if entry.status == Entry.Status.ENTERED]
    if not tournament.check_in_minutes:
        return Roll(entered, [], [], [])
    here = [entry for entry in entered if entry.bot or entry.checked_in_at]
    missing = [entry for entry in entered if not (entry.bot or entry.checked_in_at)]
    free = max(0, (tournament.most or len(entries)) - len(here))
    waiting = [entry for entry in entries if entry.status == Entry.Status.WAITING and entry.checked_in_at]
    moving_up = waiting[:free]
    places = free - len(moving_up) if may_come_late(tournament, len(here) + len(moving_up)) else 0
    return Roll([*here, *moving_up], moving_up, missing[:places], missing[places:])


def may_come_late(tournament: Tournament, entrants: int) -> bool:
    """Return whether somebody can still be seated once it has begun with so many."""
    return format_of(tournament).last_round_to_enter(tournament.terms.plan, entrants) > 1


def start(tournament: Tournament, now: datetime, *, could_check_in: bool = True) -> None:
    """Start the first round, or cancel the tournament if there are too few entrants.

    Those who have not checked in are not seated until they say that they are here, or the organisers put them in,
    unless check-in never opened because of an outage.
    """
    entered = tournament.entries.filter(status=Entry.Status.ENTERED)
    roll = call_the_roll(tournament) if could_check_in else Roll(list(entered), [], [], [])
    if len(roll.here) < tournament.least:
        cancel(tournament, "too-few", now)
        return
    _seat_those_here(tournament, roll)
    tournament.mixed_in = [[entry, given] for entry, given in entered.order_by("pk").values_list("pk", "contribution")]
    _draw_seeds(tournament)
    write(tournament, status=Status.RUNNING, mixed_in=tournament.mixed_in, started_at=now, next_at=now)


def _seat_those_here(tournament: Tournament, roll: Roll) -> None:
    for one in roll.moving_up:
        one.status = Entry.Status.ENTERED
        notices.moved_up(tournament, one)
    for one in roll.absent:
        one.presence = Entry.Presence.ABSENT
    for one in roll.left_out:
        one.status = Entry.Status.WAITING
    Entry.objects.bulk_update([*roll.moving_up, *roll.absent, *roll.left_out], ["status", "presence"])
    notices.left_out(tournament, roll.left_out)


def _draw_seeds(tournament: Tournament) -> None:
    """Assign seeds: those set by the organisers keep their order, all others follow by lot."""
    entries = list(tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk"))
    lots(tournament, 1, "seeds").shuffle(entries)
    entries.sort(key=lambda entry: (entry.seed == 0, entry.seed))
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])

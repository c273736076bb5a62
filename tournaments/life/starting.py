"""Before the first round: opening registration and check-in, and starting the tournament."""

from __future__ import annotations

from datetime import datetime

from games.models import Chain
from tournaments import notices
from tournaments.base.locking import write
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


def start(tournament: Tournament, now: datetime, *, could_check_in: bool = True) -> None:
    """Start the first round, or cancel the tournament if there are too few entrants.

    Those who have not checked in are not seated until they say that they are here, unless check-in never opened because
    of an outage.
    """
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
    """Assign seeds: those set by the organisers keep their order, all others follow by lot."""
    entries = list(tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk"))
    lots(tournament, 1, "seeds").shuffle(entries)
    entries.sort(key=lambda entry: (entry.seed == 0, entry.seed))
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])

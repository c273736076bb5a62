"""What organisers do by hand about who takes part, and about the clock of the whole event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from games.models import Seat
from games.state.live_tables import BOT_NAMES
from tournaments import notices
from tournaments.base.locking import write
from tournaments.control.acting import checked_reason, current_round, entry_of, locked_as_seen, note
from tournaments.control.undoing import kept, read_end, read_entry, read_seeds
from tournaments.life import clockwork, stages
from tournaments.life.entering import create_bots, look_again, take_out
from tournaments.life.starting import start
from tournaments.models import Act, Entry, Round, Tournament

Status = Tournament.Status
MOST_BOTS = 64
"""At once."""
MOST_PLAYERS = 1000
"""In all, where the organisers have set no limit: bots are not added beyond it."""
MOST_MINUTES = 240

# --- Who takes part ---


@transaction.atomic
def check_in_by_hand(*, tournament_id: str, by: Player, entry_id: int, seen: str = "") -> Act:
    """Somebody is there who cannot say so. Raises UserError (stale, no-entry, not-open, not-entered)."""
    return _set_checked_in(tournament_id, by, entry_id, seen, timezone.now())


@transaction.atomic
def take_check_in_back(*, tournament_id: str, by: Player, entry_id: int, seen: str = "") -> Act:
    """Raises UserError (stale, no-entry, not-open, not-entered)."""
    return _set_checked_in(tournament_id, by, entry_id, seen, None)


def _set_checked_in(tournament_id: str, by: Player, entry_id: int, seen: str, at: datetime | None) -> Act:
    tournament = locked_as_seen(tournament_id, seen, "entry", entry_id)
    if tournament.status not in Tournament.ENTERABLE:
        raise UserError("not-open", _("Players are checked in between registration and start."))
    entry = entry_of(tournament, entry_id)
    _check_is_in(entry)
    was = read_entry(entry.pk)
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=at)
    write(tournament)
    what = "check-in" if at else "not-here"
    return note(tournament, by, what, {"name": entry.name}, before=kept("entry", entry.pk, was))


def _check_is_in(entry: Entry) -> None:
    if entry.status != Entry.Status.ENTERED:
        raise UserError("not-entered", _("Only who is entered can be here or away: not who waits or has withdrawn."))


@transaction.atomic
def mark_absent(*, tournament_id: str, by: Player, entry_id: int, reason: str, seen: str = "") -> Act:
    """Not seated from the next round on. Raises UserError (stale, no-reason, no-entry, not-running, not-entered)."""
    return _set_presence(tournament_id, by, entry_id, Entry.Presence.ABSENT, checked_reason(reason), seen)


@transaction.atomic
def mark_back(*, tournament_id: str, by: Player, entry_id: int, seen: str = "") -> Act:
    """Seated again from the next round on. Raises UserError (stale, no-entry, not-running, not-entered)."""
    return _set_presence(tournament_id, by, entry_id, Entry.Presence.HERE, "", seen)


def _set_presence(tournament_id: str, by: Player, entry_id: int, presence: str, reason: str, seen: str) -> Act:
    tournament = locked_as_seen(tournament_id, seen, "entry", entry_id)
    if tournament.status != Status.RUNNING:
        raise UserError("not-running", _("The tournament is not running."))
    entry = entry_of(tournament, entry_id)
    _check_is_in(entry)
    was = read_entry(entry.pk)
    Entry.objects.filter(pk=entry.pk).update(presence=presence)
    write(tournament)
    what = "back" if presence == Entry.Presence.HERE else "absent"
    return note(tournament, by, what, {"name": entry.name}, reason=reason, before=kept("entry", entry.pk, was))


@transaction.atomic
def remove(*, tournament_id: str, by: Player, entry_id: int, reason: str, seen: str = "") -> Act:
    """Take somebody out. Before the start nobody moves up by itself, so that it can be undone; while it runs the house
    plays the seat to the end of the round. Raises UserError (stale, no-reason, no-entry, gone, not-open)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "entry", entry_id)
    entry = entry_of(tournament, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        raise UserError("gone", _("This player has withdrawn already."))
    was = read_entry(entry.pk)
    if tournament.status in Tournament.COMING:
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN)
        write(tournament)
        look_again(tournament, entry)
    else:
        take_out(tournament, entry)
    return note(tournament, by, "remove", {"name": entry.name}, reason=why, before=kept("entry", entry.pk, was))


@transaction.atomic
def put_in(*, tournament_id: str, by: Player, entry_id: int, seen: str = "") -> Act:
    """From the waiting list into the tournament, even if it has as many as it should: the organiser knows why.

    Raises UserError (stale, no-entry, not-waiting, not-open)."""
    tournament = locked_as_seen(tournament_id, seen, "entry", entry_id)
    entry = entry_of(tournament, entry_id)
    if entry.status != Entry.Status.WAITING:
        raise UserError("not-waiting", _("This player is not on the waiting list."))
    if tournament.status not in Tournament.ENTERABLE:
        raise UserError("not-open", _("Once it runs, who waits can take somebody's seat; otherwise it is too late."))
    was = read_entry(entry.pk)
    entry.status = Entry.Status.ENTERED
    Entry.objects.filter(pk=entry.pk).update(status=entry.status)
    write(tournament)
    notices.moved_up(tournament, entry)
    return note(tournament, by, "put-in", {"name": entry.name}, before=kept("entry", entry.pk, was))


@transaction.atomic
def add_bots(*, tournament_id: str, by: Player, number: int, level: str = Seat.Bot.MEDIUM, seen: str = "") -> Act:
    """Bots fill up, checked in. Raises UserError (stale, bad-number, not-open, full)."""
    tournament = locked_as_seen(tournament_id, seen, "entries")
    if not 1 <= number <= MOST_BOTS or level not in Seat.Bot.values:
        raise UserError("bad-number", _("Enter between 1 and 64 bots."))
    if tournament.status not in Tournament.ENTERABLE:
        raise UserError("not-open", _("Bots can be entered between the opening of registration and the start."))
    entered = tournament.entries.filter(status=Entry.Status.ENTERED).count()
    if entered + number > (tournament.most or MOST_PLAYERS):
        raise UserError("full", _("There is no room for so many."))
    create_bots(tournament, _bot_names(tournament, number), level)
    write(tournament)
    return note(tournament, by, "bots", {"number": number})


def _bot_names(tournament: Tournament, number: int) -> list[str]:
    taken = {entry.name for entry in tournament.entries.select_related("player")}
    rounds = range(1, 2 + (number + len(taken)) // len(BOT_NAMES))
    names = (name if round_ == 1 else f"{name} {round_}" for round_ in rounds for name in BOT_NAMES)
    return [name for name in names if name not in taken][:number]


@transaction.atomic
def set_seeds(*, tournament_id: str, by: Player, seeds: Mapping[int, int], reason: str, seen: str = "") -> Act:
    """`seeds` by entry; 0: drawn by lot after all others. Raises UserError (stale, no-reason, too-late, same-seed)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "entries")
    if tournament.status not in Tournament.COMING:
        raise UserError("too-late", _("The tournament has begun: its seeds stay."))
    given = [seed for seed in seeds.values() if seed]
    if len(set(given)) < len(given) or any(not 0 <= seed <= 9999 for seed in given):
        raise UserError("same-seed", _("Two players cannot have the same seed: give each number once."))
    was = read_seeds(tournament.pk)
    changed = list(tournament.entries.filter(pk__in=seeds))
    for entry in changed:
        entry.seed = seeds[entry.pk]
    Entry.objects.bulk_update(changed, ["seed"])
    write(tournament)
    return note(tournament, by, "seeds", {}, reason=why, before=kept("seeds", tournament.pk, was))


# --- The course of it ---


@transaction.atomic
def announce(*, tournament_id: str, by: Player, seen: str = "") -> Act:
    """Raises UserError (stale, not-a-draft, bad-times)."""
    tournament = locked_as_seen(tournament_id, seen, "clock")
    stages.announce(tournament_id=tournament.pk)
    return note(tournament, by, "announce", {})


@transaction.atomic
def open_registration(*, tournament_id: str, by: Player, seen: str = "") -> Act:
    """Before its time. Raises UserError (stale, not-announced)."""
    tournament = locked_as_seen(tournament_id, seen, "clock")
    stages.open_registration(tournament_id=tournament.pk)
    return note(tournament, by, "registration", {})


@transaction.atomic
def open_check_in(*, tournament_id: str, by: Player, seen: str = "") -> Act:
    """Before its time. Raises UserError (stale, not-registering)."""
    tournament = locked_as_seen(tournament_id, seen, "clock")
    stages.open_check_in(tournament_id=tournament.pk)
    return note(tournament, by, "open-check-in", {})


def start_now(*, tournament_id: str, by: Player, seen: str = "", now: datetime | None = None) -> None:
    """Before its time. By the clock it would be cancelled with too few players; by hand it is not even started.

    Raises UserError (stale, not-registering, too-few)."""
    with transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "clock")
        if tournament.status not in Tournament.ENTERABLE:
            raise UserError("not-registering", _("It can be started while registration or check-in is open."))
        check_enough(tournament)
        start(tournament, now or timezone.now())
        note(tournament, by, "start", {})
    clockwork.advance(tournament_id=tournament_id, now=now)


def check_enough(tournament: Tournament) -> None:
    """Raises UserError (too-few)."""
    here = tournament.entries.filter(status=Entry.Status.ENTERED)
    if tournament.check_in_minutes:
        here = here.exclude(checked_in_at=None, bot="")
    if here.count() < tournament.least:
        sentence = _("Only {here} of at least {least} players are here: check in who is, or add bots.")
        raise UserError("too-few", sentence.format(here=here.count(), least=tournament.least))


@transaction.atomic
def cancel(*, tournament_id: str, by: Player, reason: str, seen: str = "") -> Act:
    """Everyone is told the reason. Raises UserError (stale, no-reason, over)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "clock")
    stages.cancel(tournament_id=tournament.pk, because=why)
    return note(tournament, by, "cancel", {}, reason=why)


# --- The clock ---


@transaction.atomic
def extend_round(
    *, tournament_id: str, by: Player, minutes: int, reason: str, seen: str = "", now: datetime | None = None
) -> Act:
    """Raises UserError (stale, no-reason, bad-number, no-round, no-end, time-over)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "clock")
    if not 1 <= minutes <= most_minutes(tournament):
        sentence = _("A round can be extended by 1 to {most} minutes.")
        raise UserError("bad-number", sentence.format(most=most_minutes(tournament)))
    round_ = current_round(tournament, Round.Status.RUNNING)
    if round_.ends_at is None:
        raise UserError("no-end", _("This round has no time limit: it lasts until its tables are done."))
    if (tournament.paused_at or now or timezone.now()) >= round_.ends_at:
        raise UserError("time-over", _("The time of this round is over, and the house is finishing its tables."))
    was = read_end(round_.pk)
    round_.ends_at += timedelta(minutes=minutes)
    round_.save(update_fields=["ends_at"])
    write(tournament)
    about = {"round": round_.number, "minutes": minutes}
    return note(tournament, by, "extend", about, reason=why, before=kept("end", round_.pk, was))


def most_minutes(tournament: Tournament) -> int:
    """By which a round can be extended at once: in a league by as long as it lasts."""
    return max(MOST_MINUTES, tournament.days_between * 24 * 60)


def end_round(*, tournament_id: str, by: Player, reason: str, seen: str = "", now: datetime | None = None) -> None:
    """End the running round now; the house finishes what is unfinished.

    Raises UserError (stale, no-reason, no-round, paused).
    """
    why, now = checked_reason(reason), now or timezone.now()
    with transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "clock")
        if tournament.paused_at is not None:
            raise UserError("paused", _("The tournament is paused: let it go on first."))
        round_ = current_round(tournament, Round.Status.RUNNING)
        round_.ends_at = now
        round_.save(update_fields=["ends_at"])
        write(tournament, next_at=now)
        note(tournament, by, "end-round", {"round": round_.number}, reason=why)
    clockwork.advance(tournament_id=tournament_id, now=now)

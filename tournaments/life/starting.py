"""Before the first round: opening registration and check-in, and starting the tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Chain
from tournaments import notices
from tournaments.base.locking import write
from tournaments.base.snapshot import format_of
from tournaments.life.ending import cancel
from tournaments.life.seating import rng_of
from tournaments.life.teams.line_ups import fill_lines
from tournaments.life.teams.places import is_complete, members_by_team
from tournaments.models import Entry, TeamInvitation, Tournament
from tournaments.strengths import handicaps

Status = Tournament.Status


def advance_before_start(tournament: Tournament, now: datetime) -> bool:
    """Open registration or check-in, or start the tournament, if it is time; return whether anything was due."""
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
    notices.check_in_changes(tournament)


@dataclass(frozen=True, slots=True)
class Roll:
    """The players at the start. Those `here` are seated, including those `moving_up` from the waiting list. Of those
    who have not checked in, the `absent` keep their place and may still come, and the `left_out` lose it. Those
    `without_team` have no team, or one that is not complete."""

    here: list[Entry]
    moving_up: list[Entry]
    absent: list[Entry]
    left_out: list[Entry]
    without_team: list[Entry] = field(default_factory=list)

    @property
    def teams(self) -> int:
        """Return the number of teams that are here."""
        return len({entry.team_id for entry in self.here})


def call_the_roll(tournament: Tournament) -> Roll:
    """Return who would play if the tournament started now.

    Waiting players who have checked in take the places of entrants who have not. A bracket or a fixed schedule is drawn
    only for those who are here.
    """
    if tournament.has_teams:
        return call_the_teams(tournament, checks_in=tournament.check_in_minutes > 0)
    entries = list(tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("entered_at", "pk"))
    entered = [entry for entry in entries if entry.status == Entry.Status.ENTERED]
    if not tournament.check_in_minutes:
        return Roll(entered, [], [], [])
    here = [entry for entry in entered if entry.bot or entry.checked_in_at]
    missing = [entry for entry in entered if not (entry.bot or entry.checked_in_at)]
    free = max(0, (tournament.most or len(entries)) - len(here))
    waiting = [entry for entry in entries if entry.status == Entry.Status.WAITING and entry.checked_in_at]
    moving_up = waiting[:free]
    places = free - len(moving_up) if can_enter_late(tournament, len(here) + len(moving_up)) else 0
    return Roll([*here, *moving_up], moving_up, missing[:places], missing[places:])


def call_the_teams(tournament: Tournament, *, checks_in: bool) -> Roll:
    """Call the roll of teams. A complete team plays if any of its members is here; the others may come later."""
    everyone = list(members_by_team(tournament).values())
    complete = [members for members in everyone if is_complete(tournament, members)]
    placed = [members for members in complete if members[0].status == Entry.Status.ENTERED]
    waiting = [members for members in complete if members[0].status == Entry.Status.WAITING]

    def is_here(entry: Entry) -> bool:
        return not checks_in or bool(entry.bot or entry.checked_in_at)

    coming = [members for members in placed if any(map(is_here, members))]
    missing = [members for members in placed if members not in coming]
    most = tournament.most_teams
    free = len(everyone) if most is None else max(0, most - len(coming))
    moving_up = [members for members in waiting if any(map(is_here, members))][:free]
    playing = _all_of([*coming, *moving_up])
    places = free - len(moving_up) if can_enter_late(tournament, len(playing)) else 0
    without = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).filter(team=None).select_related("player")
    return Roll(
        here=[entry for entry in playing if is_here(entry)],
        moving_up=_all_of(moving_up),
        absent=[entry for entry in _all_of([*coming, *moving_up, *missing[:places]]) if not is_here(entry)],
        left_out=_all_of(missing[places:]),
        without_team=[*_all_of([members for members in everyone if members not in complete]), *without],
    )


def _all_of(teams: Iterable[Sequence[Entry]]) -> list[Entry]:
    return [entry for members in teams for entry in members]


def can_enter_late(tournament: Tournament, entrants: int) -> bool:
    """Return whether a late entrant can still be seated in an event that began with this number of entrants."""
    return format_of(tournament).last_round_to_enter(tournament.terms.plan, entrants) > 1


def start(tournament: Tournament, now: datetime, *, could_check_in: bool = True) -> None:
    """Start the first round, or cancel the tournament if there are too few entrants.

    Those who have not checked in are not seated until they say that they are here, or the organisers put them in,
    unless check-in never opened because of an outage.
    """
    entered = tournament.entries.filter(status=Entry.Status.ENTERED)
    roll = call_the_roll(tournament) if could_check_in else _all_who_entered(tournament)
    if not is_enough(tournament, roll):
        cancel(tournament, "too-few", now)
        return
    _seat_those_here(tournament, roll)
    tournament.mixed_in = [[entry, given] for entry, given in entered.order_by("pk").values_list("pk", "contribution")]
    _draw_seeds(tournament)
    write(tournament, status=Status.RUNNING, mixed_in=tournament.mixed_in, started_at=now, next_at=now)
    notices.check_in_changes(tournament)


def is_enough(tournament: Tournament, roll: Roll) -> bool:
    """Return whether enough are here to play the tournament."""
    if tournament.has_teams:
        return roll.teams >= tournament.fewest_teams
    return len(roll.here) >= tournament.least


def _all_who_entered(tournament: Tournament) -> Roll:
    if tournament.has_teams:
        return call_the_teams(tournament, checks_in=False)
    return Roll(list(tournament.entries.filter(status=Entry.Status.ENTERED)), [], [], [])


def _seat_those_here(tournament: Tournament, roll: Roll) -> None:
    for one in roll.moving_up:
        one.status = Entry.Status.ENTERED
        notices.moved_up(tournament, one)
    for one in roll.absent:
        one.presence = Entry.Presence.ABSENT
    for one in [*roll.left_out, *roll.without_team]:
        one.status = Entry.Status.WAITING
    Entry.objects.bulk_update([*roll.moving_up, *roll.left_out, *roll.without_team], ["status"])
    Entry.objects.bulk_update(roll.absent, ["presence"])
    notices.left_out(tournament, roll.left_out)
    if tournament.has_teams:
        TeamInvitation.objects.filter(team__tournament=tournament).delete()
        fill_lines(tournament, roll.absent)
        notices.teams.not_complete(tournament, roll.without_team)


def _draw_seeds(tournament: Tournament) -> None:
    """Assign seeds, and with them handicaps: those set by the organisers keep their order, all others follow by lot."""
    entries = list(tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk"))
    rng_of(tournament, 1, "seeds").shuffle(entries)
    entries.sort(key=lambda entry: (entry.seed == 0, entry.seed))
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])
    handicaps.fix(tournament)

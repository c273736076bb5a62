"""What an organiser does before the start: plan, change, throw away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import action_log.services as action_log
import chat.services as chat
from accounts.models import Player
from clubs.models import Club
from common.errors import UserError
from tournaments.base.locking import locked, write
from tournaments.base.log import TOURNAMENT
from tournaments.base.snapshot import format_of, plan_of
from tournaments.formats import FORMATS
from tournaments.life.entering import move_up, note_mailboxes
from tournaments.live.chatting import TournamentRoom
from tournaments.models import MOST_DAYS_BETWEEN, Tournament

Status = Tournament.Status

FIXED_AFTER_START = frozenset({
    *("game", "options", "format", "rounds", "table_size", "seating", "cycles", "third_place", "duplicate"),
    *("tie_breaks", "days_between"),
})  # fmt: skip


@transaction.atomic
def plan(*, organiser: Player, club: Club | None = None, **columns: Any) -> Tournament:
    """A draft, which only its organisers see. Raises UserError (bad-plan and others), PlanError, OptionsError."""
    tournament = Tournament(organiser=organiser, club=club, **columns)
    check(tournament)
    tournament.save()
    return tournament


def check(tournament: Tournament) -> None:
    """Check that the plan can be played.

    Raises UserError (unknown-format, bad-times, bad-dates, long-round, slow-moves, bad-numbers, bad-game), PlanError,
    OptionsError.
    """
    if tournament.format not in FORMATS:
        raise UserError("unknown-format", _("There is no such format."))
    if tournament.game not in format_of(tournament).games:
        raise UserError("bad-game", _("This game is not played in this format."))
    if tournament.status != Status.RUNNING:
        tournament.take_current_rules()
    format_of(tournament).check(plan_of(tournament))
    if tournament.registration_at > tournament.starts_at:
        raise UserError("bad-times", _("Registration must open before the start."))
    if tournament.check_in_minutes and tournament.check_in_at < tournament.registration_at:
        raise UserError("bad-times", _("Check-in cannot begin before registration does."))
    if tournament.days_between:
        _check_dates(tournament)
    if tournament.most is not None and tournament.most < tournament.least:
        raise UserError("bad-numbers", _("The greatest number of players must not be below the smallest."))
    if tournament.entrance == Tournament.Entrance.MEMBERS and tournament.club is None:
        raise UserError("bad-entrance", _("Only a club's tournament can be for members alone."))


def _check_dates(tournament: Tournament) -> None:
    """Raises UserError (bad-dates, long-round, slow-moves)."""
    days = tournament.days_between
    if days > MOST_DAYS_BETWEEN:
        sentence = _("From one round to the next there can be at most %(most)d days.")
        raise UserError("bad-dates", sentence % {"most": MOST_DAYS_BETWEEN})
    if tournament.round_minutes and tournament.round_minutes > days * 24 * 60:
        sentence = _("A round is over when the next one begins: it can last at most %(minutes)d minutes.")
        raise UserError("long-round", sentence % {"minutes": days * 24 * 60})
    if tournament.seconds >= days * 24 * 3600:
        raise UserError("slow-moves", _("The time for a move must be shorter than that from one round to the next."))


@transaction.atomic
def change(*, tournament_id: str, columns: Mapping[str, Any]) -> Tournament:
    """Change a plan; once it runs, what decides its results stays.

    Raises as `plan`, and UserError (over, running, not-one-each, same-date)."""
    tournament = locked(tournament_id)
    if tournament.status in (Status.FINISHED, Status.CANCELLED):
        raise UserError("over", _("This tournament is over."))
    changed = {name: value for name, value in columns.items() if getattr(tournament, name) != value}
    if tournament.status == Status.RUNNING and changed.keys() & (FIXED_AFTER_START | {"starts_at"}):
        raise UserError("running", _("The tournament is running: game, format and start can no longer be changed."))
    for name, value in changed.items():
        setattr(tournament, name, value)
    check(tournament)
    _check_date_is_free(tournament)
    if "duplicate" in changed and tournament.duplicate:
        note_mailboxes(tournament)
    write(tournament, **{name: getattr(tournament, name) for name in (*changed, "rules_version", "options")})
    _write_next_at(tournament)
    if tournament.is_enterable:
        move_up(tournament)
    return tournament


def _check_date_is_free(tournament: Tournament) -> None:
    """Raises UserError (same-date)."""
    others = Tournament.objects.filter(series=tournament.series_id, starts_at=tournament.starts_at)
    if tournament.series_id is not None and others.exclude(pk=tournament.pk).exists():
        raise UserError("same-date", _("Another date of this series begins at that time already."))


def _write_next_at(tournament: Tournament) -> None:
    """When the clock has to look at a tournament that has not begun."""
    due = {
        Status.ANNOUNCED: tournament.registration_at,
        Status.REGISTRATION: tournament.check_in_at if tournament.check_in_minutes else tournament.starts_at,
        Status.CHECK_IN: tournament.starts_at,
    }
    if tournament.status in due:
        Tournament.objects.filter(pk=tournament.pk).update(next_at=due[Status(tournament.status)])


@transaction.atomic
def discard(*, tournament_id: str) -> None:
    """Throw a draft away. Raises UserError (not-a-draft)."""
    tournament = locked(tournament_id)
    if tournament.status != Status.DRAFT:
        raise UserError("not-a-draft", _("Only a draft can be thrown away; an announced tournament is cancelled."))
    chat.forget(TournamentRoom.of(tournament))
    action_log.forget(TOURNAMENT, tournament.pk)
    tournament.delete()

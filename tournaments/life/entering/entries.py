"""Entering, checking in, sitting out, coming back and withdrawing."""

from __future__ import annotations

import re
import secrets

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import addresses, expect
from common.database.compiled import compiled_once
from common.errors import UserError
from live.hub import LOOK_AGAIN, News, announce
from tournaments import notices
from tournaments.base.locking import locked, write
from tournaments.expected import note_more_expected
from tournaments.life.entering.admission import (
    check_may_enter,
    has_room,
    late_seed,
    next_round,
)
from tournaments.life.entering.leaving import tell_opponents
from tournaments.life.entering.seats import leave_table
from tournaments.life.seating import warn_if_too_few_players
from tournaments.life.teams.line_ups import leave_team, pass_on_line
from tournaments.life.teams.places import teams_moving_up
from tournaments.models import Entry, Place, Round, Tournament
from tournaments.strengths import handicaps

Status = Entry.Status
Presence = Entry.Presence


@transaction.atomic
def enter(*, tournament_id: str, player: Player, contribution: str = "") -> Entry:
    """Enter, or enter again after withdrawing. Idempotent. Without a free place, join the waiting list.

    `contribution` is 16 bytes as hex from the player's browser. Raises UserError (a sanction, guest, no-bots, not-open,
    too-late, banned, members-only, too-few-matches, unconfirmed, entered-otherwise).
    """
    tournament = locked(tournament_id)
    before = _entry_before(tournament, player)
    if before and before.status != Status.WITHDRAWN:
        return before
    check_may_enter(tournament, player)
    entry = _admit(tournament, player, before, _initial_status(tournament), contribution)
    _tell_entered(tournament, entry)
    return entry


def enter_by_invitation(tournament: Tournament, player: Player, contribution: str) -> Entry:
    """Enter, with a place even if the tournament is full, in a transaction that has locked it.

    In a tournament of teams, the entry still has to wait until it belongs to a team.
    """
    status = Status.WAITING if tournament.has_teams else Status.ENTERED
    entry = _admit(tournament, player, _entry_before(tournament, player), status, contribution)
    _tell_entered(tournament, entry)
    return entry


def _tell_entered(tournament: Tournament, entry: Entry) -> None:
    note_more_expected()
    _write_presence_change(tournament)
    if tournament.has_teams:
        notices.teams.has_no_team(tournament, entry)
    else:
        notices.entered(tournament, entry)


def admit(tournament: Tournament, player: Player, contribution: str) -> Entry:
    """Return the player's entry, or create one; in a tournament of teams, it waits until it belongs to a team."""
    before = _entry_before(tournament, player)
    if before and before.status != Status.WITHDRAWN:
        return before
    return _admit(tournament, player, before, _initial_status(tournament), contribution)


def _entry_before(tournament: Tournament, player: Player) -> Entry | None:
    return Entry.objects.filter(tournament=tournament, player=player).first()


def _initial_status(tournament: Tournament) -> str:
    return Status.ENTERED if has_room(tournament) and not tournament.has_teams else Status.WAITING


def _admit(tournament: Tournament, player: Player, before: Entry | None, status: str, contribution: str) -> Entry:
    is_late = tournament.status == Tournament.Status.RUNNING
    columns = {
        "status": status,
        "presence": Presence.HERE,
        "seed": late_seed(tournament) if is_late and status == Status.ENTERED else 0,
        "first_round": next_round(tournament) if is_late else 1,
        "checked_in_at": timezone.now() if is_late else None,
        "contribution": contribution if re.fullmatch("[0-9a-f]{32}", contribution) else secrets.token_hex(16),
        "entered_at": timezone.now(),
        "mailbox": addresses.mailbox_of(player) if tournament.duplicate else "",
    }
    if is_late and before is not None and before.seed:
        columns["seed"], columns["first_round"] = before.seed, before.first_round
    entry, _is_new = Entry.objects.update_or_create(tournament=tournament, player=player, defaults=columns)
    if is_late:
        handicaps.fix(tournament)
    return entry


def own_entry(tournament: Tournament, player: Player) -> Entry:
    """Return the player's entry. Raises UserError (not-entered)."""
    entry = Entry.objects.filter(tournament=tournament, player=player).exclude(status=Status.WITHDRAWN).first()
    if entry is None:
        raise UserError("not-entered", _("You have not entered this tournament."))
    return entry


@transaction.atomic
def check_in(*, tournament_id: str, player: Player) -> None:
    """Check in. Idempotent. Raises UserError (not-entered, not-open)."""
    tournament = locked(tournament_id)
    entry = own_entry(tournament, player)
    if tournament.status != Tournament.Status.CHECK_IN:
        raise UserError("not-open", _("Check-in is not open now."))
    if entry.checked_in_at is None:
        Entry.objects.filter(pk=entry.pk).update(checked_in_at=timezone.now())
        write(tournament)
        expect([player.pk])


@transaction.atomic
def sit_out(*, tournament_id: str, player: Player) -> None:
    """Sit out from the next round on, until `come_back`. Raises UserError (not-entered, not-running)."""
    _set_presence(tournament_id, player, Presence.RESTING)


@transaction.atomic
def come_back(*, tournament_id: str, player: Player) -> None:
    """Be seated again from the next round on. Raises UserError (not-entered, not-running)."""
    _set_presence(tournament_id, player, Presence.HERE)


def _set_presence(tournament_id: str, player: Player, presence: str) -> None:
    tournament = locked(tournament_id)
    entry = own_entry(tournament, player)
    if tournament.status != Tournament.Status.RUNNING:
        raise UserError("not-running", _("The tournament is not running."))
    if entry.presence != presence:
        Entry.objects.filter(pk=entry.pk).update(presence=presence)
        _write_presence_change(tournament)
        warn_if_too_few_players(tournament)


def _write_presence_change(tournament: Tournament) -> None:
    """Write a new version; at rolling tables, seating is due at once, since free players do not wait for a round."""
    is_running = tournament.status == Tournament.Status.RUNNING and tournament.paused_at is None
    if is_running and tournament.is_rolling:
        write(tournament, next_at=timezone.now())
    else:
        write(tournament)


@transaction.atomic
def withdraw(*, tournament_id: str, player: Player) -> None:
    """Withdraw. Before the start, the place goes to the waiting list; later, the house plays the round to its end.

    Raises UserError (not-entered, not-open).
    """
    tournament = locked(tournament_id)
    take_out(tournament, own_entry(tournament, player))


def take_out(tournament: Tournament, entry: Entry) -> None:
    """Withdraw an entry. Raises UserError (not-open)."""
    if tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        raise UserError("not-open", _("This tournament is over."))
    had_a_place = entry.status == Status.ENTERED
    Entry.objects.filter(pk=entry.pk).update(status=Status.WITHDRAWN)
    if tournament.status == Tournament.Status.RUNNING:
        leave_table(tournament, entry)
        pass_on_line(tournament, entry)
        warn_if_too_few_players(tournament)
    elif tournament.has_teams:
        _leave_team(tournament, entry)
    if (
        had_a_place
        and not tournament.has_teams
        and (tournament.status != Tournament.Status.RUNNING or tournament.is_rolling)
    ):
        move_up(tournament)
    write(tournament)
    if tournament.status == Tournament.Status.RUNNING:
        tell_opponents(tournament, entry)
    recheck_access(tournament, entry)


def _leave_team(tournament: Tournament, entry: Entry) -> None:
    team = leave_team(entry)
    if team is None:
        move_up(tournament)
    else:
        notices.teams.partner_left(tournament, team, entry)


def recheck_access(tournament: Tournament, entry: Entry) -> None:
    """Make the player's sockets check their access again, since entrants see more of a private club's tournament, and
    their open pages check whether the player is still needed at a table."""
    if entry.player_id is not None:
        announce(News(tournament.room, players={str(entry.player_id): [LOOK_AGAIN]}))
        expect([entry.player_id])


def move_up(tournament: Tournament) -> None:
    """Give free places to the players, or teams, who have waited longest."""
    if tournament.has_teams:
        for entry in [entry for members in teams_moving_up(tournament) for entry in members]:
            Entry.objects.filter(pk=entry.pk).update(status=Status.ENTERED)
            notices.moved_up(tournament, entry)
        return
    while has_room(tournament):
        first = tournament.entries.filter(status=Status.WAITING).order_by("entered_at", "pk").first()
        if first is None:
            return
        first.status, first.presence = Status.ENTERED, Presence.HERE
        if tournament.status == Tournament.Status.RUNNING:
            first.seed, first.first_round = first.seed or late_seed(tournament), next_round(tournament)
        first.save(update_fields=["status", "presence", "seed", "first_round"])
        notices.moved_up(tournament, first)


def place_of(tournament: Tournament, player: Player) -> Place | None:
    """Return the player's place in the round that is seated or running; at rolling tables, the last one."""
    return next(iter(_last_place(tournament.pk, tournament.round_number, player.pk)), None)


@compiled_once
def _last_place(tournament: str, round_number: int, player: int) -> QuerySet[Place]:
    places = Place.objects.filter(round__tournament=tournament, round__number=round_number, entry__player=player)
    places = places.exclude(round__status__in=[Round.Status.HELD, Round.Status.FINISHED])
    return places.select_related("board__table", "round__tournament").order_by("-turn")[:1]

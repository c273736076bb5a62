"""Removing a player from a table, stopping a table, and voiding a result."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.roles import Severity
from accounts.standing import Moderator
from common.errors import UserError
from games import services as games
from games.models import Seat, Table
from games.services import SetSeat
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act
from tournaments.control import moderating

Status = Table.Status


class RemoveFromTable(ActKind):
    """Removes a player from a table. In a match the house plays on; before the start the seat is freed, or the table is
    closed if the player owns it."""

    slug = "remove-from-table"
    label = _("Remove from the table")
    told = _("A moderator has removed you from a table.")
    about = "table"
    is_done_to_player = True

    def find(self, act: Act) -> list[Player]:
        table = _table(act)
        seat = table.seats.filter(player=act.player, left=False).first() if act.player else None
        if act.player is None or seat is None:
            raise no_such_subject()
        return [act.player]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        table = _table(act)
        seat = Seat.objects.get(table=table, player=act.player).number
        if table.status == Status.OPEN and table.visibility != Table.Visibility.SET:
            if table.owner_id == act.player_id:
                games.close(table_id=table.pk, by=by)
            else:
                games.remove(table_id=table.pk, by=by, seat=seat)
        elif table.status == Status.OPEN:
            assert act.player is not None
            to = SetSeat.in_place_of(act.player.username, table.house_level)
            games.hand_over(table_id=table.pk, seat=seat, to=to, instead_of=act.player_id)
        elif table.status == Status.RUNNING:
            assert act.player is not None
            if games.take_seat(table_id=table.pk, player_id=act.player.pk, by=by) is None:
                raise no_such_subject()
        else:
            raise _not_running()
        return {"seat": seat}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        table = _table(act)
        if table.status == Status.RUNNING and act.player_id is not None:
            games.give_seat_back(table_id=table.pk, seat=act.details["seat"], player_id=act.player_id, by=by)
        elif act.player_id is not None:
            games.let_sit_again(table_id=table.pk, player_id=act.player_id, by=by)


class StopTable(ActKind):
    """Stops a match. At a table of a tournament its result is voided instead, so that the round can go on."""

    slug = "stop-table"
    label = _("Stop the table")
    told = _("A moderator has stopped your match.")
    about = "table"
    can_be_lifted = False

    def find(self, act: Act) -> list[Player]:
        table = _table(act)
        if act.pk is None and table.status not in (Status.OPEN, Status.RUNNING):
            raise _not_running()
        return _people_at(table)

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        if moderating.board_of_table(act.subject_id) is not None:
            moderating.void_result(table_id=act.subject_id, by=by, reason=act.reason, now=now)
        elif not games.stop(table_id=act.subject_id, by=by):
            raise _not_running()
        return {}


class VoidResult(ActKind):
    """Voids the result of a match. The match can still be viewed, but standings, ratings and the like change."""

    slug = "void-result"
    label = _("Void the result")
    told = _("A moderator has voided the result of your match.")
    about = "table"
    severity = Severity.SEVERE

    def find(self, act: Act) -> list[Player]:
        table = _table(act)
        if table.status != Status.FINISHED:
            raise UserError("not-finished", _("This match is not over yet: stop the table instead."))
        return _people_at(table)

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        games.void(table_id=act.subject_id, by=by, now=now)
        board = moderating.board_of_table(act.subject_id)
        if board is None:
            return {}
        line = moderating.void_result(table_id=act.subject_id, by=by, reason=act.reason, now=now)
        return {"tournament": board.round.tournament_id, "undoes": line.pk}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        games.count_again(table_id=act.subject_id, by=by)
        if "undoes" in act.details:
            line, tournament = act.details["undoes"], act.details["tournament"]
            moderating.undo(tournament_id=tournament, line_id=line, by=by, now=now)


def _table(act: Act) -> Table:
    table = Table.objects.filter(pk=act.subject_id).first()
    if table is None:
        raise no_such_subject()
    return table


def _not_running() -> UserError:
    return UserError("not-running", _("No match is running at this table."))


def _people_at(table: Table) -> list[Player]:
    return list(Player.objects.filter(seats__table=table))

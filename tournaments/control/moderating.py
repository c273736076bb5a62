"""Actions of moderators: voiding a result, removing names and texts of a tournament and its teams, and undoing that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.standing import Moderator
from action_log.models import LogLine
from common.errors import UserError
from games import services as tables
from tournaments.base import log
from tournaments.base.locking import locked, write
from tournaments.base.snapshot import event_of
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.undo import Undo
from tournaments.control.restoring import write_after_change
from tournaments.models import Board, Entry, Series, Team, Tournament

REWRITTEN = log.register(log.LineKind("rewritten", _("The moderators changed the tournament's name or description.")))

TEAMS_RENAMED = log.register(log.LineKind("teams-renamed", _("The moderators changed the names of teams.")))


def void_result(*, table_id: str, by: Moderator, reason: str, now: datetime) -> LogLine:
    """Void a table's result: everyone there gets the average of the round's other tables, as a tie.

    A match that is still running is broken off. In a knockout the better seed goes on, unless the next round is seated.
    Raises UserError (no-board, and as `Correct`).
    """
    board = Board.objects.select_related("round").filter(table=table_id).first()
    if board is None:
        raise UserError("no-board", _("There is no such table in this tournament."))
    tournament_id = board.round.tournament_id
    points = _average_elsewhere(board)
    action = Correct(board=board.pk, points=[points] * board.places.count())
    return action.carry_out(tournament_id=tournament_id, by=by, reason=reason, now=now)


def _average_elsewhere(board: Board) -> int:
    """Return the average points at the other tables of the round, rounded; 0 if there are none."""
    tournament = Tournament.objects.select_related("club", "organiser", "chain").get(pk=board.round.tournament_id)
    played = next(one for one in event_of(tournament).rounds if one.number == board.round.number)
    others = [score.points for table in played.tables if table.number != board.number for score in table.scores or ()]
    return round(sum(others) / len(others)) if others else 0


def undo(*, tournament_id: str, line_id: int, by: Moderator, now: datetime) -> LogLine:
    """Undo a moderator's action in the control room. Raises UserError (as `Undo`)."""
    return Undo(act=line_id).carry_out(tournament_id=tournament_id, by=by, reason=str(_("lifted")), now=now)


@transaction.atomic
def rewrite(*, tournament_id: str, by: Moderator, **texts: str) -> dict[str, str]:
    """Change a tournament's name, at its tables as well, or its description; return the old texts."""
    tournament = locked(tournament_id)
    before = {column: getattr(tournament, column) for column in texts}
    if "name" in texts:
        tables.rename_occasion(url=tournament.get_absolute_url(), name=texts["name"])
    write(tournament, **texts)
    log.note(tournament, by, REWRITTEN, {})
    return before


@transaction.atomic
def clean_series(*, tournament_id: str, by: Moderator) -> dict[str, dict[str, str]]:
    """Remove name and description from all dates of a tournament's series; return the old ones by id.

    The series is locked first, so that no new date copies the old texts in the meantime.
    """
    series = Series.objects.select_for_update().get(tournaments=tournament_id)
    dates = series.tournaments.order_by("pk").values_list("pk", flat=True)
    return {key: rewrite(tournament_id=key, by=by, name=neutral_name(key), description="") for key in dates}


@transaction.atomic
def restore_series(*, by: Moderator, texts: Mapping[str, Mapping[str, str]]) -> None:
    """Restore the texts that were removed from dates of a series, unless there are new ones. Idempotent."""
    for tournament in Tournament.objects.filter(pk__in=texts).order_by("pk"):
        if tournament.name == neutral_name(tournament.pk):
            rewrite(tournament_id=tournament.pk, by=by, name=texts[tournament.pk]["name"])
        if not tournament.description and texts[tournament.pk]["description"]:
            rewrite(tournament_id=tournament.pk, by=by, description=texts[tournament.pk]["description"])


@transaction.atomic
def remove_team_names(*, tournament_id: str, by: Moderator) -> dict[str, str]:
    """Give the teams of a tournament neutral names; return the old ones by id."""
    tournament = locked(tournament_id)
    before = {str(team.pk): team.name for team in tournament.teams.order_by("pk")}
    _rename_teams(tournament, by, {int(key): _neutral_team(key) for key in before})
    return before


@transaction.atomic
def restore_team_names(*, tournament_id: str, by: Moderator, names: Mapping[str, str]) -> None:
    """Restore the names that were removed from teams, unless they have new ones. Idempotent."""
    tournament = locked(tournament_id)
    neutral = [team for team in tournament.teams.filter(pk__in=names) if team.name == _neutral_team(team.pk)]
    _rename_teams(tournament, by, {team.pk: names[str(team.pk)] for team in neutral})


def _rename_teams(tournament: Tournament, by: Moderator, names: Mapping[int, str]) -> None:
    for key, name in names.items():
        Team.objects.filter(pk=key).update(name=name)
    write_after_change(tournament)
    log.note(tournament, by, TEAMS_RENAMED, {})


def _neutral_team(key: int | str) -> str:
    return f"#{key}"


def neutral_name(tournament_id: str) -> str:
    """Return the name of a tournament whose own name was removed."""
    return f"#{tournament_id}"


def board_of_table(table_id: str) -> Board | None:
    """Return the board that is played at this table, or None if it is no tournament's."""
    return Board.objects.select_related("round__tournament").filter(table=table_id).first()


def entry_at(tournament_id: str, player_id: int) -> int | None:
    """Return the id of the player's entry, if they have not withdrawn."""
    entries = Entry.objects.exclude(status=Entry.Status.WITHDRAWN).filter(tournament=tournament_id, player=player_id)
    return entries.values_list("pk", flat=True).first()

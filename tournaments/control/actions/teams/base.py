"""The base class of actions on teams, and queries for teams and for players without one."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.errors import UserError
from tournaments.control.actions.base import Action, Context
from tournaments.models import Entry, Team, Tournament
from tournaments.teams import forming


class TeamAction(Action):
    """An action for tournaments of teams that are not over yet."""

    needs_reason = False

    def check(self, context: Context) -> None:
        forming.check_has_teams(context.tournament)
        if context.tournament.is_over:
            raise UserError("over", _("This tournament is over."))


def without_team(tournament: Tournament) -> QuerySet[Entry]:
    entries = tournament.entries.filter(team=None).exclude(status=Entry.Status.WITHDRAWN)
    return entries.select_related("player").order_by("entered_at", "pk")


def playing_teams(tournament: Tournament) -> QuerySet[Team]:
    """Return the teams in the order of creation; once the tournament runs, only those that take part."""
    teams = tournament.teams.order_by("made_at", "pk")
    return teams if tournament.started_at is None else teams.filter(members__seed__gt=0).distinct()

"""Putting a player without a team in one, even while the tournament is running."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control import stale
from tournaments.control.actions.base import Context, Done
from tournaments.control.actions.forms import ActionForm, choice
from tournaments.control.actions.teams.base import TeamAction, playing_teams, without_team
from tournaments.control.lookups import entry_of
from tournaments.life.teams.places import is_full
from tournaments.models import Entry
from tournaments.teams import forming


class PutInTeamForm(ActionForm):
    one = choice(gettext_lazy("Who?"))
    team = choice(gettext_lazy("Into which team?"))

    def fill(self) -> None:
        free, teams = list(without_team(self.tournament)), list(playing_teams(self.tournament))
        if not free or not teams:
            raise UserError("nobody", _("Nobody is without a team, or there is none yet."))
        self.offer("one", [(entry.pk, entry.name) for entry in free])
        self.offer("team", [(team.pk, team.name) for team in teams])


@dataclass(frozen=True, kw_only=True)
class PutInTeam(TeamAction):
    """In a running tournament, the player gets the line of somebody who has withdrawn, or becomes a reserve."""

    slug = "put-in-team"
    label = gettext_lazy("Put in a team")
    log_sentence = gettext_lazy("{one} was put in the team {team}.")
    why_final = gettext_lazy("Take the player out instead.")
    form = PutInTeamForm
    topic = stale.ENTRIES

    one: int
    team: int

    def check(self, context: Context) -> None:
        super().check(context)
        tournament, entry = context.tournament, entry_of(context.tournament, self.one)
        team = forming.team_of(tournament, self.team)
        if entry.team_id is not None or entry.status == Entry.Status.WITHDRAWN:
            raise UserError("in-team", _("This player is in a team already."))
        if not playing_teams(tournament).filter(pk=team.pk).exists():
            raise UserError("no-team", _("This team does not take part."))
        if is_full(tournament, team.members.exclude(status=Entry.Status.WITHDRAWN)):
            raise UserError("full", _("This team is complete: nobody else can join it."))

    def preview(self, context: Context) -> list[str]:
        team, entry = forming.team_of(context.tournament, self.team), entry_of(context.tournament, self.one)
        return [_("{name} plays for the team {team}, and is told.").format(name=entry.name, team=team.name)]

    def do(self, context: Context) -> Done:
        team, entry = forming.team_of(context.tournament, self.team), entry_of(context.tournament, self.one)
        forming.put_in(context.tournament, team, entry)
        write(context.tournament)
        return Done({"one": entry.person, "team": team.name})

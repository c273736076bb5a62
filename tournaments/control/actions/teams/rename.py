"""Giving a team another name."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.standing import Right, check_may
from tournaments.base.locking import write
from tournaments.control import stale
from tournaments.control.actions.base import Context, Done
from tournaments.control.actions.forms import ActionForm, hidden
from tournaments.control.actions.teams.base import TeamAction
from tournaments.models import Team
from tournaments.models.teams import LONGEST_NAME
from tournaments.teams import forming


class RenameTeamForm(ActionForm):
    team = hidden()
    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST_NAME)

    def subject(self) -> str:
        return forming.team_of(self.tournament, self.asked_number("team")).name


@dataclass(frozen=True, kw_only=True)
class RenameTeam(TeamAction):
    slug = "rename-team"
    label = gettext_lazy("Rename a team")
    log_sentence = gettext_lazy("The team {before} is called {team} from now on.")
    why_final = gettext_lazy("Rename the team again.")
    form = RenameTeamForm
    topic = stale.ENTRIES

    team: int
    name: str

    def check(self, context: Context) -> None:
        super().check(context)
        check_may(context.by, Right.NAME)
        forming.checked_name(context.tournament, self.name, self.team)

    def preview(self, context: Context) -> list[str]:
        before = forming.team_of(context.tournament, self.team).name
        return [_("The team {before} is called {team} from now on.").format(before=before, team=self.name)]

    def do(self, context: Context) -> Done:
        team = forming.team_of(context.tournament, self.team)
        name = forming.checked_name(context.tournament, self.name, self.team)
        Team.objects.filter(pk=team.pk).update(name=name)
        write(context.tournament)
        return Done({"before": team.name, "team": name})

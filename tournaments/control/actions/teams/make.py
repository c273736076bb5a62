"""Making a team of players who have none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.standing import Right, check_may
from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control import stale
from tournaments.control.actions.base import Context, Done
from tournaments.control.actions.forms import ActionForm
from tournaments.control.actions.teams.base import TeamAction, without_team
from tournaments.control.lookups import entry_of
from tournaments.models import Entry, Tournament
from tournaments.models.teams import LONGEST_NAME
from tournaments.teams import forming

NOBODY = "–"


class MakeTeamForm(ActionForm):
    """Has a field `member-N` for each line."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST_NAME)

    def fill(self) -> None:
        free = list(without_team(self.tournament))
        if not free:
            raise UserError("nobody", _("Nobody is without a team."))
        people = [(str(entry.pk), entry.name) for entry in free]
        for number in range(1, self.tournament.team_size + self.tournament.team_reserves + 1):
            is_reserve = number > self.tournament.team_size
            label = _("Reserve") if is_reserve else _("Line %(number)d") % {"number": number}
            self.fields[f"member-{number}"] = forms.TypedChoiceField(
                label=label, coerce=int, empty_value=None, required=number == 1, choices=[("", NOBODY), *people]
            )

    def chosen(self) -> dict[str, Any]:
        fields = self.cleaned_data.items()
        members = [entry for name, entry in fields if name.startswith("member-") and entry is not None]
        return {"name": self.cleaned_data["name"], "members": members}


@dataclass(frozen=True, kw_only=True)
class MakeTeam(TeamAction):
    """Possible before the start; the first of the members becomes captain."""

    slug = "make-team"
    label = gettext_lazy("Make a team")
    log_sentence = gettext_lazy("The team {team} was made: {names}.")
    why_final = gettext_lazy("Take its players out of the team by taking them out of the tournament.")
    form = MakeTeamForm
    topic = stale.ENTRIES

    name: str
    members: list[int]

    def check(self, context: Context) -> None:
        super().check(context)
        check_may(context.by, Right.NAME)
        tournament = context.tournament
        if tournament.status not in Tournament.ENTERABLE:
            raise UserError("not-open", _("Teams are made between the opening of registration and the start."))
        most = tournament.team_size + tournament.team_reserves
        if len(set(self.members)) < len(self.members):
            raise UserError("twice", _("Choose different players."))
        if not 1 <= len(self.members) <= most:
            said = ngettext("A team has at most %(most)d player.", "A team has at most %(most)d players.", most)
            raise UserError("bad-number", said % {"most": most})
        forming.checked_name(tournament, self.name)
        free = set(without_team(tournament).values_list("pk", flat=True))
        if not free.issuperset(self.members):
            raise UserError("in-team", _("One of these players is in a team already."))

    def _entries(self, context: Context) -> list[Entry]:
        return [entry_of(context.tournament, entry) for entry in self.members]

    def preview(self, context: Context) -> list[str]:
        names = get_text_list([entry.name for entry in self._entries(context)], _("and"))
        sentences = [_("{names} play for the team {team}, and are told.").format(names=names, team=self.name)]
        missing = context.tournament.team_size - len(self.members)
        if missing > 0:
            still = ngettext("{count} is still missing.", "{count} are still missing.", missing)
            sentences.append(still.format(count=missing))
        return sentences

    def do(self, context: Context) -> Done:
        entries = self._entries(context)
        team = forming.put_together(context.tournament, self.name, entries)
        write(context.tournament)
        return Done({"team": team.name, "names": ", ".join(entry.name for entry in entries)})

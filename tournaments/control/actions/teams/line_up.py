"""Changing the line-up of a team: two members change places, so that a reserve can come in."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control import stale
from tournaments.control.actions.base import Context, Done
from tournaments.control.actions.forms import ActionForm, choice, hidden
from tournaments.control.actions.teams.base import TeamAction
from tournaments.control.lookups import entry_of
from tournaments.models import Entry, Round
from tournaments.teams import forming


class LineUpForm(ActionForm):
    team = hidden()
    one = choice(gettext_lazy("Who?"))
    other = choice(gettext_lazy("With whom?"))

    def fill(self) -> None:
        team = forming.team_of(self.tournament, self.asked_number("team"))
        members = team.members.select_related("player").order_by("line")
        people = [(entry.pk, f"{entry.line}. {entry.name}") for entry in members]
        self.offer("one", people)
        self.offer("other", people)

    def subject(self) -> str:
        return forming.team_of(self.tournament, self.asked_number("team")).name


@dataclass(frozen=True, kw_only=True)
class ChangeLineUp(TeamAction):
    """Applies from the next seating on; earlier results stay with the lines."""

    slug = "line-up"
    label = gettext_lazy("Change the line-up")
    log_sentence = gettext_lazy("In the team {team} {one} and {other} changed places.")
    why_final = gettext_lazy("Let the two change places again.")
    form = LineUpForm
    topic = stale.ENTRIES

    team: int
    one: int
    other: int

    def _both(self, context: Context) -> tuple[Entry, Entry]:
        return entry_of(context.tournament, self.one), entry_of(context.tournament, self.other)

    def check(self, context: Context) -> None:
        super().check(context)
        if self.one == self.other or any(entry.team_id != self.team for entry in self._both(context)):
            raise UserError("not-in-team", _("Choose two members of the team."))

    def preview(self, context: Context) -> list[str]:
        sentence = _("{name} is on line {line} from the next seating on.")
        size, sentences = context.tournament.team_size, []
        one, other = self._both(context)
        for entry, line in ((one, other.line or 0), (other, one.line or 0)):
            if line > size:
                sentences.append(_("{name} is a reserve from the next seating on.").format(name=entry.name))
            else:
                sentences.append(sentence.format(name=entry.name, line=line))
        held = Round.objects.filter(tournament=context.tournament, status=Round.Status.HELD).first()
        if held is not None:
            sentence = _("The seating of round {round}, which waits to be published, changes accordingly.")
            sentences.append(sentence.format(round=held.number))
        return sentences

    def do(self, context: Context) -> Done:
        team = forming.team_of(context.tournament, self.team)
        one, other, _number = forming.exchange(context.tournament, team, self.one, self.other)
        write(context.tournament)
        return Done({"team": team.name, "one": one.person, "other": other.person})

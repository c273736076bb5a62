"""Adding bots."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.errors import UserError
from games.models import LEVELS_MEAN, Seat, check_pace
from tournaments.base.locking import write
from tournaments.control import stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm
from tournaments.control.table_sizes import in_words
from tournaments.life.entering import bot_names, create_bots
from tournaments.models import Entry, Tournament

MOST_BOTS = 64
"""The most bots that can be added at once."""
MOST_UNFINISHED = 128
"""The most bots in all unfinished tournaments of one organiser."""
MOST_PLAYERS = 1000
"""If the organisers have set no limit, bots can be added up to this number of entrants."""


class BotsForm(ActionForm):
    number = forms.IntegerField(label=gettext_lazy("How many bots?"), min_value=1, max_value=MOST_BOTS, initial=1)
    level = forms.ChoiceField(
        label=gettext_lazy("How well do they play?"),
        choices=Seat.Bot.choices,
        help_text=LEVELS_MEAN,
        initial=Seat.Bot.MEDIUM,
    )


@dataclass(frozen=True, kw_only=True)
class AddBots(Action):
    slug = "bots"
    label = gettext_lazy("Add bots")
    log_sentence = gettext_lazy("Bots were entered: {number}.")
    why_final = gettext_lazy("Bots can be taken out one by one.")
    form = BotsForm
    topic = stale.ENTRIES
    needs_reason = False

    number: int
    level: str = Seat.Bot.MEDIUM

    def check(self, context: Context) -> None:
        tournament = context.tournament
        if not 1 <= self.number <= MOST_BOTS or self.level not in Seat.Bot.values:
            raise UserError("bad-number", _("Enter between 1 and 64 bots."))
        check_pace(tournament.seconds, [self.level])
        if tournament.status not in Tournament.ENTERABLE:
            raise UserError("not-open", _("Bots can be entered between the opening of registration and the start."))
        if self._entered_then(tournament) > (tournament.most or MOST_PLAYERS):
            raise UserError("full", _("There is no room for so many."))
        if _bots_of(tournament.organiser_id) + self.number > MOST_UNFINISHED:
            sentence = _("At most %(most)d bots may play in all your tournaments that are not over.")
            raise UserError("too-many-bots", sentence % {"most": MOST_UNFINISHED})

    def preview(self, context: Context) -> list[str]:
        tournament = context.tournament
        enter = ngettext(
            "{number} bot enters, and is checked in.", "{number} bots enter, and are checked in.", self.number
        )
        sizes = in_words(tournament, self._entered_then(tournament))
        return [enter.format(number=self.number), _("If everyone comes: {foreseen}.").format(foreseen=sizes)]

    def do(self, context: Context) -> Done:
        create_bots(context.tournament, bot_names(context.tournament, self.number), self.level)
        write(context.tournament)
        return Done({"number": self.number})

    def _entered_then(self, tournament: Tournament) -> int:
        return tournament.entries.filter(status=Entry.Status.ENTERED).count() + self.number


def _bots_of(organiser_id: int) -> int:
    """Return how many bots are entered in the organiser's unfinished tournaments, including those of clubs."""
    of_organiser = Entry.objects.filter(tournament__organiser=organiser_id, tournament__finished_at=None)
    return of_organiser.exclude(status=Entry.Status.WITHDRAWN).exclude(bot="").count()

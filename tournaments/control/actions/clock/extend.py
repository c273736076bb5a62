"""Extending the current round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.labels import when
from tournaments.base.locking import write
from tournaments.control import restoring
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm
from tournaments.control.lookups import check_rolls, current_round
from tournaments.control.restoring import Before
from tournaments.models import Round, Tournament
from tournaments.terms import Dates

MOST_MINUTES = 240


class MinutesForm(ActionForm):
    def fill(self) -> None:
        self.fields["minutes"] = forms.IntegerField(
            label=gettext_lazy("By how many minutes?"),
            min_value=1,
            max_value=most_minutes(self.tournament),
            initial=24 * 60 if self.tournament.schedule.apart > timedelta(days=1) else 5,
        )


@dataclass(frozen=True, kw_only=True)
class ExtendRound(Action):
    slug = "extend"
    label = gettext_lazy("Extend the round")
    log_sentence = gettext_lazy("Round {round} was extended by {minutes} min.")
    form = MinutesForm

    minutes: int

    def check(self, context: Context) -> None:
        if context.tournament.is_rolling:
            raise UserError("no-round", _("Rolling tables have no rounds: give more time instead."))
        self.check_minutes(context)

    def check_minutes(self, context: Context) -> None:
        """Raise UserError (bad-number, no-round, no-end, time-over) unless the round can be extended by `minutes`."""
        tournament = context.tournament
        if not 1 <= self.minutes <= most_minutes(tournament):
            sentence = _("A round can be extended by 1 to {most} minutes.")
            raise UserError("bad-number", sentence.format(most=most_minutes(tournament)))
        ends_at = current_round(tournament, Round.Status.RUNNING).ends_at
        if ends_at is None:
            raise UserError("no-end", _("This round has no time limit: it lasts until its tables are done."))
        if (tournament.paused_at or context.now) >= ends_at:
            raise UserError("time-over", _("The time of this round is over, and the house is finishing its tables."))

    def preview(self, context: Context) -> list[str]:
        round_ = current_round(context.tournament, Round.Status.RUNNING)
        schedule = context.tournament.schedule
        if isinstance(schedule, Dates):
            return _extended_league(schedule, round_, self.minutes)
        later = _("Round {round} ends {minutes} minutes later, and all that follows with it.")
        return [later.format(round=round_.number, minutes=self.minutes)]

    def do(self, context: Context) -> Done:
        round_ = current_round(context.tournament, Round.Status.RUNNING)
        assert round_.ends_at is not None
        before = Before.of(restoring.ROUND_END, round_.pk)
        round_.ends_at += timedelta(minutes=self.minutes)
        round_.save(update_fields=["ends_at"])
        write(context.tournament)
        return Done({"round": round_.number, "minutes": self.minutes}, before)


@dataclass(frozen=True, kw_only=True)
class MoreTime(ExtendRound):
    slug = "more-time"
    label = gettext_lazy("Give more time")
    log_sentence = gettext_lazy("People are seated for {minutes} min. more.")

    def check(self, context: Context) -> None:
        check_rolls(context.tournament)
        self.check_minutes(context)

    def preview(self, context: Context) -> list[str]:
        return [_("The time is up {minutes} minutes later.").format(minutes=self.minutes)]


def most_minutes(tournament: Tournament) -> int:
    """Return the most minutes by which a round can be extended at once; in a league, this is the length of a round."""
    return max(MOST_MINUTES, tournament.schedule.apart // timedelta(minutes=1))


def _extended_league(schedule: Dates, round_: Round, minutes: int) -> list[str]:
    """Say what happens to later dates, which stay the same unless too little time would be left for the next round."""
    assert round_.ends_at is not None
    ends_at, date = round_.ends_at + timedelta(minutes=minutes), schedule.last_moment(round_)
    ends = _("Round {round} ends {minutes} minutes later, on {end}.").format(
        round=round_.number, minutes=minutes, end=when(ends_at)
    )
    following = round_.number + 1
    if ends_at <= date:
        return [ends, _("The next one begins on its date.")]
    if schedule.date_after(following, ends_at) == schedule.date_after(following, date):
        return [ends, _("The date of the next one has passed by then: it begins at once after it. Later dates stay.")]
    return [
        ends,
        _("The next one begins at once after it. Too little of its time would be left, so all later ones are put off."),
    ]

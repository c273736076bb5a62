"""Starting early."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.snapshot import format_of
from tournaments.control.actions.base import Action, Context, Done
from tournaments.life import clockwork
from tournaments.life.starting import Roll, call_the_roll, is_enough, start
from tournaments.models import Tournament


class Start(Action):
    """Refused if there are too few players, in which case a start by the clock would cancel the tournament."""

    slug = "start"
    label = gettext_lazy("Start now")
    log_sentence = gettext_lazy("The tournament was started by hand.")
    needs_reason = False

    def check(self, context: Context) -> None:
        tournament = context.tournament
        if tournament.status not in Tournament.ENTERABLE:
            raise UserError("not-registering", _("It can be started while registration or check-in is open."))
        _check_enough(tournament)

    def preview(self, context: Context) -> list[str]:
        tournament = context.tournament
        sentences = [_("The first round is seated now."), _who_is_late(tournament)]
        sentences += _who_is_missing(call_the_roll(tournament))
        if tournament.schedule.has_dates:
            sentences.append(_("The dates of the other rounds stay: the first one lasts until the second begins."))
        return sentences

    def do(self, context: Context) -> Done:
        start(context.tournament, context.now)
        return Done()

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        clockwork.advance(tournament_id=tournament_id, now=now)


def _who_is_missing(roll: Roll) -> Iterator[str]:
    if roll.moving_up:
        names = get_text_list([entry.name for entry in roll.moving_up], _("and"))
        yield _("From the waiting list move up: {names}.").format(names=names)
    if roll.absent:
        yield _("Players who have not checked in are not seated until they say that they are here.")
    if roll.left_out:
        names = get_text_list([entry.name for entry in roll.left_out], _("and"))
        sentence = _(
            "Left out because they have not checked in: {names}. Until the first round is over you can put them in."
        )
        yield sentence.format(names=names)


def _check_enough(tournament: Tournament) -> None:
    """Raise UserError (too-few) if too few players, or teams, are present."""
    roll = call_the_roll(tournament)
    if is_enough(tournament, roll):
        return
    if tournament.has_teams:
        sentence = _("Only {here} of at least {least} teams are complete, with a member of each here.")
        raise UserError("too-few", sentence.format(here=roll.teams, least=tournament.fewest_teams))
    sentence = _("Only {here} of at least {least} players are here: check in those who are present, or add bots.")
    raise UserError("too-few", sentence.format(here=len(roll.here), least=tournament.least))


def _who_is_late(tournament: Tournament) -> str:
    played, entrants = format_of(tournament), len(call_the_roll(tournament).here)
    last = min(tournament.late_rounds, played.last_round_to_enter(tournament.terms.plan, entrants))
    if last <= 1 or tournament.has_teams:
        return _("Players who have not entered by then can only be put in by you, until the first round is over.")
    return _("Players who have not entered by then can still come late, up to round {last}.").format(last=last)

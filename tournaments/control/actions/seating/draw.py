"""Drawing a held round again."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.base.log import lines_of
from tournaments.base.snapshot import event_to_seat, format_of, players_present
from tournaments.control import restoring, stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.lookups import current_round
from tournaments.control.restoring import Before
from tournaments.life.seating import log_unavoidable_meetings, rng_of, write_seating
from tournaments.models import Round


class DrawAgain(Action):
    """The new draw has the players who are present now, and different random numbers."""

    slug = "draw"
    label = gettext_lazy("Draw the round again")
    log_sentence = gettext_lazy("Round {round} was drawn again.")
    topic = stale.SEATING

    def check(self, context: Context) -> None:
        current_round(context.tournament, Round.Status.HELD)

    def preview(self, context: Context) -> list[str]:
        return [_("Everyone present is seated by a new draw. Changes made by hand are lost.")]

    def do(self, context: Context) -> Done:
        tournament, round_ = context.tournament, current_round(context.tournament, Round.Status.HELD)
        drawn = lines_of(tournament).filter(action=self.slug, details__round=round_.number).count() + 1
        present = set(players_present(tournament).values_list("pk", flat=True))
        rng = rng_of(tournament, round_.number, f"seating, drawn again {drawn}")
        seating = format_of(tournament).seat(event_to_seat(tournament), present, rng)
        if not seating.tables and not seating.byes:
            raise UserError("too-few", _("There are too few players for a round."))
        before = Before.of(restoring.SEATING, round_.pk)
        round_.boards.all().delete()
        round_.places.all().delete()
        write_seating(round_, seating)
        log_unavoidable_meetings(tournament, round_)
        write(tournament)
        return Done({"round": round_.number}, before)

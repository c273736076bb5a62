"""Moving somebody up from the waiting list: before the start, and until the first round is over."""

from __future__ import annotations

import random
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments import notices
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of, format_of
from tournaments.base.texts import written
from tournaments.control import restoring
from tournaments.control.actions.base import Context, Done, EntryAction
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.formats import Entrant, Event, Format, SeatedTable
from tournaments.life.entering import late_seed
from tournaments.life.opening import set_boards
from tournaments.life.pausing import apply_pause
from tournaments.life.starting import may_come_late
from tournaments.models import Board, Entry, Place, Round, Tournament


class PutIn(EntryAction):
    """Allowed even if the tournament is full: the organiser knows why."""

    slug = "put-in"
    label = gettext_lazy("Put in")
    log_sentence = gettext_lazy("{name} moved up from the waiting list.")
    why_final = gettext_lazy("Once the tournament runs, take the player out instead.")
    needs_reason = False

    def check(self, context: Context) -> None:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        if entry.status != Entry.Status.WAITING:
            raise UserError("not-waiting", _("This player is not on the waiting list."))
        if tournament.status in Tournament.ENTERABLE:
            return
        if tournament.status != Tournament.Status.RUNNING or not _is_in_first_round(tournament):
            sentence = _("Once the first round is over, waiting players can only take over somebody's seat.")
            raise UserError("not-open", sentence)
        if not _can_wait_for_next_round(tournament):
            _match_in_place_of_bye(tournament, entry)

    def preview(self, context: Context) -> list[str]:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        sentences = [_("{name} moves up from the waiting list, and is told.").format(name=entry.name)]
        if tournament.status in Tournament.ENTERABLE:
            return sentences
        if _can_wait_for_next_round(tournament):
            return [*sentences, _("{name} is seated from the next round on.").format(name=entry.name)]
        match = _match_in_place_of_bye(tournament, entry)
        other = tournament.entries.select_related("player").get(pk=_other(match, entry))
        return [*sentences, _("{other} has a bye, and now meets {name}.").format(name=entry.name, other=other.name)]

    def do(self, context: Context) -> Done:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        if tournament.status in Tournament.ENTERABLE:
            before = Before.of(restoring.ENTRY, entry.pk)
            _move_up(tournament, entry, seed=entry.seed)
            write(tournament)
            return Done({"name": entry.person}, before)
        match = None if _can_wait_for_next_round(tournament) else _match_in_place_of_bye(tournament, entry)
        _move_up(tournament, entry, seed=late_seed(tournament))
        if match is not None:
            _seat_in_place_of_bye(tournament, entry, match)
        write(tournament)
        return Done({"name": entry.person})

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


def _is_in_first_round(tournament: Tournament) -> bool:
    return not tournament.played_rounds.filter(status=Round.Status.FINISHED).exists()


def _can_wait_for_next_round(tournament: Tournament) -> bool:
    return may_come_late(tournament, tournament.entries.filter(seed__gt=0).count())


def _move_up(tournament: Tournament, entry: Entry, seed: int) -> None:
    entry.status, entry.presence, entry.seed = Entry.Status.ENTERED, Entry.Presence.HERE, seed
    entry.checked_in_at = entry.checked_in_at or (timezone.now() if seed else None)
    entry.save(update_fields=["status", "presence", "seed", "checked_in_at"])
    notices.moved_up(tournament, entry)


# --- A bracket has room where somebody has a bye in the first round ---


def _match_in_place_of_bye(tournament: Tournament, entry: Entry) -> SeatedTable:
    """Return the match that a bracket with this entry, too, has in the first round. Raises UserError (no-bye)."""
    event, played = event_of(tournament), format_of(tournament)
    byes = {bye for round_ in event.rounds for bye in round_.byes}
    entrants = (*event.entrants, Entrant(entry.pk, late_seed(tournament), False))
    anew = Event(event.plan, entrants, ())
    if played.has_bracket and played.rounds(event.plan, len(entrants)) == played.rounds(
        event.plan, len(event.entrants)
    ):
        for table in played.seat(anew, {*byes, entry.pk}, random.Random(0)).tables:
            if entry.pk in table.entrants:
                return table
    raise UserError("no-bye", _why_not(played))


def _why_not(played: Format) -> str:
    if played.all_meet:
        return _(
            "In a round robin it is fixed from the start who meets whom in which round. One player more would change "
            "that for everybody, even for those who are playing now: put players in before the start."
        )
    return _(
        "Nobody has a bye in the first round: the bracket is full, and one player more would need a bracket of twice "
        "the size. Put players in before the start."
    )


def _other(match: SeatedTable, entry: Entry) -> int:
    return next(one for one in match.entrants if one != entry.pk)


def _seat_in_place_of_bye(tournament: Tournament, entry: Entry, match: SeatedTable) -> None:
    round_ = tournament.played_rounds.get(number=tournament.round_number)
    last = round_.boards.order_by("number").last()
    round_.places.filter(entry=_other(match, entry), board=None).delete()
    board = Board.objects.create(round=round_, number=last.number + 1 if last else 1, why=written(match.why))
    Place.objects.bulk_create(
        Place(round=round_, entry_id=one, board=board, seat=seat) for seat, one in enumerate(match.entrants)
    )
    if round_.status == Round.Status.RUNNING:
        set_boards(tournament, round_, [board])

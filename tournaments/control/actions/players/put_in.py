"""Moving somebody up from the waiting list: before the start, and until the first round is over."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games import services as tables
from games.services import SetSeat
from games.state.live_tables import LiveTable, live_tables
from tournaments import notices
from tournaments.base.labels import said_of_late_entrant
from tournaments.base.locking import tell, write
from tournaments.base.texts import with_entry_replaced, written
from tournaments.control import restoring
from tournaments.control.actions.base import Context, Done, EntryAction
from tournaments.control.actions.players.places import Free, InsteadOf, InsteadOfBye, NextRound, free_place
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.life.entering import is_too_late, late_seed, next_round
from tournaments.life.opening import set_boards
from tournaments.life.pausing import apply_pause
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.notices import changes
from tournaments.strengths import handicaps


class PutIn(EntryAction):
    """Allowed even if the tournament is full, as the organiser's decision."""

    slug = "put-in"
    label = gettext_lazy("Put in")
    log_sentence = gettext_lazy("{name} moved up from the waiting list.")
    why_final = gettext_lazy("Once the tournament runs, take the player out instead.")
    needs_reason = False

    def hold(self, tournament_id: str) -> AbstractContextManager[LiveTable | None]:
        """Hold the table at which a seat will be taken over, if there is one."""
        tournament = Tournament.objects.get(pk=tournament_id)
        try:
            place = _free(tournament, entry_of(tournament, self.entry))
        except UserError:  # `check` says why
            return nullcontext()
        if not isinstance(place, InsteadOf) or (table_id := _table_of(place)) is None:
            return nullcontext()
        return live_tables.hold(table_id)

    def check(self, context: Context) -> None:
        entry = entry_of(context.tournament, self.entry)
        if entry.status != Entry.Status.WAITING:
            raise UserError("not-waiting", _("This player is not on the waiting list."))
        if context.tournament.has_teams:
            raise UserError("needs-team", _("Here teams play: put this player in one instead."))
        _free(context.tournament, entry)

    def preview(self, context: Context) -> list[str]:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        moves_up = _("{name} moves up from the waiting list, and is told.").format(name=entry.name)
        match _free(tournament, entry):
            case NextRound() if tournament.is_rolling:
                return [moves_up, _("{name} is seated as soon as others are free.").format(name=entry.name)]
            case NextRound():
                seated = _("{name} is seated from the next round on.").format(name=entry.name)
                return [moves_up, seated, *said_of_late_entrant(tournament)]
            case InsteadOfBye(_match, other):
                sentence = _("{other} has a bye, and now meets {name}.")
                return [moves_up, sentence.format(name=entry.name, other=entry_of(tournament, other).name)]
            case InsteadOf(place):
                sentence = _("{other} has not come to the table: {name} takes that place, with the tiles and points.")
                return [moves_up, sentence.format(name=entry.name, other=place.entry.name)]
        return [moves_up]

    def do(self, context: Context) -> Done:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        match _free(tournament, entry):
            case None:
                before = Before.of(restoring.ENTRY, entry.pk)
                _move_up(tournament, entry, seed=entry.seed)
                write(tournament)
                return Done({"name": entry.person}, before)
            case NextRound():
                _move_up(tournament, entry, seed=late_seed(tournament), first_round=next_round(tournament))
            case InsteadOfBye() as bye:
                _move_up(tournament, entry, seed=late_seed(tournament), fills_gap=bye.fills_gap)
                _seat_in_place_of_bye(tournament, entry, bye)
            case InsteadOf(place):
                _take_place(context, entry, place)
        write(tournament)
        return Done({"name": entry.person})

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


def _free(tournament: Tournament, entry: Entry) -> Free | None:
    """Return where somebody can be put in; None before the start. Raises UserError (not-open, no-place)."""
    if tournament.status in Tournament.ENTERABLE:
        return None
    if tournament.is_rolling and is_too_late(tournament):
        raise UserError("not-open", _("The time is up: nobody is seated any more."))
    if tournament.status != Tournament.Status.RUNNING or not _is_in_first_round(tournament):
        sentence = _("Once the first round is over, waiting players can only take over somebody's seat.")
        raise UserError("not-open", sentence)
    return free_place(tournament, entry)


def _is_in_first_round(tournament: Tournament) -> bool:
    return not tournament.played_rounds.filter(status=Round.Status.FINISHED).exists()


def _table_of(free: InsteadOf) -> str | None:
    return free.place.board.table_id if free.place.board else None


def _move_up(tournament: Tournament, entry: Entry, seed: int, *, fills_gap: bool = False, first_round: int = 1) -> None:
    entry.status, entry.presence, entry.seed = Entry.Status.ENTERED, Entry.Presence.HERE, seed
    entry.fills_gap, entry.first_round = fills_gap, first_round
    entry.checked_in_at = entry.checked_in_at or (timezone.now() if seed else None)
    entry.save(update_fields=["status", "presence", "seed", "checked_in_at", "fills_gap", "first_round"])
    handicaps.fix(tournament)
    notices.moved_up(tournament, entry)


def _seat_in_place_of_bye(tournament: Tournament, entry: Entry, bye: InsteadOfBye) -> None:
    round_ = tournament.played_rounds.get(number=tournament.round_number)
    last = round_.boards.order_by("number").last()
    round_.places.filter(entry=bye.other, board=None).delete()
    board = Board.objects.create(round=round_, number=last.number + 1 if last else 1, why=written(bye.match.why))
    Place.objects.bulk_create(
        Place(round=round_, entry_id=one, board=board, seat=seat) for seat, one in enumerate(bye.match.entrants)
    )
    if round_.status == Round.Status.RUNNING:
        set_boards(tournament, round_, [board])


def _take_place(context: Context, entry: Entry, place: Place) -> None:
    """Give a place in the draw, with its seed and its seat, to somebody else. Raises UserError (table-over)."""
    tournament, absentee, board = context.tournament, place.entry, place.board
    assert board is not None
    assert place.seat is not None
    if board.table_id is not None:
        live, to = context.live_table, SetSeat(entry.player_id, entry.bot, entry.bot_name)
        if live is None or live.id != board.table_id or not tables.hand_over_held(live=live, seat=place.seat, to=to):
            raise UserError("table-over", _("No match is running at this table."))
    _move_up(tournament, entry, seed=absentee.seed, fills_gap=absentee.fills_gap)
    absentee.seed, absentee.fills_gap = 0, False
    if absentee.status == Entry.Status.ENTERED:
        absentee.status, absentee.presence = Entry.Status.WAITING, Entry.Presence.HERE
    absentee.save(update_fields=["seed", "fills_gap", "status", "presence"])
    Place.objects.filter(pk=place.pk).update(entry=entry)
    board.why = with_entry_replaced(board.why, absentee.pk, entry.pk)
    board.save(update_fields=["why"])
    changes.place_taken(tournament, board, absentee, entry.name)
    if board.table is not None:
        if entry.player_id is not None:
            tell(tournament, {entry.player_id: {"type": "table", "url": board.table.get_absolute_url()}})
        changes.takes_over(tournament, board, entry, absentee.name)

"""Annulling a match and replaying it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games import services as tables
from games.models import Table
from games.signals import result_changed
from tournaments.base import log
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of
from tournaments.control import restoring, standings_diff
from tournaments.control.actions.base import READ_AT_THE_TABLE, BoardAction, Context, Done
from tournaments.control.actions.tables.running import numbers_of
from tournaments.control.lookups import board_of
from tournaments.control.restoring import Before
from tournaments.control.standings_diff import StandingsDiff
from tournaments.life.opening import set_boards
from tournaments.life.pausing import apply_pause
from tournaments.life.results import collect_results
from tournaments.models import Board, Round
from tournaments.notices import changes


class Replay(BoardAction):
    """The match counts for nothing; the same players play again at a new table."""

    slug = log.REPLAYED
    label = gettext_lazy("Annul and replay")
    log_sentence = gettext_lazy("Round {round}, table {table}: annulled, and played again.")
    reason_help = READ_AT_THE_TABLE
    why_final = gettext_lazy("The old match had not been played to its end.")
    is_grave = True

    def check(self, context: Context) -> None:
        board = board_of(context.tournament, self.board)
        if board.round.status != Round.Status.RUNNING or board.table is None:
            raise UserError("too-late", _("Only in the running round can a match be replayed: correct it instead."))
        if _sit_elsewhere(board):
            sentence = _("Somebody of this table is playing at another one already: correct the result instead.")
            raise UserError("elsewhere", sentence)
        if context.tournament.duplicate and board.table.status != Table.Status.OPEN:
            sentence = _(
                "It would be played with the same tiles, and these players have seen them: correct it instead."
            )
            raise UserError("same-tiles", sentence)

    def preview(self, context: Context) -> list[str]:
        sentences = [
            _("What was played does not count. A new table opens for the same players at once."),
            _("The old match can still be looked at: the log leads there."),
        ]
        if not board_of(context.tournament, self.board).is_done:
            sentences.append(_("The match is broken off: this cannot be undone."))
        return sentences

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        board = board_of(context.tournament, self.board)
        event = event_of(context.tournament)
        after = standings_diff.with_scores(event, board.round.number, board.number, None)
        return standings_diff.diff(context.tournament, after)

    def do(self, context: Context) -> Done:
        tournament = context.tournament
        collect_results(board_of(tournament, self.board).round)
        board, before = board_of(tournament, self.board), Before.of(restoring.TABLE, self.board)
        assert board.table is not None
        old = board.table.pk
        tables.annul(table_id=old)
        board.places.update(score=None)
        board.table, board.is_done, board.is_corrected, board.is_stopped = None, False, False, False
        board.save(update_fields=["table", "is_done", "is_corrected", "is_stopped"])
        result_changed.send(sender=type(board), table_ids=[old])
        changes.annulled(tournament, board, context.reason)
        set_boards(tournament, board.round, [board])
        write(tournament)
        return Done({**numbers_of(board), "old": old}, before if before.was["done"] else None)

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


def _sit_elsewhere(board: Board) -> bool:
    """Return whether any player of the board has since been seated at another one, which happens at rolling tables."""
    others = board.round.boards.exclude(pk=board.pk).filter(is_done=False)
    return others.filter(places__entry__in=board.places.values("entry")).exists()

"""Undoing an action, which can be undone in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from action_log.models import LogLine
from action_log.services import UNDO, describe
from common.errors import UserError
from tournaments.base.log import lines_of
from tournaments.base.snapshot import event_of, read_score
from tournaments.control import restoring, standings_diff
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, hidden
from tournaments.control.lookups import board_of, entry_of
from tournaments.control.restoring import Before, check_can_undo, points_in, write_after_change
from tournaments.control.standings_diff import StandingsDiff
from tournaments.models import Entry, Tournament
from tournaments.notices import changes


class UndoForm(ActionForm):
    act = hidden()


@dataclass(frozen=True, kw_only=True)
class Undo(Action):
    """`act` is the id of the line in the log."""

    slug = UNDO
    label = gettext_lazy("Undo")
    log_sentence = gettext_lazy("Undone: {done}")
    form = UndoForm
    topic = None
    leads_to = "tournaments:control-log"

    act: int

    def check(self, context: Context) -> None:
        if context.tournament.status == Tournament.Status.CANCELLED:
            raise UserError("over", _("This tournament is cancelled."))
        kept = self._line(context).before
        if check := restoring.KINDS[kept["kind"]].check:
            check(context.tournament, kept["key"], kept["was"])

    def _line(self, context: Context) -> LogLine:
        """Return the line. Raises UserError (no-act, undone, lasting, changed-since)."""
        return check_can_undo(lines_of(context.tournament).filter(pk=self.act).first())

    def preview(self, context: Context) -> list[str]:
        line = self._line(context)
        sentences = [describe(line), _("This is undone; undoing it can be undone as well.")]
        if _concerns_players(line.before):
            sentences.append(_("The players concerned are told, and read the reason."))
        return sentences

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        kept = self._line(context).before
        if kept["kind"] not in (restoring.RESULT.slug, restoring.TABLE.slug):
            return None
        board = board_of(context.tournament, kept["key"])
        places: Sequence[Any] = kept["was"]["places"]
        scores = [read_score(score) for _place, _entry, score in places if score]
        is_done = len(scores) == len(places)
        event = event_of(context.tournament)
        after = standings_diff.with_scores(event, board.round.number, board.number, scores if is_done else None)
        return standings_diff.diff(context.tournament, after)

    def do(self, context: Context) -> Done:
        tournament, line = context.tournament, self._line(context)
        kind, key = restoring.KINDS[line.before["kind"]], line.before["key"]
        kind.put_back(tournament, key, line.before["was"])
        write_after_change(tournament)
        _tell(context, line.before)
        before = None if kind is restoring.TABLE else Before(kind, key, line.before["became"])
        return Done({"what": line.action, "about": line.details}, before, line)


def _concerns_players(kept: Mapping[str, Any]) -> bool:
    """Return whether players are told, as they are of results, of tables and of changes to their own entry."""
    if kept["kind"] == restoring.ENTRY.slug:
        return bool(kept["became"][:2] != kept["was"][:2])
    return kept["kind"] in (restoring.RESULT.slug, restoring.TABLE.slug)


def _tell(context: Context, kept: Mapping[str, Any]) -> None:
    """Tell the players what counts again, since they were told of the action that is undone."""
    tournament, became, was = context.tournament, kept["became"], kept["was"]
    match kept["kind"]:
        case restoring.RESULT.slug:
            board, before, after = board_of(tournament, kept["key"]), points_in(became), points_in(was)
            changes.corrected(tournament, board, before, after, context.reason)
        case restoring.TABLE.slug:
            changes.counts_again(tournament, board_of(tournament, kept["key"]), points_in(was), context.reason)
        case restoring.ENTRY.slug:
            _tell_entry(context, entry_of(tournament, kept["key"]), became, was)


def _tell_entry(context: Context, entry: Entry, became: Sequence[Any], was: Sequence[Any]) -> None:
    (status, presence, _checked_in), (status_then, presence_then, _then) = became, was
    if status_then != status and entry.status != Entry.Status.WITHDRAWN:
        changes.put_back(context.tournament, entry, context.reason)
    elif status_then != status:
        changes.taken_out(context.tournament, entry, context.reason)
    elif presence_then != presence:
        restoring.tell_presence(context.tournament, entry, context.reason)

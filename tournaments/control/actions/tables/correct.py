"""Correcting or entering the result of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games import services as tables
from games.models import Table
from games.rules import Game
from games.signals import result_changed
from tournaments.base.snapshot import event_of, played_scores
from tournaments.control import restoring, standings_diff
from tournaments.control.actions.base import READ_AT_THE_TABLE, BoardAction, Context, Done
from tournaments.control.actions.forms import BoardForm
from tournaments.control.actions.tables.running import numbers_of
from tournaments.control.lookups import board_of
from tournaments.control.restoring import Before, write_after_change
from tournaments.control.standings_diff import StandingsDiff
from tournaments.formats import SeatScore
from tournaments.life.results import collect_results
from tournaments.models import Board, Place, Round, Tournament
from tournaments.notices import changes

MOST_POINTS = 9999


class ScoresForm(BoardForm):
    """Asks for the points of each seat, which must be possible in a match. Moderators who void a result use no form,
    and can give any points."""

    def fill(self) -> None:
        self.shown: list[int] = []
        board = board_of(self.tournament, self.asked_number("board"))
        totals = board.table.totals if board.table else []
        for place in board.places.select_related("entry__player").order_by("seat"):
            assert place.seat is not None
            now = place.score["points"] if place.score else totals[place.seat] if place.seat < len(totals) else 0
            self.shown.append(now)
            self.fields[f"points-{place.seat}"] = forms.IntegerField(
                label=place.entry.name, min_value=0, max_value=MOST_POINTS, initial=now
            )
            if place.entry.player_id is not None and self.tournament.terms.plan.has_absence_rules:
                self.fields[f"absent-{place.seat}"] = forms.BooleanField(
                    label=_("%(name)s did not come") % {"name": place.entry.name},
                    required=False,
                    initial=bool(place.score and place.score.get("absent")),
                )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        table, points = board_of(self.tournament, self.asked_number("board")).table, self._points
        if table is not None and len(points) == len(self.shown) and points != self.shown:
            options = table.rules.complete(table.options)
            is_over = table.status == Table.Status.FINISHED  # otherwise the match has been broken off, or is by this
            is_possible = table.rules.can_end_with if is_over else table.rules.can_have
            if not is_possible(options, points):
                raise forms.ValidationError(_(table.rules.final_totals) % options, code="bad-points")
        return data

    @property
    def _points(self) -> list[int]:
        return [value for name, value in self.cleaned_data.items() if name.startswith("points-")]

    def chosen(self) -> dict[str, Any]:
        ticked = [name for name, value in self.cleaned_data.items() if name.startswith("absent-") and value]
        absent = [int(name.removeprefix("absent-")) for name in ticked]
        return {"board": self.cleaned_data["board"], "points": self._points, "absent": absent}


@dataclass(frozen=True, kw_only=True)
class Correct(BoardAction):
    """`points` are in the order of the seats. An unfinished match is broken off.

    Once the next round is seated, a correction changes the standings but not the seating.
    """

    slug = "correct"
    label = gettext_lazy("Correct the result")
    log_sentence = gettext_lazy("Round {round}, table {table}: the result was corrected to {scores}.")
    reason_help = READ_AT_THE_TABLE
    why_final = gettext_lazy("The match was broken off; the result can be corrected again, or the table replayed.")
    form = ScoresForm

    points: Sequence[int]
    absent: Sequence[int] = ()
    """The seats to which nobody came."""

    def check(self, context: Context) -> None:
        if context.tournament.status == Tournament.Status.CANCELLED:
            raise UserError("over", _("This tournament is cancelled."))
        board = board_of(context.tournament, self.board)
        has_begun = board.round.status in (Round.Status.RUNNING, Round.Status.FINISHED)
        if not has_begun or not (board.is_done or board.table_id):
            raise UserError("too-late", _("There is nothing to correct before the match has begun."))

    def preview(self, context: Context) -> list[str]:
        tournament, board = context.tournament, board_of(context.tournament, self.board)
        sentences = []
        if board.is_done and board.table_id is None:
            sentences.append(_("This was decided without a match: from now on it counts as one with this result."))
        if not board.is_done:
            sentences.append(_("The match is broken off, and this counts as its result. That cannot be undone."))
        if board.round.number < tournament.round_number:
            seated = _("The next round has been seated already: this changes the standings, but not the seatings.")
            sentences.append(seated)
        if tournament.status == Tournament.Status.FINISHED:
            sentences.append(_("The tournament is over: its final standings change."))
        return sentences

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        board = board_of(context.tournament, self.board)
        scores = self._scores(context.tournament, board)
        event = event_of(context.tournament)
        after = standings_diff.with_scores(event, board.round.number, board.number, scores)
        return standings_diff.diff(context.tournament, after)

    def do(self, context: Context) -> Done:
        tournament, board = context.tournament, board_of(context.tournament, self.board)
        collect_results(board.round)
        before, places = Before.of(restoring.RESULT, board.pk), _places(board)
        scores = self._scores(tournament, board)
        for place, score in zip(places, scores, strict=True):
            place.score = asdict(score)
        after = before.was | {"places": [[place.pk, place.entry_id, place.score] for place in places]}
        restoring.check_result_may_change(tournament, board, after)
        was_done = before.was["done"]
        if not was_done:
            assert board.table_id is not None
            tables.annul(table_id=board.table_id)
        Place.objects.bulk_update(places, ["score"])
        Board.objects.filter(pk=board.pk).update(is_done=True, is_corrected=True)
        if board.table_id is not None:
            result_changed.send(sender=Board, table_ids=[board.table_id])
        if board.round.status == Round.Status.RUNNING and tournament.paused_at is None:
            write_after_change(tournament, next_at=timezone.now())
        else:
            write_after_change(tournament)
        said = " : ".join(str(score.points) for score in scores)
        changes.corrected(tournament, board, restoring.points_in(before.was), said, context.reason)
        return Done({**numbers_of(board), "scores": said}, before if was_done else None)

    def _scores(self, tournament: Tournament, board: Board) -> list[SeatScore]:
        """Return the corrected scores. Raises UserError (bad-points)."""
        played = played_scores([board]).get(board.pk)
        scores = corrected(tournament.terms.plan.rules, played or [None] * board.places.count(), self.points)
        return [replace(one, absent=seat in self.absent) for seat, one in enumerate(scores)]


def _places(board: Board) -> list[Place]:
    return list(board.places.order_by("seat"))


def corrected(rules: Game, played: Sequence[SeatScore | None], points: Sequence[int]) -> list[SeatScore]:
    """Return the scores of a table with these points, which decide the winners; the last deal takes the difference.

    They are based on the match as it was `played` (None if it was not finished), ignoring earlier corrections; with the
    points that were played, the original scores come back. Raises UserError (bad-points).
    """
    if len(points) != len(played) or any(not 0 <= one <= MOST_POINTS for one in points):
        raise UserError("bad-points", _("Give every seat its points, from 0 to 9999."))
    as_played = [one for one in played if one is not None]
    if [one.points for one in as_played] == list(points):
        return as_played
    best = max(points) if rules.high_wins else min(points)
    winners = sum(one == best for one in points)
    return [
        SeatScore(
            points=new,
            deals=_deals(old, new),
            won=new == best and winners == 1,
            shared=new == best and winners > 1,
            perfect=min(old.perfect, new // 2) if old else 0,
        )
        for old, new in zip(played, points, strict=True)
    ]


def _deals(old: SeatScore | None, points: int) -> tuple[int, ...]:
    if old is None or not old.deals:
        return (points,)
    last = old.deals[-1] + points - sum(old.deals)
    return (*old.deals[:-1], last) if last >= 0 else (points,)

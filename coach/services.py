"""Analyses of matches: requested by a player, computed in pieces by workers, kept for all who may see the match."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts.models import Player
from coach import notices
from coach.judging import EFFORT, Choice, choices
from coach.models import Analysis
from common.errors import UserError
from common.limits import is_within
from games.bots.playouts import POSITIONS
from games.models import Move, SeatStay, Table
from games.rules import Match
from games.state.stored import read_match

logger = logging.getLogger(__name__)

TASK = "coach.tasks.analyse"

PIECE = 3.0
"""Seconds of processor time after which an analysis is interrupted, so that other tasks get their turn."""

LOST = timedelta(minutes=1)
"""An unfinished analysis that no worker has touched for this long has lost its task."""

GIVEN_UP = timedelta(days=2)
MOST_AT_ONCE = 5

Decision = dict[str, Any]


def is_known(table: Table) -> bool:
    """Return whether the coach can analyse the table's game under its version of the rules."""
    return (table.game, table.rules_version) in POSITIONS and table.game in EFFORT


def ask(*, table: Table, player: Player, now: datetime) -> Analysis:
    """Request an analysis of a match for the player's seat; return the existing one if there is one.

    Raises UserError (not-finished, not-seated, no-coach, too-often).
    """
    seat = table.seats.filter(player=player).first()
    if not table.is_laid_open:
        raise UserError("not-finished", _("The coach looks at a match when it is over, and its tiles may be shown."))
    if seat is None:
        raise UserError("not-seated", _("The coach looks at a match for those who have played it."))
    if not is_known(table):
        raise UserError("no-coach", _("The coach does not know this game."))
    if found := Analysis.objects.filter(table=table, seat=seat.number).first():
        return found
    if not is_within("analyses", player_id=player.pk):
        raise UserError("too-often", _("The coach has looked at many matches for you today. Ask again tomorrow."))
    with transaction.atomic():
        analysis, is_new = Analysis.objects.get_or_create(
            table=table, seat=seat.number, defaults={"player": player, "asked_at": now, "worked_at": now}
        )
        if is_new:
            transaction.on_commit(lambda: send(analysis.pk))
    return analysis


def send(analysis_id: int) -> None:
    """Send the task that continues an analysis. If Redis is down, the sweep sends it later."""
    try:
        current_app.send_task(TASK, (analysis_id,), retry=False, expires=3600)
    except OperationalError as error:
        logger.warning("could not send the task of an analysis, the sweep will: %s", error)


def send_lost(*, now: datetime) -> None:
    """Send the tasks of unfinished analyses that no worker is working on."""
    waiting = Analysis.objects.filter(done_at=None, worked_at__lt=now - LOST, asked_at__gt=now - GIVEN_UP)
    for analysis_id in waiting.order_by("worked_at").values_list("pk", flat=True)[:MOST_AT_ONCE]:
        send(analysis_id)


def work(*, analysis_id: int, now: datetime, seconds: float = PIECE) -> bool:
    """Continue an analysis for some seconds of processor time; return whether something is left to do.

    If another worker has saved its work in the meantime, that is kept: the results are the same.
    """
    analysis = Analysis.objects.select_related("table").filter(pk=analysis_id, done_at=None).first()
    if analysis is None:
        return False
    begun_at, until = analysis.next_ply, time.thread_time() + seconds
    decisions: list[Decision] = analysis.decisions
    next_ply = analysis.table.ply
    for number, choice in enumerate(_own_choices(analysis)):
        if number and time.thread_time() > until:
            next_ply = choice.ply
            break
        if found := choice.judged(analysis.table_id):
            decisions.append(found)
    return _keep(analysis, begun_at, next_ply, decisions, now)


def _own_choices(analysis: Analysis) -> Iterator[Choice]:
    """Yield the decisions from `next_ply` on that the player made themselves, not those the site made for the seat."""
    table, match = analysis.table, read_match(analysis.table_id)
    stays = SeatStay.objects.filter(table=table, seat=analysis.seat, player=analysis.player_id)
    spans = [(stay.from_ply, stay.until_ply or table.ply) for stay in stays]
    own = {
        move.ply
        for move in match.moves
        if move.seat == analysis.seat and move.by == Move.By.PLAYER and any(a <= move.ply < b for a, b in spans)
    }
    moves = [(move.deal, move.text) for move in match.moves]
    again = Match(table.game, table.seat_count, table.options, table.rules_version)
    return (one for one in choices(again, match.decks, moves, analysis.next_ply) if one.ply in own)


def _keep(analysis: Analysis, begun_at: int, next_ply: int, decisions: list[Decision], now: datetime) -> bool:
    """Save the results unless another worker was faster; return whether something is left to do."""
    with transaction.atomic():
        now_kept = Analysis.objects.select_for_update().filter(pk=analysis.pk, done_at=None, next_ply=begun_at).first()
        if now_kept is None:
            return False
        now_kept.next_ply, now_kept.decisions, now_kept.worked_at = next_ply, decisions, now
        is_done = next_ply >= analysis.table.ply
        if is_done:
            now_kept.done_at = now
        now_kept.save(update_fields=["next_ply", "decisions", "worked_at", "done_at"])
        if is_done:
            notices.done(now_kept)
    return not is_done

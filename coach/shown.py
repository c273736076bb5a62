"""Analyses as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.models import Player
from coach import services
from coach.judging import course_of
from coach.models import Analysis
from games.models import Seat, Table
from games.pages.results.curve import Curve, curve
from games.rules import Game, read_move
from games.state.live_tables import name_of
from games.state.stored import read_match

WORST = 3
MINUS = "\N{MINUS SIGN}"


def of_table(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return the context for the coach's section of a result page; empty if there is nothing to show or to ask for."""
    if not services.is_known(table):
        return {}
    seats = sorted(Analysis.objects.filter(table=table).values_list("seat", flat=True))
    may_ask = seat is not None and seat.number not in seats
    return {"table": table, "seats": seats, "may_ask": may_ask} if seats or may_ask else {}


def sentence_of(reason: Mapping[str, Any] | None) -> str:
    """Return a stored reason as a sentence in the reader's language."""
    return _(reason["template"]).format(**reason["params"]) if reason else ""


def points(value: float, rules: Game) -> str:
    """Return points without their sign, formatted for the reader's language."""
    return number_format(round(abs(value), digits(rules)), digits(rules))


def digits(rules: Game) -> int:
    """Return the number of decimals that points are shown with: more in games with low scores."""
    return 2 if rules.high_wins else 1


def balance(value: float, rules: Game) -> str:
    """Return points with their sign."""
    return f"{MINUS if value < 0 else '+'}{points(value, rules)}"


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move in words, with what it loses against the best one; `loss` is empty if it rounds to zero."""

    words: str
    loss: str
    is_played: bool

    @classmethod
    def of(cls, kept_move: tuple[str, float, int | None], played: str, rules: Game) -> ShownMove:
        text, loss, pips = kept_move
        lost = f"{MINUS}{points(loss, rules)}" if round(loss, digits(rules)) else ""
        return cls(words_of(text, pips), lost, text == played)


def words_of(text: str, pips: int | None) -> str:
    """Return a move in words; `pips` is the number that the tile is played onto."""
    move = read_move(text)
    gaps = {"tile": move.tile, "pips": pips, "facing": move.facing}
    if move.kind == "place" and move.facing is not None:
        return _("%(tile)s onto the %(pips)s, showing %(facing)s") % gaps
    if move.kind == "place":
        return _("%(tile)s onto the %(pips)s") % gaps
    if move.kind == "discard":
        return _("discard %(tile)s") % gaps
    return {"draw": _("draw"), "pass": _("pass"), "end": _("end the turn")}[move.kind]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision of the match: where it was, what was played, and what every move was worth."""

    place: str
    """The fragment of the result page's URL that shows the position before the move."""
    deal: int
    number: int
    """The move's number in its deal, from 1."""
    played: ShownMove
    best: ShownMove
    moves: list[ShownMove]
    loss: str
    error: str
    is_mistake: bool
    reason: str

    @classmethod
    def of(cls, one: Mapping[str, Any], rules: Game) -> ShownDecision:
        moves = [ShownMove.of(move, one["played"], rules) for move in one["moves"]]
        return cls(
            f"{one['deal']}-{one['step']}",
            one["deal"],
            one["step"] + 1,
            next(move for move in moves if move.is_played),
            moves[0],
            moves,
            points(one["loss"], rules),
            points(2 * one["error"], rules),
            one["mistake"],
            sentence_of(one["reason"]),
        )


@dataclass(frozen=True, slots=True)
class ShownAnalysis:
    """The coach's analysis of a seat, or its progress so far."""

    seat: int
    name: str
    is_readers: bool
    percent: int
    is_done: bool
    decisions: list[ShownDecision]
    worst: list[ShownDecision]
    mistakes: int
    luck: str
    skill: str
    ahead: str
    curve: Curve | None

    @classmethod
    def of(cls, table: Table, analysis: Analysis, reader: Player | None) -> ShownAnalysis:
        seat = next(one for one in table.seats.all() if one.number == analysis.seat)
        is_done, rules = analysis.done_at is not None, table.rules
        found = analysis.decisions if is_done else []
        mistakes = sorted((one for one in found if one["mistake"]), key=lambda one: -one["loss"])
        scores = [deal.scores or [] for deal in read_match(table.pk).deals] if is_done else []
        course = course_of(analysis.seat, scores, found, high_wins=rules.high_wins)
        luck, skill = sum(turn.luck for turn in course), sum(turn.skill for turn in course)
        return cls(
            analysis.seat,
            name_of(seat),
            reader is not None and seat.player_id == reader.pk,
            min(99, 100 * analysis.next_ply // max(1, table.ply)),
            is_done,
            [ShownDecision.of(one, rules) for one in found],
            [ShownDecision.of(one, rules) for one in mistakes[:WORST]],
            len(mistakes),
            balance(luck, rules),
            balance(skill, rules),
            balance(luck + skill, rules),
            curve([_("Luck"), _("Skill")], course),
        )

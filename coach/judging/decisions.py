"""Judging one decision: every move is tried in imagined deals that fit what the seat has seen, each played to its end.

The best move is determined in one set of deals, and its advantage measured in another. Otherwise the advantage would be
overestimated, since among many moves the luckiest looks best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games.bots.hints import reason_against
from games.bots.ideas import Reason
from games.bots.playouts import POSITIONS, Position
from games.bots.search import distinct, lead
from games.rules import Deal, Move, View, rules_of
from games.rules.moves import gettext_noop as noop


class Effort(NamedTuple):
    """How many imagined deals a decision is tried in.

    The first look takes `first_deals`. All moves are tried in `STAGES[0]` percent of them, and fewer moves in the rest.
    Then the candidates for the best move and the move that was played are compared in at least `min_deals` and at most
    `max_deals` further deals. A loss of less than `min_loss` points is not worth a remark. A loss that is `margin`
    standard errors below `mistake_loss` is no mistake.
    """

    first_deals: int
    min_deals: int
    max_deals: int
    min_loss: float
    margin: float = 2.5

    @property
    def mistake_loss(self) -> float:
        """Return the minimum loss of a mistake. It is well above the threshold for a remark, so that a second analysis
        confirms it."""
        return EVIDENT * self.min_loss


EVIDENT = 1.5

EFFORT = {
    "chicken-foot": Effort(first_deals=140, min_deals=200, max_deals=2400, min_loss=3.0, margin=1.5),
    "kardinal": Effort(first_deals=200, min_deals=400, max_deals=12_000, min_loss=3.0),
    "two-step": Effort(first_deals=240, min_deals=400, max_deals=12_000, min_loss=0.15),
}

STEP = 100
"""The size of a batch of further deals, or a quarter of those so far if that is more; after each batch we may stop."""

STAGES = (30, 30, 40)
"""The stages of the first look, in percent of its deals: all moves are tried in the first stage, the better half of
them in the second, and the better half of those in the third."""

FEW = 3
"""At least this many moves stay in for the next stage."""

RIVALS = 3
"""How many moves are candidates for the best move."""

BEHIND = 2.0
"""A move this many standard errors behind another is not the best."""

CLEAR = 3.0
"""A loss this many standard errors above the minimum loss of a mistake certainly is a mistake. The bar is higher than
for `margin`, as most moves are not mistakes."""

EARLY = 6000
"""Beyond this many imagined deals a smaller margin is enough, since the rest cannot change the result much."""

BLOCKS = 20
SMALLEST_BLOCK = 5
"""How many blocks of imagined deals are compared for the standard error, and how many deals each needs at least."""

SURE = 2.0
"""The loss of a mistake must exceed this many standard errors."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of one decision. Values are the seat's points in the deal minus the mean of the other seats.

    `worth` is the expected value after the move that was played, `loss` how much higher it is after the best move, and
    `error` the standard error of that loss. `losses` lists every move with its loss against the best.
    """

    played: Move
    best: Move
    worth: float
    loss: float
    error: float
    worlds: int
    is_mistake: bool
    losses: list[tuple[Move, float]]
    reason: Reason | None = None


@dataclass(slots=True)
class Trials:
    """The outcomes of moves in imagined deals, for the seat on turn."""

    view: View
    worlds: Iterator[Deal]
    outcomes: dict[Move, list[float]] = field(default_factory=dict)

    def run(self, moves: Iterable[Move], many: int) -> None:
        """Try moves in `many` more imagined deals, the same ones for all moves."""
        assert self.view.mine is not None
        kind, seat = POSITIONS[self.view.game, self.view.version], self.view.mine["seat"]
        sign = 1 if rules_of(self.view.game, self.view.version).high_wins else -1
        tried = [(move, self.outcomes.setdefault(move, [])) for move in moves]
        for world in islice(self.worlds, many):
            start: Position = kind.of(world)
            for move, outcomes in tried:
                end = start.copy()
                end.play(move)
                outcomes.append(sign * lead(end.finish(), seat))

    def ranked(self) -> list[Move]:
        """Return the moves, those tried in the most deals first, and among these the best first."""
        return sorted(self.outcomes, key=lambda move: (len(self.outcomes[move]), fmean(self.outcomes[move])))[::-1]

    def rivals_of(self, best: Move, moves: Iterable[Move]) -> list[Move]:
        """Return `best`, followed by those of the other moves that may be as good."""
        others = [move for move in moves if move != best]
        gaps = [gap_of(*self._both(best, move)) for move in others]
        return [best, *(move for move, (loss, error) in zip(others, gaps, strict=True) if loss <= BEHIND * error)]

    def _both(self, move: Move, other: Move) -> tuple[list[float], list[float]]:
        both = min(len(self.outcomes[move]), len(self.outcomes[other]))
        return self.outcomes[move][:both], self.outcomes[other][:both]

    def margin(self, rivals: Sequence[Move], played: Move) -> tuple[float, float]:
        """Return by how much the best of the rivals is better than the move that was played, and the standard error.

        The best move is determined in one half of the deals and measured in the other, and vice versa.
        """
        differences: list[float] = []
        for half, other in ((0, 1), (1, 0)):
            best = max(rivals, key=lambda move: fmean(self.outcomes[move][half::2]))
            pairs = zip(self.outcomes[best][other::2], self.outcomes[played][other::2], strict=True)
            differences += [one - another for one, another in pairs]
        return mean_of(differences)

    def loss(self, move: Move, best: Move) -> float:
        """Return a move's mean loss against the best one, in the deals in which both were tried."""
        better, worse = self._both(best, move)
        return fmean(better) - fmean(worse)


def judge(view: View, played: Move, worlds: Iterator[Deal]) -> Judged | None:
    """Judge a move against the best one; return None if there was nothing to decide.

    `worlds` is an endless iterator of deals that fit what the seat has seen. Nothing else is known beyond its view.
    """
    assert view.mine is not None
    moves = distinct(view, view.mine["legal"])
    if len(moves) < 2:
        return None
    played = next(move for move in moves if len(distinct(view, [move, played])) == 1)
    effort, trials = EFFORT[view.game], Trials(view, worlds)
    likely = moves
    for percent in STAGES:
        trials.run(dict.fromkeys([*likely, played]), effort.first_deals * percent // 100)
        likely = trials.ranked()[: max(FEW, (len(likely) + 1) // 2)]
    others = [move for move in trials.ranked() if move != played]
    loss, error = gap_of(trials.outcomes[others[0]], trials.outcomes[played])
    if loss + CLEAR * error < 0 or (loss <= 0 and loss + CLEAR * error < effort.mistake_loss):
        return _as_good_as_any(trials, played)
    return _compare(trials, played, trials.rivals_of(others[0], others[:RIVALS]), effort)


def gap_of(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return by how much one move is better than another on average in the same deals, and the standard error."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    return mean_of(differences)


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of outcomes, given in the order of their deals, and its standard error.

    Successive deals may resemble each other. Then they carry less information than independent ones would, which shows
    in the variance of the means of whole blocks, so the larger of the two estimates is returned.
    """
    mean = fmean(values)
    error = sqrt(sum((one - mean) ** 2 for one in values) / (len(values) - 1) / len(values))
    size = len(values) // BLOCKS
    if size < SMALLEST_BLOCK:
        return mean, error
    blocks = [fmean(values[start : start + size]) for start in range(0, size * BLOCKS, size)]
    return mean, max(error, stdev(blocks) / sqrt(BLOCKS))


def share_above(better: Sequence[float], worse: Sequence[float]) -> float:
    """Return the share of deals in which one move came out better than another."""
    return sum(one > other for one, other in zip(better, worse, strict=True)) / len(better)


def _as_good_as_any(trials: Trials, played: Move) -> Judged:
    outcomes = trials.outcomes[played]
    worth, losses = fmean(outcomes), _losses(trials, played)
    return Judged(played, played, worth, 0.0, 0.0, len(outcomes), is_mistake=False, losses=losses)


def _compare(trials: Trials, played: Move, rivals: Sequence[Move], effort: Effort) -> Judged:
    """Measure in further deals by how much the best of the rivals is better than the move that was played."""
    fresh, many = Trials(trials.view, trials.worlds), 0
    while True:
        fresh.run((*rivals, played), min(max(STEP, many // 4), effort.max_deals - many))
        many = len(fresh.outcomes[played])
        loss, error = fresh.margin(rivals, played)
        unsure = error * min(1.0, sqrt(EARLY / many))
        if many >= effort.max_deals or loss + effort.margin * unsure < effort.mistake_loss:
            break
        if many >= effort.min_deals and loss - CLEAR * unsure > effort.mistake_loss:
            break
        rivals = fresh.rivals_of(max(rivals, key=lambda move: fmean(fresh.outcomes[move])), rivals)
    best = max(rivals, key=lambda move: fmean(fresh.outcomes[move]))
    worth = fmean(fresh.outcomes[played])
    if loss <= 0:
        return Judged(played, played, worth, 0.0, error, many, is_mistake=False, losses=_losses(trials, played))
    losses = [(move, loss if move == played else other) for move, other in _losses(trials, best)]
    losses.sort(key=lambda one: one[1])
    if loss <= max(effort.mistake_loss, SURE * error):
        return Judged(played, best, worth, loss, error, many, is_mistake=False, losses=losses)
    better = share_above(fresh.outcomes[best], fresh.outcomes[played])
    return Judged(played, best, worth, loss, error, many, True, losses, why(trials.view, best, played, better))


def _losses(trials: Trials, best: Move) -> list[tuple[Move, float]]:
    others = ((move, max(0.0, trials.loss(move, best))) for move in trials.outcomes if move != best)
    return [(best, 0.0), *sorted(others, key=lambda one: one[1])]


def why(view: View, best: Move, played: Move, better: float) -> Reason:
    """Return why the best move is better: the main idea in its favour, or else how often it came out better."""
    known = reason_against(view, best, played)
    sentence = noop("Thinking ahead shows it: it came out better in {percent} of 100 imagined deals.")
    return known or Reason(sentence, {"percent": round(100 * better)})


def as_kept(judged: Judged, view: View) -> dict[str, Any]:
    """Return a judged decision as JSON for storage."""
    return {
        "played": str(judged.played),
        "worth": round(judged.worth, 2),
        "loss": round(judged.loss, 2),
        "error": round(judged.error, 2),
        "worlds": judged.worlds,
        "mistake": judged.is_mistake,
        "moves": kept_moves(view, judged.losses),
        "reason": judged.reason and kept_reason(judged.reason),
    }


def kept_moves(view: View, losses: Iterable[tuple[Move, float]]) -> list[Any]:
    """Return moves with their losses and the numbers that they are played onto."""
    pips = {end["place"]: end["pips"] for end in view.public["ends"]}
    return [[str(move), round(loss, 2), pips.get(move.place)] for move, loss in losses]


def kept_reason(reason: Reason) -> dict[str, Any]:
    return {"template": reason.template, "params": dict(reason.params)}

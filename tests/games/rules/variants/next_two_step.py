"""A hypothetical next version of Two-Step, in which the same deck gives a completely different match."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.deal import DealResult, Event
from games.rules.moves import END, Move
from games.rules.variants.two_step import TwoStep, TwoStepDeal


class NextTwoStepDeal(TwoStepDeal):
    """A deal in which a player who has placed a tile may end the turn with others in hand; a win scores 3 points."""

    version = 2

    def _list_moves(self) -> list[Move]:
        moves = super()._list_moves()
        return [*moves, END] if self.placed and END not in moves else moves

    def _end(self, reason: str, scores: tuple[int, ...], events: list[Event]) -> None:
        super()._end(reason, scores, events)
        self.result = DealResult(reason, (scores[0] and 3, scores[1] and 3))


class NextTwoStep(TwoStep):
    version = 2
    deal = NextTwoStepDeal

    def can_have(self, options: Mapping[str, Any], totals: Sequence[int]) -> bool:
        return sum(total >= options["target"] for total in totals) <= 1 and max(totals) < options["target"] + 3
